/** `feaas-kit`: the engine as functions, for pages (contract §4). */
export {
  ComponentFetchError,
  FeaasError,
  FetchFailedError,
  InvalidResponseError,
  MissingSourceError,
  SourceParseError,
  type ErrorDetails,
} from './global/errors';
export { setLogger, type Logger } from './global/logger';
export * from './utils/source/source';
export { DataSettings, fetchData, hasDataSettings, isDataSettings, type Settings } from './utils/data/settings';
export { serializeRichText, type RichTextDocument, type RichTextNode } from './utils/data/rich-text';
export { parseRichText } from './utils/data/rich-text-dom';
export { registerComponent, registerDatasource } from './utils/external/registry';
export type {
  ExternalComponent,
  ExternalDatasource,
  ExternalInstance,
  ExternalPlace,
  ExternalProps,
  MountExternal,
  Schema,
} from './utils/external/definition';
export { renderPreloads } from './utils/delivery/preload-links';
export { clearFetchCache } from './utils/delivery/resource-store';
export {
  configureDelivery,
  fetchComponent,
  loadStylesheet,
  renderComponent,
  renderComponentPromise,
  renderDOMContent,
  renderHTMLContent,
  renderToString,
  whenDeliverySettled,
  type ComponentRenderProps,
} from './api';
export type { FetchedComponent, TemplateProps } from './utils/delivery/fetch-component';
export type { Hooks } from './utils/template/environment';
export type { RenderDetail } from './utils/element/component-host';
export type {
  ComponentAttributes,
  ContentData,
  ContentElement,
  ExternalPropsOf,
  WithContentData,
} from './utils/element/content-data';
export type { FeaasEventMap } from './utils/element/events';
export type { FetchList, FetchPart, JsonData, Loading, RevisionName } from './utils/element/property-types';
export type { AuthRequest } from './utils/frontend/context';
export type { EditorTarget, PickDetail } from './utils/frontend/types';
export type { Auth } from './utils/gateway';
export type { Gateway, GraphqlClient, GraphqlDocument, GraphqlObserver, GraphqlOptions } from './utils/gateway/page';
export type { DeliveryOptions } from './utils/delivery/delivery-options';
export type { Phase } from './utils/delivery/resource';
export type * from './components';
