/** The programmatic API of the page (contract §4): rendering without elements. */
import { fetchData, hasDataSettings } from './utils/data/settings';
import { setDeliveryOptions } from './utils/delivery/configure-delivery';
import type { DeliveryOptions } from './utils/delivery/delivery-options';
import { registerPageModules } from './utils/modules';
import * as deferred from './utils/deferred';
import { loadModule, lazyModules } from './utils/scheduling/lazy-modules';
import {
  fetchComponent as fetchDeliveredComponent,
  fetchContent,
  sourceOf,
  type FetchedComponent,
  type TemplateProps,
} from './utils/delivery/fetch-component';
import { loadPageStylesheet } from './utils/delivery/load-stylesheet';
import type { StylesheetElement } from './utils/delivery/stylesheet-elements';
import { startPersistenceWhenIdle } from './utils/delivery/resource-store';
import type { WithContentData } from './utils/element/content-data';
import { addContentClass } from './utils/element/content-class';
import { getStylesheetURL, type ComponentReference, type StylesheetReference } from './utils/source/source';
import { claimRender, loadAndRender } from './utils/template/load-and-render';
import type { Hooks } from './utils/template/environment';
import { ownMembers } from './utils/template/own-members';
import * as hostBindings from './utils/template/host-bindings';
import * as updates from './utils/template/updates';

/**
 * The parts, set up at the first call: modules of the kit have no side effects. Functions are synchronous where they
 * can be, so nothing but the sanitizer and the path libraries comes late.
 */
function setUp(): void {
  lazyModules.deferred ??= deferred;
  lazyModules.updates ??= updates;
  lazyModules.hostBindings ??= hostBindings;
  registerPageModules();
}

/**
 * Fetches a component by its source string or parts.
 * @throws the errors of the specification's catalogue.
 */
export async function fetchComponent(reference: ComponentReference): Promise<FetchedComponent> {
  setUp();
  startPersistenceWhenIdle();
  return fetchDeliveredComponent(reference);
}

/**
 * Loads a library's stylesheet into the page, once per URL; a `<link>` or `<style data-href>` already there is used.
 * @throws SourceParseError, MissingSourceError, FetchFailedError, InvalidResponseError.
 */
export async function loadStylesheet(reference: StylesheetReference): Promise<StylesheetElement> {
  setUp();
  startPersistenceWhenIdle();
  return loadPageStylesheet(getStylesheetURL(reference));
}

/**
 * Sets how the page's delivery works; options that are not named stay. Before it: `<meta name="feaas-delivery">`.
 * @throws RangeError for what is no number from 0 on; nothing is set then.
 */
export function configureDelivery(options: Partial<DeliveryOptions>): void {
  setDeliveryOptions(options);
}

/** Resolves when all that was asked for is answered, every check that is due has run, and copies are written. */
export async function whenDeliverySettled(): Promise<void> {
  setUp();
  await (await loadModule('persistence')).persistence.whenSettled();
}

/** What to render: a template, or a source to fetch it from; data, perhaps with settings; hooks. */
export interface ComponentRenderProps extends Hooks, TemplateProps {
  data?: unknown;
}

/**
 * Renders a template with data into an element. Synchronous, unless the data holds markup or a path needs a part of the
 * kit that is not loaded yet: then what is returned is a promise of the element.
 */
export function renderDOMContent<T extends Element>(
  element: T,
  template: string,
  data?: unknown,
  hooks?: Hooks,
): T | Promise<T> {
  setUp();
  addContentClass(ownMembers(element));
  const pending = loadAndRender(element, template, data, { hooks });
  return pending ? pending.then(() => element) : element;
}

/**
 * Renders a component into an element, a new div by default; the promise resolves when it is rendered, or when something asked
 * for later is due.
 */
export async function renderComponentPromise<
  const Library extends string | undefined = undefined,
  const Component extends string | undefined = undefined,
  const Template extends string | undefined = undefined,
>(
  props: WithContentData<ComponentRenderProps, Library, Component, Template>,
  element: Element = document.createElement('div'),
): Promise<Element> {
  setUp();
  const isLast = claimRender(element);
  const [template, data] = await fetchContent(props, fetchData);
  return isLast() ? renderDOMContent(element, template, data, props) : element;
}

/**
 * Renders a component into an element, which is returned at once; filled already when nothing has to be fetched.
 * @throws SourceParseError, MissingSourceError.
 */
export function renderComponent<
  const Library extends string | undefined = undefined,
  const Component extends string | undefined = undefined,
  const Template extends string | undefined = undefined,
>(
  props: WithContentData<ComponentRenderProps, Library, Component, Template>,
  element: Element = document.createElement('div'),
): Element {
  if (props?.template == null) sourceOf(props ?? {});
  if (props?.template != null && !hasDataSettings(props.data)) {
    const pending = renderDOMContent(element, props.template, props.data, props);
    if (pending instanceof Promise) pending.catch((error: unknown) => reportError(error));
  } else renderComponentPromise(props, element).catch((error: unknown) => reportError(error));
  return element;
}

/** Renders a template with data to HTML; a promise where {@link renderDOMContent} would return one. */
export function renderHTMLContent(template: string, data?: unknown, hooks?: Hooks): string | Promise<string> {
  setUp();
  // In a document without a window nothing that is rendered loads.
  const container = document.implementation.createHTMLDocument('').createElement('div');
  const pending = loadAndRender(container, template, data, { hooks });
  return pending ? pending.then(() => container.innerHTML) : container.innerHTML;
}

/** Fetches what the props name, then renders it to HTML. */
export async function renderToString<
  const Library extends string | undefined = undefined,
  const Component extends string | undefined = undefined,
  const Template extends string | undefined = undefined,
>(props: WithContentData<ComponentRenderProps, Library, Component, Template>): Promise<string> {
  setUp();
  const [template, data] = await fetchContent(props, fetchData);
  return renderHTMLContent(template, data, props);
}
