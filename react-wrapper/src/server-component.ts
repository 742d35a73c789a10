/**
 * Content components as React server components: their content is in the HTML, and the element hydrates it in the page.
 */
import {
  ELEMENT_PROPERTIES,
  MissingSourceError,
  SourceParseError,
  getStylesheetURL,
  renderElement,
  type ElementProps,
  type RenderOptions,
} from 'feaas-kit/server';
import type { ContentData } from 'feaas-kit';
import {
  Fragment,
  createElement,
  type ComponentProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { FeaasComponent } from './components/feaas-component.js';
import { extractExternals } from './external-content.js';
import { fetchAttribute, type FetchProp } from './fetch-prop.js';
import { renderExternal } from './server-content.js';
import { RenderedComponent } from './rendered.js';
import { stylesheetLink } from './stylesheet.js';

type Name = string | undefined;

/** Properties that do not depend on the component. */
interface CommonProps
  extends
    Omit<ElementProps, 'attributes' | 'component' | 'data' | 'fetch' | 'library' | 'template'>,
    Omit<HTMLAttributes<HTMLElement>, keyof ElementProps> {
  readonly fetch?: FetchProp | undefined;
  /** Options of the server's requests: `fetch`, the page's URL, its language. */
  readonly options?: RenderOptions | undefined;
  /**
   * Called if the server could not fetch the content; the page then retries and displays `children`. Logs the error by
   * default.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Displayed while there is no content. */
  readonly children?: ReactNode;
}

/**
 * The properties of {@link ServerComponent}. `data` is checked if `Library` and `Component` are names in the content's
 * types: see {@link ContentData}.
 */
export type ServerComponentProps<
  Library extends Name = Name,
  Component extends Name = Name,
  Template extends Name = Name,
> = CommonProps & {
  /** Id of the library. */
  readonly library?: Library | undefined;
  /** Id of the component. */
  readonly component?: Component | undefined;
  /** Template in place of a fetched one. */
  readonly template?: Template | undefined;
  /** Data to bind; may hold data settings, which are fetched. */
  readonly data?: ContentData<Library, Component, Template, unknown> | undefined;
};

/** Props that are not passed to the element. */
const COMPONENT_PROPS = new Set(['children', 'options', 'onError', 'className']);

/** Splits the props into those that determine the content, and those of the element. */
function split(props: ServerComponentProps): [shown: ElementProps, rest: Record<string, unknown>] {
  const contentProps: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (COMPONENT_PROPS.has(name)) continue;
    if (!(ELEMENT_PROPERTIES as readonly string[]).includes(name)) rest[name] = value;
    else if (value !== undefined) contentProps[name] = value;
  }
  return [contentProps, rest];
}

async function Content(props: ServerComponentProps): Promise<ReactElement> {
  const { children, options, onError, className } = props;
  const [contentProps, rest] = split(props);
  try {
    const { attributes, content, styles, fetched } = await renderElement(
      className ? { ...contentProps, attributes: { class: className } } : contentProps,
      options,
    );
    // Renders components that this module graph has registered, because a string of HTML can not contain them.
    const { html, nodes } = extractExternals(content, renderExternal);
    return createElement(
      RenderedComponent,
      {
        ...rest,
        rendered: { attributes, content: html, styles, fetched },
        ...(nodes.length && { externals: nodes.map((node, key) => createElement(Fragment, { key }, node)) }),
      },
      children,
    );
  } catch (error) {
    // The props are invalid, so the page would fail as well.
    if (error instanceof MissingSourceError || error instanceof SourceParseError) throw error;
    // Signals of the framework end prerendering, and must reach it.
    if (typeof (error as { digest?: unknown }).digest === 'string') throw error;
    if (onError) onError(error);
    else console.error(`[feaas] <ServerComponent>: ${(error as Error).message}; the page tries again.`, error);
    const bare = { ...rest, ...contentProps, className } as ComponentProps<typeof FeaasComponent>;
    return createElement(FeaasComponent, bare, children);
  }
}

const isSet = (value: unknown): boolean => value === '' || !!value;

/** Properties that require the page to load the stylesheet, maybe into a shadow root (E2). */
const OF_PAGE = ['hidden', 'isolate', 'suspended', 'preview'] as const;

/** A link to the stylesheet, if the props determine its URL before anything is fetched. */
function earlyStylesheet(props: ServerComponentProps): ReactElement | null {
  const { src, cdn, hostname, library, revision, fetch = true } = props;
  if (OF_PAGE.some((name) => isSet((props as Record<string, unknown>)[name]))) return null;
  if ((!src && !library) || !/true|stylesheet/.test(String(fetch))) return null;
  return stylesheetLink(
    getStylesheetURL(src ? { src } : { cdn: cdn ?? hostname, library: library!, revision: revision as 'published' }),
  );
}

/**
 * Displays a content component that the server fetches: its template, its data, and nested components. Prints the link
 * to its stylesheet first. The page does not request fresh resources again.
 * @throws SourceParseError, MissingSourceError; other errors are passed to `onError`.
 */
export async function ServerComponent<
  Library extends Name = undefined,
  Component extends Name = undefined,
  Template extends Name = undefined,
>({ fetch, ...rest }: ServerComponentProps<Library, Component, Template>): Promise<ReactElement> {
  const props = { ...rest, ...fetchAttribute(fetch) };
  return createElement(
    Fragment,
    null,
    earlyStylesheet(props as ServerComponentProps),
    createElement(Content as unknown as () => ReactElement, props as object),
  );
}
