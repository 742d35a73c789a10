/** `feaas-kit`: the engine as functions, for pages (contract §4). */
export {
  FeaasError,
  FetchFailedError,
  InvalidResponseError,
  SourceParseError,
  type ErrorDetails,
} from './global/errors';
export { ComponentFetchError, MissingSourceError } from './global/errors-later';
export { setLogger, type Logger } from './global/logger';
export * from './utils/source/source';
export { DataSettings, fetchData, hasDataSettings, isDataSettings, type Settings } from './utils/data/settings';
export { serializeRichText, type RichTextDocument, type RichTextNode } from './utils/data/rich-text';
export { parseRichText } from './utils/data/rich-text-dom';
export { clearFetchCache } from './utils/delivery/request';
export {
  fetchComponent,
  loadStylesheet,
  renderComponent,
  renderComponentPromise,
  renderDOMContent,
  renderHTMLContent,
  renderToString,
  type ComponentRenderProps,
} from './api';
export type { FetchedComponent, TemplateProps } from './utils/delivery/fetch-component';
export type { Hooks } from './utils/template/values';
export type { Phase, RenderDetail } from './utils/element/component';
export type * from './components';
