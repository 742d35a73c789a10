/**
 * `feaas-kit/server`: the engine without a DOM. No Node built-ins, so that it runs wherever JavaScript does.
 */
import { fetchData } from './utils/data/settings';
import {
  fetchComponent as fetchDeliveredComponent,
  fetchContent,
  type FetchedComponent,
  type TemplateProps,
} from './utils/delivery/fetch-component';
import { jsonValue } from './utils/path/json-value';
import { contextOfFragment, fetchServerTemplate, renderTemplateToString } from './utils/server/engine';
import type { WithContentData } from './utils/element/content-data';
import type { ComponentReference } from './utils/source/source';
import type { Hooks } from './utils/template/environment';

/** Options of {@link renderHTMLContent} beyond the hooks. */
export interface RenderHTMLOptions extends Hooks {
  /** Language of dates (D9), as in `lang`. */
  language?: string;
  /** Time zone of dates that are moments (D9), such as `Europe/Berlin`; that of the server by default. */
  timeZone?: string;
  /** Classes of the host; a theme there takes the place of the template's (E3). */
  className?: string;
}

/**
 * Prints a template with data to HTML, synchronously (contract §4).
 * @throws RangeError when template or data nest too deeply.
 */
export function renderHTMLContent(template: string, data?: unknown, options: RenderHTMLOptions = {}): string {
  const { language, timeZone, className, processTemplate, processData, processValue, shouldRepeat, onRender } = options;
  const bound = (processData ? processData(null, data) : undefined) ?? data ?? {};
  const text = processTemplate?.(null, template, bound) || template;
  const hooks = processValue || shouldRepeat ? options : undefined;
  const html = renderTemplateToString(
    text,
    jsonValue(bound) ?? {},
    { classes: className ?? '' },
    { hooks, language, timeZone },
    contextOfFragment(text),
  );
  onRender?.(null, bound);
  return html;
}

/** What to print: a template, or a source to fetch it from; data, perhaps with settings; hooks. */
export interface RenderToStringProps extends RenderHTMLOptions, TemplateProps {
  data?: unknown;
}

/**
 * Fetches what the props name, then prints it (contract §4).
 * @throws the errors of the specification's catalogue.
 */
export async function renderToString<
  const Library extends string | undefined = undefined,
  const Component extends string | undefined = undefined,
  const Template extends string | undefined = undefined,
>(props: WithContentData<RenderToStringProps, Library, Component, Template>): Promise<string> {
  const [template, data] = await fetchContent(props, fetchData, fetchServerTemplate);
  return renderHTMLContent(template, data, props);
}

/**
 * Fetches a component by its source string or parts.
 * @throws the errors of the specification's catalogue.
 */
export async function fetchComponent(reference: ComponentReference): Promise<FetchedComponent> {
  return fetchDeliveredComponent(reference, fetchServerTemplate);
}

export { ELEMENT_PROPERTIES, renderElement, type ElementProps, type RenderedElement } from './utils/server/element';
export type { ContentData, WithContentData } from './utils/element/content-data';
export { renderToStream, type StreamOptions } from './utils/server/stream';
export type { RenderOptions } from './utils/server/server-render';
export { DataSettings, fetchData, hasDataSettings, isDataSettings, type Settings } from './utils/data/settings';
export { externalProps } from './utils/external/component-query';
export { registerDatasource } from './utils/external/registry';
export type { ExternalDatasource, ExternalProps, Schema } from './utils/external/definition';
export { renderPreloads } from './utils/delivery/preload-links';
export type { FetchedComponent, TemplateProps };
export * from './utils/source/source';
export {
  ComponentFetchError,
  FeaasError,
  FetchFailedError,
  InvalidResponseError,
  MissingSourceError,
  SourceParseError,
  type ErrorDetails,
} from './global/errors';
export { serializeRichText } from './utils/data/rich-text';
export { parseRichText } from './utils/data/rich-text-parse';
