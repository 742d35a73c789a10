/**
 * A template, analyzed once: which elements are bound to what, in which scope, and where each value goes.
 * Knows no DOM: parsers hand in a neutral tree, and each renderer compiles the result for itself.
 */
import { bindPath, compilePath, scopeKeys, startsWith, type Binding } from '../path/lookup';
import { attributeNameCase } from './attribute-name-case';
import { DATE_PASS, NO_PHRASING, STRUCTURED, TEXT_TAGS, TIME_CLASS, VOID_TAGS, type TablePart } from './content-model';

import { CODE_TAGS, checkOf, type Check } from './policy';
import { attribute, isElement, type SourceElement, type SourceNode, type SourceText } from './source-node';
import { moveValueLast } from './write-attribute';

/** What stands around a template: empty for a whole one, filled for HTML that is inserted by a binding. */
export interface Context {
  readonly scopes: readonly (readonly string[])[];
  /** Inside of p, h1-h6, button, time or li (D8). */
  readonly inline: boolean;
  /** Inside of `-inline--time` (D9). */
  readonly time: boolean;
  /** The nearest `lang` within the template. */
  readonly language?: string | undefined;
  /** A whole template, not HTML that a binding inserts. */
  readonly isTemplate?: boolean;
  /** The part of a table it stands in, which parsers need to know; undefined for any other element. */
  readonly tablePart?: TablePart | undefined;
  /** Bindings of the host that go to what stands in it (D5). */
  readonly host?: SourceElement['attributes'];
}
export const ROOT_CONTEXT: Context = { scopes: [], inline: false, time: false, isTemplate: true };

/** What a compiled template is kept under: a whole one under its own text, which is hashed once and not anew. */
export const cacheKey = (template: string, context: Context, themed: boolean): string =>
  themed || context !== ROOT_CONTEXT ? JSON.stringify([themed, context]) + '\0' + template : template;

/** One binding that writes one attribute. */
export interface AttributeBinding {
  /** Name of the attribute that is written. */
  readonly name: string;
  /** The binding attribute as it is written, for hooks. */
  readonly attribute: string;
  readonly binding: Binding | undefined;
  /** Shown when there is no value; only `src` has it. */
  readonly placeholder: string | undefined;
  /** What the value must pass, if not every value is fine. */
  readonly check: Check | undefined;
  /** Set when the target is another element than the owner. */
  readonly remote: RemoteTarget | undefined;
  /** Element that carries the binding, for hooks. */
  readonly owner: BoundElement;
}

/** A binding that stands elsewhere than what it writes (D5). */
export interface RemoteTarget {
  /** Frames to climb from the target's place to the binding's, when the target stands in a repeat inside. */
  readonly framesUp: number;
  /** Scopes between the target and the binding, when the binding stands in repeats inside of its link. */
  readonly through: readonly Repeat[];
}

/** The content of an element. */
export interface Content {
  readonly binding: Binding | undefined;
  readonly placeholder: string | undefined;
  /** More than a text into a plain element: dates, attribute objects, elements that hold text alone, code or nothing. */
  readonly special: boolean;
  readonly context: Context;
  readonly owner: BoundElement;
}

/** A scope: a list and whether its items may be arrays. */
export interface Repeat {
  readonly scope: string;
  readonly binding: Binding | undefined;
  nested: boolean;
}

/** An element with everything that happens to it. */
export interface BoundElement {
  readonly source: SourceElement;
  readonly tag: string;
  /** What writes each attribute, by the attribute's name. */
  readonly attributeBindings: Map<string, AttributeBinding[]>;
  content: Content | undefined;
  /** `data-path-attributes` (D6). */
  attributesBinding: Binding | undefined;
  readonly children: Child[];
  /**
   * A nested component that takes the data of its place: the scopes around it. What stands in one with data of its own is
   * bound there, and nothing of it here (E10).
   */
  inherit: readonly (readonly string[])[] | undefined;
  /** Module script that the element wants loaded (D12). */
  embed: string | undefined;
  /** The run that the element is a member of. */
  readonly run: Run | undefined;
}

/** A run of siblings with one scope (D11); its members stand among the other children. */
export interface Run {
  readonly repeat: Repeat;
  readonly members: BoundElement[];
}
/** An element, or anything else as the parser has it. */
export type Child = BoundElement | SourceText;

