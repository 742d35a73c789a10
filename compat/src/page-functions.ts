'use client';

/** Functions that need a page. */
import {
  clearFetchCache as clearKitFetchCache,
  loadStylesheet as loadKitStylesheet,
  renderComponent as renderKitComponent,
  renderComponentPromise as renderKitComponentPromise,
  renderDOMContent as renderKitDOMContent,
} from 'feaas-kit';
import { withDatasources } from './datasources.js';
import type { DataScopes, FEAASCDNStylesheetProps, FEAASComponentProps, FEAASCustomizations } from './types.js';

/** Clears the cache of fetched resources. */
export const clearFetchCache: () => void = clearKitFetchCache;

const prepared = (props: FEAASComponentProps): never => ({ ...props, data: withDatasources(props.data) }) as never;

/** Renders a component into an element, by default a new one. Returns the element at once. */
export const renderComponent = (props: FEAASComponentProps, root?: HTMLElement): HTMLElement =>
  renderKitComponent(prepared(props), root) as HTMLElement;

/** Like `renderComponent`, but resolves once it is rendered. */
export const renderComponentPromise = async (props: FEAASComponentProps, root?: HTMLElement): Promise<HTMLElement> =>
  (await renderKitComponentPromise(prepared(props), root)) as HTMLElement;

/** Renders a template with data into an element. Content that needs lazy modules of the kit is rendered later. */
export function renderDOMContent(
  root: HTMLElement,
  template: string,
  data?: DataScopes,
  config?: FEAASCustomizations,
): HTMLElement {
  const pending = renderKitDOMContent(root, template, data, config as never);
  if (pending instanceof Promise) pending.catch((error: unknown) => reportError(error));
  return root;
}

/** Renders a template with data into a new element. */
export const renderComponentElement = (content: string, data?: DataScopes): HTMLDivElement =>
  renderDOMContent(document.createElement('div'), content, data) as HTMLDivElement;

/** Loads a library's stylesheet into the page, once. */
export const loadStylesheet = async (props: FEAASCDNStylesheetProps): Promise<HTMLElement> =>
  (await loadKitStylesheet(props as never)) as unknown as HTMLElement;
