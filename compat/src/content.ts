/** `Component` and related React components for content. */
import { isReactServer } from '#graph';
import { nodesOfTemplate } from '#nodes';
import { FeaasComponent, ServerComponent as KitServerComponent } from 'feaas-kit-react';
import { Fragment, Suspense, createElement, type ElementType, type ReactElement, type ReactNode } from 'react';
import { DataSettings, fetchData, withDatasources } from './datasources.js';
import { ExternalComponent, ExternalComponentBundle } from './external.js';
import { fetchComponent, getComponentURL, getStylesheetURL } from './functions.js';
import { implementations, toReact, type RenderElement } from './html-node.js';
import { jsonOf } from './json.js';
import { toCamelCase } from './names.js';
import { store } from './store.js';
import type {
  ExternalComponentProps,
  FEAASCDNStylesheetParams,
  FEAASCDNStylesheetSource,
  FEAASReactComponentProps,
  HTMLNode,
} from './types.js';

type Values = Record<string, unknown>;
type ComponentProps = FEAASReactComponentProps & { fetchedData?: unknown };

/** Renders elements of a tag by a component, such as `Image` of Next.js for `img`. */
export function setElementImplementation(tagName: string, Component: unknown): void {
  implementations.set(tagName.toLowerCase(), Component as ElementType);
}

const renderElement: RenderElement = (tag, { class: className, 'data-external-id': id, ...attributes }, children) =>
  tag === 'feaas-external'
    ? ExternalComponent({
        ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toCamelCase(name), value])),
        ...(className && { className }),
        componentName: id ?? '',
        fallback: children,
      })
    : createElement(FeaasComponent as ElementType, { ...attributes, className }, ...children);

/** Nodes that are loading, by template and data. React renders suspended components again when they resolve. */
const pending = new Map<string, Promise<void>>();
const results = new Map<string, LoadResult>();
/** Maximum number of loaded results. Components may unmount before they take theirs. */
const MAX_RESULTS = 50;
type LoadResult = { readonly nodes: HTMLNode[] } | { readonly error: unknown };

function storeResult(key: string, result: LoadResult): void {
  pending.delete(key);
  results.set(key, result);
  if (results.size > MAX_RESULTS) results.delete(results.keys().next().value!);
}

/** A template with data as React elements. */
function Nodes({
  template,
  data,
  renderNode,
}: Pick<ComponentProps, 'renderNode'> & { template: string; data: unknown }): ReactNode {
  const key = jsonOf([template, data]);
  const loading = pending.get(key);
  // Suspends until the nodes are loaded.
  if (loading) throw loading;
  const found = results.get(key);
  // For the nearest error boundary. The error stays stored, since React renders once more, which must not load again.
  if (found && 'error' in found) throw found.error;
  results.delete(key);
  const nodes = found?.nodes ?? nodesOfTemplate(template, data);
  if (nodes instanceof Promise) {
    const request = nodes.then(
      (loaded) => storeResult(key, { nodes: loaded }),
      (error: unknown) => storeResult(key, { error }),
    );
    pending.set(key, request);
    throw request;
  }
  return createElement(Fragment, null, ...toReact(nodes, renderNode, renderElement));
}

/** Whether nodes of a template are replaced, so that React must render it. */
const replacesNodes = (template: string, renderNode: unknown): boolean =>
  !!renderNode || [...implementations.keys()].some((tag) => new RegExp(`<${tag}[\\s/>]`, 'i').test(template));

const logData = (error: unknown): void =>
  console.error(`[feaas] <Component>: data is not JSON and counts as empty. Correct it: ${(error as Error).message}`);

/** Data, and their text for the attribute. An object that cannot be JSON, such as a circular one, counts as empty (§5). */
function withText(data: unknown): [data: unknown, text: unknown] {
  if (typeof data !== 'object' || !data) return [data, data];
  try {
    return [data, jsonOf(data)];
  } catch (error) {
    logData(error);
    return [{}, '{}'];
  }
}

