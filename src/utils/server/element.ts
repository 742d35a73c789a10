/** Renders a component as its element: attributes, content, and the data that a page needs to continue. */
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

/** The source properties on a server, which may be undefined. */
type ServerSourceProps = {
  readonly [Name in (typeof SOURCE_ATTRIBUTES)[number]]?: SourceProps[Name] | undefined;
};

/** A component on a server: the properties of `feaas-component`. */
export interface ElementProps extends ServerSourceProps {
  /** Template to use instead of a fetched one. */
  readonly template?: string | undefined;
  /** Data to bind; may hold data settings, which are fetched. */
  readonly data?: unknown;
  /** Resources to fetch: a list of `data`, `template`, `stylesheet`; all by default. */
  readonly fetch?: string | boolean | undefined;
  /** Lets an editor customize the component in place. */
  readonly editable?: boolean | undefined;
  /** Prevents loading and rendering in the page; the server prints no content. */
  readonly suspended?: boolean | undefined;
  /** Shows the source in the page's `feaasSrc`; the server prints no content. */
  readonly preview?: boolean | undefined;
  /** Renders into the shadow root; the server prints no content. */
  readonly isolate?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  /** `lazy` delays loading until the component is near the viewport; server-rendered content is visible at once. */
  readonly loading?: string | undefined;
  /** Further HTML attributes of the element, such as `class`, `id`, `style`. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** An element that a server rendered. */
export interface RenderedElement {
  /** The element with its content. If data was fetched, a script with the results comes first. */
  readonly html: string;
  /** Attributes of the element, including data as JSON. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The element's content; empty if the page renders it. */
  readonly content: string;
  /** `<link rel="stylesheet">` elements that the content needs, for the page's head or before the element. */
  readonly head: string;
  /** Unique URLs of those stylesheets. */
  readonly styles: readonly string[];
  /** Results of data sources, by their settings as JSON; the page does not request them again. */
  readonly fetched: Readonly<Record<string, unknown>>;
}

const NAMES = [...SOURCE_ATTRIBUTES, 'template', 'fetch', 'loading'] as const;
const FLAGS = ['editable', 'suspended', 'preview', 'isolate', 'hidden'] as const;
/** Names of the members of {@link ElementProps}, except `attributes`. */
export const ELEMENT_PROPERTIES: readonly (keyof ElementProps)[] = Object.freeze([...NAMES, ...FLAGS, 'data'] as const);

/**
 * Serializes data for its attribute. Data that can not be JSON, such as a cyclic object, is logged and counts as empty
 * (§5).
 */
function dataText(data: unknown): string {
  try {
    return JSON.stringify(plainData(data));
  } catch (error) {
    logError(`<feaas-component>: data is not JSON and counts as empty. Correct it: ${(error as Error).message}`);
    return '{}';
  }
}

/** The attributes for properties. */
function attributesOf(props: ElementProps): Record<string, string> {
  const attributes: Record<string, string> = { ...props.attributes };
  for (const name of NAMES) if (props[name] != null) attributes[name] = String(props[name]);
  for (const name of FLAGS) if (props[name]) attributes[name] = '';
  const { data } = props;
  if (data !== undefined) attributes['data'] = typeof data === 'string' ? data : dataText(data);
  return attributes;
}

/** Stylesheet links for a page's head. */
export const stylesheetLinks = (urls: Iterable<string>): string =>
  [...urls].map((url) => `<link rel="stylesheet" href="${escapeAttribute(url)}">`).join('');

/** URL of the stylesheet that an element needs, available before anything is fetched. */
export const stylesheetAhead = (props: ElementProps): string | undefined =>
  new ServerRender({}, new Answers()).stylesheetOf(attributesOf({ ...props, data: undefined }));

/** An element without content, which the page renders. */
export const bareElement = (props: ElementProps): string => renderElementToString(attributesOf(props), '');

interface Rendering {
  readonly rendered: RenderedComponent;
  readonly fetched: Readonly<Record<string, unknown>>;
}

async function render(
  serverRender: ServerRender,
  attributes: Record<string, string>,
  data: unknown,
): Promise<Rendering> {
  try {
    const rendered = (await serverRender.component(attributes, data)) ?? { attributes, content: '' };
    return { rendered, fetched: await serverRender.fetched() };
  } catch (error) {
    throw frameworkSignalOf(error) ?? error;
  }
}

/**
 * Fetches the resources of a component and its nested components, and prints its element. The page's script hydrates
 * the same nodes and does not request fresh resources again.
 * @param answers results that the components of one page share, so that each is fetched once
 * @throws the errors of the specification's catalog if the component itself can not be fetched.
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
  const serverRender = new ServerRender(options, answers);
  const attributes = attributesOf(props);
  // Parsed from the attribute, as the element does, so that both bind equal data.
  const data = parseData(attributes['data']);
  const { rendered, fetched } = await render(serverRender, attributes, data);
  const styles = [...serverRender.styles];
  return {
    ...rendered,
    html: answersScript(fetched) + renderElementToString(rendered.attributes, rendered.content),
    head: stylesheetLinks(styles),
    styles,
    fetched,
  };
}
