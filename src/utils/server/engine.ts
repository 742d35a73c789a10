/**
 * The engine on servers: all modules are loaded, there is one string renderer, and no state is kept between requests.
 */
import { fetchTemplate } from '../delivery/fetch-template';
import type { CachedResource } from '../delivery/resource';
import type { ResourceRequest } from '../delivery/resource-request';
import { ResourceStore } from '../delivery/resource-store';
import * as deferred from '../deferred';
import { lazyModules } from '../scheduling/lazy-modules';
import { queryAdvanced } from '../path/advanced';
import * as javascriptPaths from '../path/javascript-paths';
import * as rfc9535Paths from '../path/rfc9535-paths';
import { ROOT_CONTEXT, type Context } from '../template/analyze';
import { parseHTML, parseReference } from '../template/parse-html';
import { bindHost, hostAttributes, hostContent } from '../template/host-bindings';
import { themeOf } from '../template/inherited-context';
import { StringRenderer } from '../template/string-renderer';
import { THEMED, type TablePart } from '../template/content-model';
import { insertMarkup, isClobberSafe, richTextToText, sanitize } from '../template/server-sanitizer';
import { createEnvironment, createFrame, type EnvironmentOptions, type RenderFrame } from '../template/environment';
import { knownTimeZone } from './time-zone';

const renderer = new StringRenderer(parseHTML);

// A server loads all modules at once.
Object.assign(lazyModules, {
  deferred,
  advancedPaths: { queryAdvanced },
  javascriptPaths,
  rfc9535Paths,
  sanitizer: { sanitize, insertMarkup, richTextToText },
});

/** Requests share running responses, but the server does not keep them. */
const store = new ResourceStore({ loadCache: () => undefined, keepsUnused: false });

/**
 * Fetches a component's template, with its fork preferred (S4).
 * @throws FetchFailedError, InvalidResponseError, ComponentFetchError.
 */
export const fetchServerTemplate = (requests: readonly ResourceRequest[]): Promise<CachedResource> =>
  fetchTemplate(requests, store);

/**
 * Number of values printed so far that a parser may move. Printing is synchronous, so differences belong to one print.
 */
export const countMovable = (): number => renderer.movable;

/** Number of times so far that a list item showed the template's own content instead of a value. */
export const countFallbacksInItems = (): number => renderer.fallbacksInItems;

/** The classes of a host, and whether there is a theme around it (E3). */
export interface Themes {
  readonly classes: string;
  readonly around?: boolean | undefined;
}

/**
 * Prints a whole template. Its top-level elements lose their themes if the host has one, and nested components inherit
 * it (E3).
 */
const print = (template: string, context: Context, frame: RenderFrame, { classes, around }: Themes): string =>
  renderer.render(template, context, frame, around || THEMED.test(classes), themeOf(classes) ?? around);

/**
 * Prints a template with data.
 * @throws RangeError if template or data nest too deeply.
 */
export function renderTemplateToString(
  template: string,
  data: unknown,
  themes: Themes,
  surroundings: Surroundings,
  context: Context = ROOT_CONTEXT,
): string {
  return print(template, context, frameOf(data, surroundings), themes);
}

type Surroundings = Pick<EnvironmentOptions, 'hooks' | 'language' | 'timeZone' | 'nested'>;

function frameOf(data: unknown, { hooks, language, timeZone, nested }: Surroundings): RenderFrame {
  const zone = knownTimeZone(timeZone);
  const env = createEnvironment(data, { hooks, language, timeZone: zone, nested, isClobberSafe, parseReference });
  return createFrame(env, data, undefined);
}

/**
 * Prints the content of a component's element, and applies the bindings on the element to its attributes (D4).
 * @param themed whether there is a theme around the element (E3)
 */
export function renderHostToString(
  inputAttributes: Readonly<Record<string, string>>,
  template: string,
  data: unknown,
  themed: boolean,
  surroundings: Surroundings,
): { attributes: Record<string, string>; content: string } {
  const frame = frameOf(data, surroundings);
  const attributes = Object.entries(inputAttributes);
  const bound = bindHost({ tag: 'feaas-component', attributes, children: [], foreign: false, node: undefined });
  const boundAttributes = hostAttributes(bound, attributes, frame);
  // A binding may have written its language or a theme.
  frame.env.language = boundAttributes.get('lang') ?? surroundings.language;
  const themes = { classes: boundAttributes.get('class') ?? '', around: themed };
  const boundContent = hostContent(bound, template, frame);
  const content =
    boundContent && !boundContent.whole
      ? renderer.render(boundContent.html, boundContent.context, boundContent.frame)
      : print(
          boundContent?.html ?? template,
          boundContent?.context ?? ROOT_CONTEXT,
          boundContent?.frame ?? frame,
          themes,
        );
  return { attributes: Object.fromEntries(boundAttributes), content };
}

/** Parents of table elements. */
const PARENTS: Readonly<Record<string, TablePart>> = {
  tr: 'tbody',
  td: 'tr',
  th: 'tr',
  col: 'colgroup',
  caption: 'table',
  colgroup: 'table',
  thead: 'table',
  tbody: 'table',
  tfoot: 'table',
};
const FIRST_TAG = /^\s*(?:<!--[^]*?-->\s*)*<([a-z]+)(?=[\s/>])/i;

/**
 * The context in which a fragment is parsed (D22). A string has no parent element, so the first element of the template
 * decides, and parsers keep rows, cells and columns.
 */
export function contextOfFragment(template: string): Context {
  if (last?.template !== template) last = { template, context: findContext(template) };
  return last.context;
}

/** Cache for the last template: servers often render one template many times. */
let last: { readonly template: string; readonly context: Context } | undefined;

function findContext(template: string): Context {
  const tag = FIRST_TAG.exec(template)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(PARENTS, tag) ? { ...ROOT_CONTEXT, tablePart: PARENTS[tag] } : ROOT_CONTEXT;
}
