/** Content components in server components: what they show stands in the HTML, and the page's element takes it over. */
import {
  ELEMENT_PROPERTIES,
  MissingSourceError,
  SourceParseError,
  getStylesheetURL,
  renderElement,
  type ElementProps,
  type RenderOptions,
} from 'feaas-kit/server';
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
import { renderExternal } from './print-content.js';
import { RenderedComponent } from './rendered.js';
import { stylesheetLink } from './stylesheet.js';

export interface ServerComponentProps
  extends Omit<ElementProps, 'attributes' | 'fetch'>, Omit<HTMLAttributes<HTMLElement>, keyof ElementProps> {
  readonly fetch?: FetchProp | undefined;
  /** How the server asks: its `fetch`, the page's address, its language. */
  readonly options?: RenderOptions | undefined;
  /** Told why the server could not have it: the page then tries again, and shows `children` meanwhile. Logged by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** What shows while there is nothing else to show. */
  readonly children?: ReactNode;
}

/** Properties of its own, which the element does not get. */
const OWN = new Set(['children', 'options', 'onError', 'className']);

/** The properties that say what is shown, and all others, which are the element's. */
function split(props: ServerComponentProps): [shown: ElementProps, rest: Record<string, unknown>] {
  const shown: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (OWN.has(name)) continue;
    if (!(ELEMENT_PROPERTIES as readonly string[]).includes(name)) rest[name] = value;
    else if (value !== undefined) shown[name] = value;
  }
  return [shown, rest];
}

async function Content(props: ServerComponentProps): Promise<ReactElement> {
  const { children, options, onError, className } = props;
  const [shown, rest] = split(props);
  try {
    const { attributes, content, styles, fetched } = await renderElement(
      className ? { ...shown, attributes: { class: className } } : shown,
      options,
    );
    // Components that this module graph has registered are rendered here; HTML in a text can not hold them.
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
    // What the page can not mend either is a mistake of who wrote it.
    if (error instanceof MissingSourceError || error instanceof SourceParseError) throw error;
    if (onError) onError(error);
    else console.error(`[feaas] <ServerComponent>: ${(error as Error).message}; the page tries again.`, error);
    const bare = { ...rest, ...shown, className } as ComponentProps<typeof FeaasComponent>;
    return createElement(FeaasComponent, bare, children);
  }
}

/** The stylesheet that it is going to need, where its properties say which. */
function ahead({ src, cdn, hostname, library, revision, fetch = true }: ServerComponentProps): ReactElement | null {
  if ((!src && !library) || !/true|stylesheet/.test(String(fetch))) return null;
  return stylesheetLink(
    getStylesheetURL(src ? { src } : { cdn: cdn ?? hostname, library: library!, revision: revision as 'published' }),
  );
}

/**
 * Shows a content component out of what the server fetches: its template, its data, and those that stand in it. Its stylesheet
 * is on its way before that. The page asks for nothing again that is fresh.
 * @throws SourceParseError, MissingSourceError; what the host does not answer is told to `onError`.
 */
export async function ServerComponent({ fetch, ...given }: ServerComponentProps): Promise<ReactElement> {
  const props = { ...given, ...fetchAttribute(fetch) };
  return createElement(
    Fragment,
    null,
    ahead(props),
    createElement(Content as unknown as () => ReactElement, props as object),
  );
}
