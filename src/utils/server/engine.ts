/** The engine as servers have it: all parts at once, one printer, and nothing remembered between requests. */
import { ports } from '../delivery/request';
import * as more from '../more';
import { parts } from '../parts';
import { queryComplex } from '../path/complex';
import { ROOT_CONTEXT } from '../template/analyse';
import { parseHTML } from '../template/parse-html';
import { Printer } from '../template/print';
import { isFreeName, sanitise } from '../template/sanitise-html';
import { createEnvironment, createFrame, type RenderEnvironment } from '../template/values';

const printer = new Printer(parseHTML);

/** All parts are here, and a server outlives what it fetched. */
export function setUp(): void {
  if (parts.markup) return;
  Object.assign(parts, { more, paths: { queryComplex }, markup: { sanitise } });
  ports.remember = false;
}

/**
 * Prints a template with data.
 * @param themed the host has a theme, so the template's top elements lose theirs (E3).
 * @throws RangeError when template or data nest too deeply.
 */
export function print(
  template: string,
  data: unknown,
  themed: boolean,
  { hooks, language, nested }: Partial<Pick<RenderEnvironment, 'hooks' | 'language' | 'nested'>>,
): string {
  setUp();
  const env = createEnvironment(data, hooks, language, isFreeName, nested);
  return printer.print(template, ROOT_CONTEXT, createFrame(env, data, undefined), themed);
}