/** Whether the element fetches data. */
const fetchesData = (fetch: ComponentProps['fetch']): boolean =>
  fetch == null || fetch === true || String(fetch).includes('data');

/** Content; or an external component if the props have a `componentName`, like `Component` of `@sitecore/byoc/react`. */
export function Component(props: ComponentProps): ReactElement;
// `createElement` and `ComponentProps` use the last overload, which accepts both.
export function Component(props: ComponentProps | ExternalComponentProps): ReactElement | null;
export function Component(props: ComponentProps | ExternalComponentProps): ReactElement | null {
  if ('componentName' in props) return ExternalComponent(props as ExternalComponentProps);
  const { data, fetchedData, lastModified, renderNode, preload, template, ...rest } = props as ComponentProps & Values;
  const { class: classes, className = classes, ...others } = rest as Values;
  const [bound, text] = withText(withDatasources(fetchedData ?? data));
  const elementProps: Values = {
    ...others,
    ...(className ? { className } : {}),
    ...(lastModified != null && { 'last-modified': String(lastModified) }),
    ...(bound !== undefined && { data: text }),
    ...(isReactServer && store.bundle ? { skipsPageComponents: true } : {}),
  };
  if (typeof template === 'string' && replacesNodes(template, renderNode)) {
    const nodes = createElement(Nodes, { template, data: withoutSettings(bound), renderNode });
    // React renders the content, so the element must not.
    return createElement(
      FeaasComponent as ElementType,
      { ...elementProps, fetch: '', suspended: true },
      createElement(Suspense, null, nodes),
    );
  }
  const isPrinted = isReactServer && typeof template === 'string';
  // Data settings are fetched in the page.
  const isLeftToPage = fetchesData(rest['fetch'] as ComponentProps['fetch']) && DataSettings.hasDataSettings(bound);
  const element = createElement((isPrinted && !isLeftToPage ? KitServerComponent : FeaasComponent) as ElementType, {
    ...elementProps,
    ...(template !== undefined && { template }),
  });
  const href = preload && template === undefined ? getComponentURL(others as never) : undefined;
  return createElement(
    Fragment,
    null,
    href && createElement('link', { rel: 'preload', as: 'fetch', href, crossOrigin: 'anonymous' }),
    isReactServer && createElement(ExternalComponentBundle),
    element,
  );
}

/** Parses data. Invalid JSON counts as empty, as in the element (§5). */
function parseData(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  if (!data.trim()) return {};
  try {
    return JSON.parse(data) as unknown;
  } catch (error) {
    logData(error);
    return {};
  }
}

/** Data without settings. Settings count as empty, since the page fetches them. */
const withoutSettings = (data: unknown): unknown => {
  const value = parseData(data);
  return DataSettings.hasDataSettings(value) ? {} : value;
};

/** Content with a template and data that the server fetches. */
export async function ServerComponent(props: FEAASReactComponentProps): Promise<ReactElement> {
  const { data, fetch, renderNode, ...rest } = props;
  const bound = withDatasources(data);
  if (renderNode || implementations.size) {
    const [template, fetchedData] = await Promise.all([
      rest.template ?? fetchComponent(rest as never).then(({ template: fetched }) => fetched),
      fetchData(data),
    ]);
    return Component({ ...rest, fetch, renderNode, template, fetchedData } as ComponentProps);
  }
  return createElement(
    Fragment,
    null,
    isReactServer && createElement(ExternalComponentBundle),
    createElement(KitServerComponent as ElementType, {
      ...rest,
      lastModified: undefined,
      preload: undefined,
      fetch,
      data: bound,
      ...(isReactServer && store.bundle ? { skipsPageComponents: true } : {}),
    }),
  );
}

/** A link to a library's stylesheet. */
export const Stylesheet = (props: FEAASCDNStylesheetParams | FEAASCDNStylesheetSource): ReactElement =>
  createElement('link', { rel: 'stylesheet', href: getStylesheetURL(props) });
