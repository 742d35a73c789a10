/**
 * A template, analysed once: which elements are bound to what, in which scope, and where each value goes.
 * Knows no DOM: parsers hand in a neutral tree, the painter and the printer each build their plan from the result.
 */
import { bindPath, compilePath, scopeKeys, type Binding } from '../path/lookup';
import { DATE_PASS, type Guard, guardOf, PHRASING, STRUCTURED, TIME_CLASS, VOID_TAGS } from './rules';

/** An element of a parsed template; `node` is the parser's own. */
export interface SourceElement {
  readonly tag: string;
  readonly attributes: [name: string, value: string][];
  readonly children: SourceNode[];
  /** Text outside of the HTML namespace is never read as markup. */
  readonly foreign: boolean;
  readonly node: unknown;
}
/** An element, or anything else by the parser's own node. */
export type SourceNode = SourceElement | { readonly text: string; readonly node: unknown; readonly comment?: boolean };

export const isElement = (node: SourceNode): node is SourceElement => 'tag' in node;

/** What stands around a template: empty for a whole one, filled for HTML that is inserted by a binding. */
export interface Context {
  readonly scopes: readonly (readonly string[])[];
  /** Inside of p, h1-h6, button, time or li (D8). */
  readonly inline: boolean;
  /** Inside of `-inline--time` (D9). */
  readonly time: boolean;
}
export const ROOT_CONTEXT: Context = { scopes: [], inline: false, time: false };

/** One binding that writes one attribute. */
export interface Writer {
  /** Name of the attribute that is written. */
  readonly name: string;
  /** The binding attribute as it is written, for hooks. */
  readonly attribute: string;
  readonly binding: Binding | undefined;
  /** Shown when there is no value; only `src` has it. */
  readonly placeholder: string | undefined;
  /** What the value must pass. */
  readonly guard: Guard;
  /** Frames to climb from the target's place to the binding's, when the target stands in a repeat inside. */
  readonly lift: number;
  /** Scopes between the target and the binding, when the binding stands in repeats inside of its link. */
  readonly through: readonly Repeat[];
  /** Element that carries the binding, for hooks. */
  readonly owner: Bound;
}

/** The content of an element. */
export interface Content {
  readonly binding: Binding | undefined;
  readonly placeholder: string | undefined;
  readonly inline: boolean;
  readonly time: boolean;
  readonly context: Context;
  readonly owner: Bound;
}

/** A scope: a list and whether its items may be arrays. */
export interface Repeat {
  readonly scope: string;
  readonly binding: Binding | undefined;
  nested: boolean;
}

/** An element with everything that happens to it. */
export interface Bound {
  readonly source: SourceElement;
  readonly tag: string;
  writers: Writer[];
  content: Content | undefined;
  /** `data-path-attributes` (D6). */
  spread: Binding | undefined;
  readonly children: Child[];
  /** A nested component that takes the data of its place (E10): the scopes around it. */
  inherit: readonly (readonly string[])[] | undefined;
  /** Module script that the element wants loaded (D12). */
  embed: string | undefined;
}

/** A run of siblings with one scope (D11); its members stand among the other children. */
export interface Run {
  readonly repeat: Repeat;
  readonly members: Bound[];
}
export type Child =
  | { readonly kind: 'static'; readonly source: SourceNode }
  | { readonly kind: 'element'; readonly element: Bound }
  | { readonly kind: 'member'; readonly element: Bound; readonly run: Run; readonly index: number };

interface Visit extends Context {
  /** Repeats around the place, the innermost last. */
  readonly repeats: readonly Repeat[];
  readonly link: { readonly element: Bound; readonly depth: number } | undefined;
}

const BINDING = 'data-path';
const SKIP = new Set([BINDING, 'data-path-scope', 'data-path-placeholder', 'data-path-attributes', 'data-attributes-keys']);

/** The value of an attribute of a source element. */
export function attribute(source: SourceElement, name: string): string | undefined {
  for (const [key, value] of source.attributes) if (key === name) return value;
  return undefined;
}

/** A scope that no path begins with. */
const NEVER: readonly string[] = ['\0'];

const bind = (path: string, scopes: Context['scopes']): Binding | undefined => {
  const compiled = compilePath(path);
  return compiled && bindPath(compiled, scopes);
};

interface Found {
  readonly element: Bound;
  /** Repeats between. */
  readonly lift: number;
}

/** First element below that fits; the search looks into repeats, whose first member it meets. */
function find(bound: Bound, tags: RegExp, lift = 0): Found | undefined {
  for (const child of bound.children) {
    if (child.kind === 'static') continue;
    const { element } = child;
    const depth = child.kind === 'member' ? lift + 1 : lift;
    const found = tags.test(element.tag) ? { element, lift: depth } : find(element, tags, depth);
    if (found) return found;
  }
  return undefined;
}

/** Where `src` and `alt` go (D5). */
function mediaTarget(bound: Bound): Found | undefined {
  if (/^(?:img|video|source|iframe)$/.test(bound.tag)) return { element: bound, lift: 0 };
  for (const child of bound.children) {
    if (child.kind !== 'static' && child.element.tag === 'picture') return find(child.element, /^(?:img|video)$/);
  }
  return find(bound, /^(?:img|video)$/);
}

