/**
 * `feaas-kit/server`: the engine without a DOM. No Node built-ins, so that it runs wherever JavaScript does.
 */
import * as more from './utils/more';
import { parts } from './utils/parts';
import { queryComplex } from './utils/path/complex';
import { ROOT_CONTEXT } from './utils/template/analyse';
import { parseHTML } from './utils/template/parse-html';
import { Printer } from './utils/template/print';
import { isFreeName, sanitise } from './utils/template/sanitise-html';
import { createEnvironment, createFrame, type Hooks } from './utils/template/values';

const printer = new Printer(parseHTML);

/** Options of {@link renderHTMLContent} beyond the hooks. */
export interface PrintOptions extends Hooks {
  /** Language of dates (D9), as in `lang`. */
  language?: string;
}

/**
 * Prints a template with data to HTML, synchronously (contract §4).
 * @throws RangeError when template or data nest too deeply.
 */
export function renderHTMLContent(template: string, data?: unknown, options: PrintOptions = {}): string {
  if (!parts.more) Object.assign(parts, { more, paths: { queryComplex }, markup: { sanitise } });
  const { language, processTemplate, processData, processValue, shouldRepeat, onRender } = options;
  const text = processTemplate?.(null, template, data) || template;
  const bound = (processData ? processData(null, data) : undefined) ?? data ?? {};
  const hooks = processValue || shouldRepeat ? options : undefined;
  const env = createEnvironment(bound, { hooks, language, isFreeName });
  const html = printer.print(text, ROOT_CONTEXT, createFrame(env, bound, undefined));
  onRender?.(null, bound);
  return html;
}

export * from './utils/source/source';
export * from './global/errors';
export { serializeRichText } from './utils/data/rich-text';
export { parseRichText } from './utils/data/rich-text-parse';