export const isBoundElement = (child: Child): child is BoundElement => 'source' in child;

export interface AnalysisContext extends Context {
  /** Repeats around the place, the innermost last. */
  readonly repeats: readonly Repeat[];
  readonly link: { readonly element: BoundElement; readonly depth: number } | undefined;
}

const SKIP = /^data-path-(?:scope|placeholder|attributes)?$/;

/** A scope that no path begins with. */
const NEVER: readonly string[] = ['\0'];

const bind = (path: string, scopes: Context['scopes'], isWhole?: boolean): Binding | undefined => {
  const compiled = compilePath(path);
  return compiled && bindPath(compiled, scopes, isWhole);
};

export function visitElement(source: SourceElement, visit: AnalysisContext, run?: Run): BoundElement {
  const { tag } = source;
  const classes = attribute(source, 'class') ?? '';
  const bound: BoundElement = {
    source,
    tag,
    attributeBindings: new Map(),
    content: undefined,
    attributesBinding: undefined,
    children: [],
    inherit: undefined,
    embed: attribute(source, 'data-embed-src'),
    run,
  };
  const inner: AnalysisContext = {
    ...visit,
    inline: STRUCTURED.test(tag) || (visit.inline && !NO_PHRASING.test(tag)),
    time: DATE_PASS.test(tag) ? visit.time : classes.split(/\s+/).includes(TIME_CLASS),
    language: attribute(source, 'lang') ?? visit.language,
    link: tag === 'a' ? { element: bound, depth: visit.repeats.length } : visit.link,
  };
  const { scopes } = visit;
  const isComponent = tag === 'feaas-component';
  if (isComponent && (attribute(source, 'data') ?? attribute(source, 'data-path-data')) === undefined)
    bound.inherit = scopes;
  if (!isComponent || bound.inherit) addChildren(source.children, inner, bound.children);

  const placeholder = attribute(source, 'data-path-placeholder');
  for (const [name, path] of source.attributes) {
    if (!name.startsWith('data-path-') || SKIP.test(name)) continue;
    let prop = name.slice(10);
    if (source.foreign) prop = attributeNameCase(source, prop);
    // The usual: what carries the binding is what it writes (D5).
    const near =
      prop === 'href'
        ? /^(?:a|link)$/.test(tag)
        : !/^(?:src|alt)$/.test(prop) || /^(?:img|video|source|iframe)$/.test(tag);
    const target = near ? { element: bound, remote: undefined } : findTarget(bound, prop, inner);
    if (!target) continue;
    const { element, remote } = target;
    const { attributeBindings } = element;
    const bindings = attributeBindings.get(prop) ?? [];
    attributeBindings.set(prop, bindings);
    bindings.push({
      name: prop,
      attribute: name,
      // An external component has lists as they are, as it has those of an object (D6).
      binding: bind(path, scopes, tag === 'feaas-external' && near && prop !== 'hidden'),
      placeholder: prop === 'src' ? placeholder : undefined,
      check: checkOf(element.tag, prop, element.source.attributes),
      remote,
      owner: bound,
    });
  }
  moveValueLast(tag, bound.attributeBindings);
  const path = attribute(source, 'data-path');
  const attributesBinding = attribute(source, 'data-path-attributes');
  // A path that does not parse finds nothing, but its keys are still noted (D6).
  if (attributesBinding !== undefined)
    bound.attributesBinding =
      bind(attributesBinding, scopes, tag === 'feaas-external') ?? bind('$.__no_such_path__', scopes);
  if ((path !== undefined || attributesBinding !== undefined) && !VOID_TAGS.has(tag)) {
    const { inline, time, language } = inner;
    bound.content = {
      binding: path ? bind(path, scopes) : undefined,
      placeholder: path === undefined ? undefined : placeholder,
      special:
        time ||
        !!source.foreign ||
        TEXT_TAGS.has(tag) ||
        CODE_TAGS.has(tag) ||
        tag === 'iframe' ||
        attributesBinding !== undefined,
      context: { scopes, inline, time, language },
      owner: bound,
    };
  }
  return bound;
}

