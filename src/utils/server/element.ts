/** A component as its element: attributes, content, and what a page needs to go on with it. */
import type { WithContentData } from '../element/content-data';
import { frameworkSignalOf } from '../../global/framework-signal';
import { logError } from '../../global/logger';
import { plainData } from '../path/plain-data';
import { answersScript } from '../data/ssr-data';
import { SOURCE_ATTRIBUTES, type SourceProps } from '../element/component-source';
import { parseData } from '../element/parse-data';
import { escapeAttribute } from '../template/escape-html';
import { renderElementToString } from './placeholders';
import { Answers, ServerRender, type RenderedComponent, type RenderOptions } from './server-render';

/** The properties of a source on a server: some may be undefined. */
type ServerSourceProps = {
  readonly [Name in (typeof SOURCE_ATTRIBUTES)[number]]?: SourceProps[Name] | undefined;
};

/** A component on a server: the properties of `feaas-component`. */
export interface ElementProps extends ServerSourceProps {
  /** Template in place of a fetched one. */
  readonly template?: string | undefined;
  /** Data to bind; may hold data settings, which are fetched. */
  readonly data?: unknown;
  /** What to fetch: a list of `data`, `template`, `stylesheet`; all by default. */
  readonly fetch?: string | boolean | undefined;
  /** Lets an editor customize the component in place. */
  readonly editable?: boolean | undefined;
  /** The page neither loads nor repaints it; the server prints nothing. */
  readonly suspended?: boolean | undefined;
  /** Shows the source in the page's `feaasSrc`; the server prints nothing. */
  readonly preview?: boolean | undefined;
  /** Draws in the shadow root; the server prints nothing. */
  readonly isolate?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  /** `lazy` waits with loading until the component is about to be seen; what the server rendered is there. */
  readonly loading?: string | undefined;
  /** Further attributes of the element, by their names in HTML: `class`, `id`, `style`. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** An element that a server rendered. */
export interface RenderedElement {
  /** The element with its content; before it, when data was fetched, a script that holds the answers. */
  readonly html: string;
  /** Attributes of the element, data as JSON among them. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands in the element; empty where the page itself shows it. */
  readonly content: string;
  /** `<link rel="stylesheet">` for what the content needs, for the page's head or before the element. */
  readonly head: string;
  /** URLs of those stylesheets, each once. */
  readonly styles: readonly string[];
  /** What data sources answered, by their settings as JSON; the page asks them no more. */
  readonly fetched: Readonly<Record<string, unknown>>;
}

const NAMES = [...SOURCE_ATTRIBUTES, 'template', 'fetch', 'loading'] as const;
const FLAGS = ['editable', 'suspended', 'preview', 'isolate', 'hidden'] as const;
/** Names of what {@link ElementProps} has beside `attributes`, which are of the element alone. */
export const ELEMENT_PROPERTIES: readonly (keyof ElementProps)[] = Object.freeze([...NAMES, ...FLAGS, 'data'] as const);

/** Data as its attribute holds it; what can not be JSON, such as an object that contains itself, is logged and counts as empty (§5). */
function dataText(data: unknown): string {
  try {
    return JSON.stringify(plainData(data));
  } catch (error) {
    logError(`<feaas-component>: data is not JSON and counts as empty. Correct it: ${(error as Error).message}`);
    return '{}';
  }
}

/** Attributes that say what properties do. */
function attributesOf(props: ElementProps): Record<string, string> {
  const attributes: Record<string, string> = { ...props.attributes };
  for (const name of NAMES) if (props[name] != null) attributes[name] = String(props[name]);
  for (const name of FLAGS) if (props[name]) attributes[name] = '';
  const { data } = props;
  if (data !== undefined) attributes['data'] = typeof data === 'string' ? data : dataText(data);
  return attributes;
}

/** Links to stylesheets, for a page's head. */
export const stylesheetLinks = (urls: Iterable<string>): string =>
  [...urls].map((url) => `<link rel="stylesheet" href="${escapeAttribute(url)}">`).join('');

/** URL of the stylesheet that an element is going to need, known before anything is fetched. */
export const stylesheetAhead = (props: ElementProps): string | undefined =>
  new ServerRender({}, new Answers()).stylesheetOf(attributesOf({ ...props, data: undefined }));

/** An element without content, for the page to fill. */
export const bareElement = (props: ElementProps): string => renderElementToString(attributesOf(props), '');

interface Rendering {
  readonly rendered: RenderedComponent;
  readonly fetched: Readonly<Record<string, unknown>>;
}

async function render(visit: ServerRender, attributes: Record<string, string>, data: unknown): Promise<Rendering> {
  try {
    const rendered = (await visit.component(attributes, data)) ?? { attributes, content: '' };
    return { rendered, fetched: await visit.fetched() };
  } catch (error) {
    throw frameworkSignalOf(error) ?? error;
  }
}

/**
 * Fetches what a component needs, nested ones included, and prints its element, which the page's script adopts: the same
 * nodes, and no request repeated for what is fresh.
 * @param answers shared by the components of one page; each is fetched once.
 * @throws the errors of the specification's catalogue when the component itself can not be had.
 */
export async function renderElement<
  const Library extends string | undefined = undefined,
  const Component extends string | undefined = undefined,
  const Template extends string | undefined = undefined,
>(
  props: WithContentData<ElementProps, Library, Component, Template>,
  options: RenderOptions = {},
  answers = new Answers(),
): Promise<RenderedElement> {
  const visit = new ServerRender(options, answers);
  const attributes = attributesOf(props);
  // Out of its text, as the element reads it: both sides bind the same.
  const data = parseData(attributes['data']);
  const { rendered, fetched } = await render(visit, attributes, data);
  const styles = [...visit.styles];
  return {
    ...rendered,
    html: answersScript(fetched) + renderElementToString(rendered.attributes, rendered.content),
    head: stylesheetLinks(styles),
    styles,
    fetched,
  };
}
