/** The engine as servers have it: all parts at once, one string renderer, and nothing remembered between requests. */
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

const renderer = new StringRenderer(parseHTML);

// A server has every module at once.
Object.assign(lazyModules, {
  deferred,
  advancedPaths: { queryAdvanced },
  javascriptPaths,
  rfc9535Paths,
  sanitizer: { sanitize, insertMarkup, richTextToText },
});

/** A server outlives what it fetched: responses are shared while they are on their way, and not kept. */
const store = new ResourceStore({ loadCache: () => undefined, keepsUnused: false });

/**
 * Fetches a component's template, its fork's first (S4).
 * @throws FetchFailedError, InvalidResponseError, ComponentFetchError.
 */
export const fetchServerTemplate = (requests: readonly ResourceRequest[]): Promise<CachedResource> =>
  fetchTemplate(requests, store);

/** How many values were printed so far that a parser may put elsewhere. Printing is synchronous: a difference is of what was between. */
export const countMovable = (): number => renderer.movable;

/** The same of what items of lists showed of the template, in the place of a value. */
export const countFallbacksInItems = (): number => renderer.fallbacksInItems;

/** The classes of a host, and whether what is around it has a theme (E3). */
export interface Themes {
  readonly classes: string;
  readonly around?: boolean | undefined;
}

/** Prints a whole template: its top elements lose their themes where the host has one, and what stands in them inherits that (E3). */
const print = (template: string, context: Context, frame: RenderFrame, { classes, around }: Themes): string =>
  renderer.render(template, context, frame, around || THEMED.test(classes), themeOf(classes) ?? around);

/**
 * Prints a template with data.
 * @throws RangeError when template or data nest too deeply.
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
  const env = createEnvironment(data, { hooks, language, timeZone, nested, isClobberSafe, parseReference });
  return createFrame(env, data, undefined);
}

/**
 * Prints what stands in a component's element, and what the bindings on it make of its attributes (D4).
 * @param themed what is around the element has a theme (E3).
 */
export function renderHostToString(
  given: Readonly<Record<string, string>>,
  template: string,
  data: unknown,
  themed: boolean,
  surroundings: Surroundings,
): { attributes: Record<string, string>; content: string } {
  const frame = frameOf(data, surroundings);
  const attributes = Object.entries(given);
  const bound = bindHost({ tag: 'feaas-component', attributes, children: [], foreign: false, node: undefined });
  const own = hostAttributes(bound, attributes, frame);
  // What it writes may be its language, or a theme.
  frame.env.language = own.get('lang') ?? surroundings.language;
  const themes = { classes: own.get('class') ?? '', around: themed };
  const shown = hostContent(bound, template, frame);
  const content =
    shown && !shown.whole
      ? renderer.render(shown.html, shown.context, shown.frame)
      : print(shown?.html ?? template, shown?.context ?? ROOT_CONTEXT, shown?.frame ?? frame, themes);
  return { attributes: Object.fromEntries(own), content };
}

/** What elements of tables stand in. */
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
 * The context that a fragment is parsed in (D22). A string has no element around it: the first element of the template says
 * which one it is for, so that rows, cells and columns stay what they are.
 */
export function contextOfFragment(template: string): Context {
  if (last?.template !== template) last = { template, context: findContext(template) };
  return last.context;
}

/** That of the last template: servers render one many times. */
let last: { readonly template: string; readonly context: Context } | undefined;

function findContext(template: string): Context {
  const tag = FIRST_TAG.exec(template)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(PARENTS, tag) ? { ...ROOT_CONTEXT, tablePart: PARENTS[tag] } : ROOT_CONTEXT;
}