function addChildren(nodes: readonly SourceNode[], visit: AnalysisContext, into: Child[]): void {
  let runs: Map<string, Run> | undefined;
  for (const source of nodes) {
    if (!isElement(source)) {
      into.push(source);
      continue;
    }
    const scope = attribute(source, 'data-path-scope');
    if (!scope) {
      into.push(visitElement(source, visit));
      continue;
    }
    let run = (runs ??= new Map<string, Run>()).get(scope);
    const path = compilePath(scope);
    const keys = path ? scopeKeys(path) : [scope];
    if (!run) {
      // An item that is scoped over itself stays one, though it is an array (D11).
      visit.repeats.forEach((repeat, at) => {
        const outer = visit.scopes[visit.scopes.length - visit.repeats.length + at]!;
        if (startsWith(keys, outer) && /^[*[]/.test(keys[outer.length]!)) repeat.nested = true;
      });
      // A scope equal to one around it repeats the whole list again (D2), so it does not see that one.
      const outer = visit.scopes.map((other) =>
        other.length === keys.length && startsWith(keys, other) ? NEVER : other,
      );
      run = { repeat: { scope, binding: path && bindPath(path, outer), nested: false }, members: [] };
      runs.set(scope, run);
    }
    // What a repeat hides and shows is its own business.
    const shown = { ...source, attributes: source.attributes.filter(([name]) => name !== 'hidden') };
    const inner = { ...visit, scopes: [...visit.scopes, keys], repeats: [...visit.repeats, run.repeat] };
    const element = visitElement(shown, inner, run);
    into.push(element);
    run.members.push(element);
  }
}

/** Elements that a binding of another element's `src`, `alt` or `href` may write (D5). */
interface Target {
  readonly element: BoundElement;
  readonly remote: RemoteTarget;
}

const targetAt = (element: BoundElement, framesUp = 0, through: readonly Repeat[] = []): Target => ({
  element,
  remote: { framesUp, through },
});

/** The first element below that fits; the search looks into repeats, whose first member it meets. */
function findBelow(bound: BoundElement, tags: RegExp, framesUp = 0): Target | undefined {
  for (const child of bound.children) {
    if (!isBoundElement(child)) continue;
    const depth = child.run ? framesUp + 1 : framesUp;
    const found = tags.test(child.tag) ? targetAt(child, depth) : findBelow(child, tags, depth);
    if (found) return found;
  }
  return undefined;
}

/** The element that a binding of `src`, `alt` or `href` writes; undefined for none. */
function findTarget(bound: BoundElement, prop: string, { link, repeats }: AnalysisContext): Target | undefined {
  if (prop === 'href') {
    return findBelow(bound, /^a$/) ?? (link && targetAt(link.element, 0, repeats.slice(link.depth)));
  }
  for (const child of bound.children) {
    const found = isBoundElement(child) && child.tag === 'picture' && findBelow(child, /^(?:img|video)$/);
    if (found) return found;
  }
  return findBelow(bound, /^(?:img|video)$/);
}

/** Attributes that assign an element to a slot; at the top level of a template they have no effect (E13). */
export const TOP_LEVEL_SLOT = /^(?:data-path-)?slot$/;

/** The nodes of a template, bound by their host, too (D5). */
function analyzeBelowHost(nodes: readonly SourceNode[], context: AnalysisContext): Child[] {
  const attributes = [...context.host!];
  return visitElement(
    { tag: 'feaas-component', attributes, children: [...nodes], foreign: false, node: undefined },
    context,
  ).children;
}

/** Analyzes the nodes of a template, or of HTML that stands in a context. */
export function analyze(nodes: readonly SourceNode[], context: Context): Child[] {
  const children: Child[] = [];
  const inner = { ...context, repeats: [], link: undefined };
  if (context.host) return analyzeBelowHost(nodes, inner);
  addChildren(nodes, inner, children);
  return children;
}

/** True when something happens to an element itself, or when it has a template in it (E6). */
export const isBound = (bound: BoundElement): boolean =>
  !!(
    bound.content ||
    bound.attributesBinding ||
    bound.inherit ||
    bound.embed ||
    bound.attributeBindings.size ||
    (bound.tag === 'feaas-component' && bound.source.children[0])
  );
