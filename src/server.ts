/**
 * `feaas-kit/server`: the engine without a DOM. No Node built-ins, so that it runs wherever JavaScript does.
 */
import { fetchData } from './utils/data/settings';
import {
  fetchComponent as fetchDeliveredComponent,
  templateOf,
  type FetchedComponent,
  type TemplateProps,
} from './utils/delivery/fetch-component';
import { ports } from './utils/delivery/request';
import * as more from './utils/more';
import { parts } from './utils/parts';
import { queryComplex } from './utils/path/complex';
import { ROOT_CONTEXT } from './utils/template/analyse';
import { parseHTML } from './utils/template/parse-html';
import { Printer } from './utils/template/print';
import { isFreeName, sanitise } from './utils/template/sanitise-html';
import type { ComponentReference } from './utils/source/source';
import { createEnvironment, createFrame, type Hooks } from './utils/template/values';

const printer = new Printer(parseHTML);

/** All parts are here, and a server outlives what it fetched. */
function setUp(): void {
  if (parts.markup) return;
  Object.assign(parts, { more, paths: { queryComplex }, markup: { sanitise } });
  ports.remember = false;
}

/** Options of {@link renderHTMLContent} beyond the hooks. */
export interface PrintOptions extends Hooks {
  /** Language of dates (D9), as in `lang`. */
  language?: string;
  /** Classes of the host; a theme there takes the place of the template's (E3). */
  className?: string;
}

/**
 * Prints a template with data to HTML, synchronously (contract §4).
 * @throws RangeError when template or data nest too deeply.
 */
export function renderHTMLContent(template: string, data?: unknown, options: PrintOptions = {}): string {
  setUp();
  const { language, className, processTemplate, processData, processValue, shouldRepeat, onRender } = options;
  const text = processTemplate?.(null, template, data) || template;
  const bound = (processData ? processData(null, data) : undefined) ?? data ?? {};
  const hooks = processValue || shouldRepeat ? options : undefined;
  const env = createEnvironment(bound, { hooks, language, isFreeName });
  const themed = !!className?.includes('-theme--');
  const html = printer.print(text, ROOT_CONTEXT, createFrame(env, bound, undefined), themed);
  onRender?.(null, bound);
  return html;
}

/** What to print: a template, or a source to fetch it from; data, perhaps with settings; hooks. */
export interface ComponentPrintProps extends PrintOptions, TemplateProps {
  data?: unknown;
}

/**
 * Fetches what the props name, then prints it (contract §4).
 * @throws the errors of the specification's catalogue.
 */
export async function renderToString(props: ComponentPrintProps): Promise<string> {
  setUp();
  const [template, data] = await Promise.all([templateOf(props), fetchData(props.data)]);
  return renderHTMLContent(template, data, props);
}

/**
 * Fetches a component by its source string or parts.
 * @throws the errors of the specification's catalogue.
 */
export async function fetchComponent(reference: ComponentReference): Promise<FetchedComponent> {
  setUp();
  return fetchDeliveredComponent(reference);
}

export { DataSettings, fetchData, hasDataSettings, isDataSettings, type Settings } from './utils/data/settings';
export { renderPreloads } from './utils/delivery/hints';
export type { FetchedComponent, TemplateProps };
export * from './utils/source/source';
export {
  FeaasError,
  FetchFailedError,
  InvalidResponseError,
  SourceParseError,
  type ErrorDetails,
} from './global/errors';
export { ComponentFetchError, MissingSourceError } from './global/errors-later';
export { serializeRichText } from './utils/data/rich-text';
export { parseRichText } from './utils/data/rich-text-parse';