function visitElement(source: SourceElement, visit: Visit): Bound {
  const { tag } = source;
  const classes = attribute(source, 'class') ?? '';
  const passes = PHRASING.has(tag) && !STRUCTURED.test(tag);
  const bound: Bound = {
    source,
    tag,
    writers: [],
    content: undefined,
    spread: undefined,
    children: [],
    inherit: undefined,
    embed: undefined,
  };
  const inner: Visit = {
    ...visit,
    inline: STRUCTURED.test(tag) || (passes && visit.inline),
    time: DATE_PASS.has(tag) ? visit.time : classes.split(/\s+/).includes(TIME_CLASS),
    link: tag === 'a' ? { element: bound, depth: visit.repeats.length } : visit.link,
  };
  addChildren(source.children, inner, bound.children);

  const { scopes } = visit;
  const placeholder = attribute(source, 'data-path-placeholder') || undefined;
  for (const [name, path] of source.attributes) {
    if (!name.startsWith(BINDING) || SKIP.has(name) || name[9] !== '-') continue;
    const prop = name.slice(10);
    let target: Found | undefined = { element: bound, lift: 0 };
    let through: readonly Repeat[] = [];
    if (prop === 'src' || prop === 'alt') target = mediaTarget(bound);
    else if (prop === 'href') {
      target = find(bound, /^a$/);
      if (!target && inner.link) {
        target = { element: inner.link.element, lift: 0 };
        through = visit.repeats.slice(inner.link.depth);
      }
    }
    if (!target || !prop) continue;
    const { element, lift } = target;
    element.writers.push({
      name: prop,
      attribute: name,
      binding: bind(path, scopes),
      placeholder: prop === 'src' ? placeholder : undefined,
      guard: guardOf(element.tag, prop),
      lift,
      through,
      owner: bound,
    });
  }
  const path = attribute(source, BINDING);
  const spread = attribute(source, 'data-path-attributes');
  if (spread !== undefined) {
    const binding = bind(spread, scopes);
    // A path that does not parse finds nothing, but its keys are still noted (D6).
    bound.spread = binding ?? bind('$.__no_such_path__', scopes);
  }
  if ((path !== undefined || spread !== undefined) && !VOID_TAGS.has(tag)) {
    bound.content = {
      binding: path ? bind(path, scopes) : undefined,
      placeholder: path === undefined ? undefined : placeholder,
      inline: inner.inline,
      time: inner.time,
      context: { scopes, inline: inner.inline, time: inner.time },
      owner: bound,
    };
  }
  bound.embed = attribute(source, 'data-embed-src') || undefined;
  if (tag === 'feaas-component' && attribute(source, 'data') === undefined && attribute(source, 'data-path-data') === undefined) {
    bound.inherit = scopes;
  }
  return bound;
}

/** Marks repeats around whose items are scoped over themselves: such an item stays one, though it is an array (D11). */
function markNested(keys: readonly string[], repeats: readonly Repeat[], scopes: Context['scopes']): void {
  scopes.forEach((scope, at) => {
    if (keys.length === scope.length + 1 && scope.every((key, index) => key === keys[index])) {
      const repeat = repeats[at - (scopes.length - repeats.length)];
      if (repeat) repeat.nested = true;
    }
  });
}

function addChildren(nodes: readonly SourceNode[], visit: Visit, into: Child[]): void {
  let runs: Map<string, Run> | undefined;
  for (const source of nodes) {
    if (!isElement(source)) {
      into.push({ kind: 'static', source });
      continue;
    }
    const scope = attribute(source, 'data-path-scope');
    if (!scope) {
      into.push({ kind: 'element', element: visitElement(source, visit) });
      continue;
    }
    let run = (runs ??= new Map<string, Run>()).get(scope);
    const path = compilePath(scope);
    const keys = path ? scopeKeys(path) : [scope];
    if (!run) {
      if (path) markNested(keys, visit.repeats, visit.scopes);
      // A scope equal to one around it repeats the whole list again (D2), so it does not see that one.
      const same = (other: readonly string[]): boolean => other.length === keys.length && other.every((key, at) => key === keys[at]);
      const outer = visit.scopes.map((other) => (same(other) ? NEVER : other));
      run = { repeat: { scope, binding: path && bindPath(path, outer), nested: false }, members: [] };
      runs.set(scope, run);
    }
    // What a repeat hides and shows is its own business.
    const shown = { ...source, attributes: source.attributes.filter(([name]) => name !== 'hidden') };
    const element = visitElement(shown, {
      ...visit,
      scopes: [...visit.scopes, keys],
      repeats: [...visit.repeats, run.repeat],
    });
    into.push({ kind: 'member', element, run, index: run.members.length });
    run.members.push(element);
  }
}

/** Analyses the nodes of a template, or of HTML that stands in a context. */
export function analyse(nodes: readonly SourceNode[], context: Context): Child[] {
  const children: Child[] = [];
  addChildren(nodes, { ...context, repeats: [], link: undefined }, children);
  return children;
}

/** True when something happens to an element itself. */
export const isBound = (bound: Bound): boolean =>
  !!(bound.content || bound.spread || bound.inherit || bound.embed) || bound.writers.length > 0;

/** Element of a host that carries bindings (D4), alone: its children are the template's. */
export function analyseHost(source: SourceElement): Bound {
  return visitElement({ ...source, children: [] }, { ...ROOT_CONTEXT, repeats: [], link: undefined });
}
