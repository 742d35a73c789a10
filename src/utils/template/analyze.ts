/**
 * Analyzes a template once: which elements have bindings, in which scope, and where each value goes. Independent of the
 * DOM: parsers pass a neutral tree, and each renderer compiles the result for itself.
 */
import { bindPath, compilePath, scopeKeys, startsWith, type Binding } from '../path/lookup';
import { attributeNameCase } from './attribute-name-case';
import { DATE_PASS, NO_PHRASING, STRUCTURED, TEXT_TAGS, TIME_CLASS, VOID_TAGS, type TablePart } from './content-model';

import { CODE_TAGS, checkOf, type Check } from './policy';
import { attribute, isElement, type SourceElement, type SourceNode, type SourceText } from './source-node';

/** Context of a template: empty for a whole template, filled for HTML that a binding inserts. */
export interface Context {
  readonly scopes: readonly (readonly string[])[];
  /** Inside p, h1-h6, button, time or li (D8). */
  readonly inline: boolean;
  /** Inside `-inline--time` (D9). */
  readonly time: boolean;
  /** The nearest `lang` within the template. */
  readonly language?: string | undefined;
  /** Whether this is a whole template, not HTML that a binding inserts. */
  readonly isTemplate?: boolean;
  /** The table element that contains it, which parsers need as context; undefined for any other parent. */
  readonly tablePart?: TablePart | undefined;
  /** Attributes of the host, whose bindings apply to elements inside the template (D5). */
  readonly host?: SourceElement['attributes'];
}
export const ROOT_CONTEXT: Context = { scopes: [], inline: false, time: false, isTemplate: true };

/** Cache key of a compiled template. A whole template is its own key: engines hash that string only once. */
export const cacheKey = (template: string, context: Context, themed: boolean): string =>
  themed || context !== ROOT_CONTEXT ? JSON.stringify([themed, context]) + '\0' + template : template;

/** One binding that writes one attribute. */
export interface AttributeBinding {
  /** Name of the attribute that is written. */
  readonly name: string;
  /** Name of the binding attribute as written in the template; hooks receive it. */
  readonly attribute: string;
  readonly binding: Binding | undefined;
  /** Used when there is no value; only `src` has one. */
  readonly placeholder: string | undefined;
  /** Check that the value must pass; undefined if all values are allowed. */
  readonly check: Check | undefined;
  /** Set when the target is not the owner. */
  readonly remote: RemoteTarget | undefined;
  /** Element that carries the binding; hooks receive it. */
  readonly owner: BoundElement;
}

/** Relation between a binding and the other element that it writes to (D5). */
export interface RemoteTarget {
  /** Number of frames from the target up to the binding, when the target is inside a repeat. */
  readonly framesUp: number;
  /** Repeats between the link and the binding, when the binding is in repeats inside the link. */
  readonly through: readonly Repeat[];
}

/** The content of an element. */
export interface Content {
  readonly binding: Binding | undefined;
  readonly placeholder: string | undefined;
  /**
   * Whether it needs more than plain text: dates, attribute objects, and elements that hold only text, code or nothing.
   */
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

/** An element with all its bindings. */
export interface BoundElement {
  readonly source: SourceElement;
  readonly tag: string;
  /** Bindings by the name of the attribute that they write. */
  readonly attributeBindings: Map<string, AttributeBinding[]>;
  content: Content | undefined;
  /** `data-path-attributes` (D6). */
  attributesBinding: Binding | undefined;
  readonly children: Child[];
  /**
   * Scopes around a nested component that inherits its data; undefined for others. Content of a nested component with
   * its own data is bound to that data, not here (E10).
   */
  inherit: readonly (readonly string[])[] | undefined;
  /** URL of a module script that the element loads (D12). */
  embed: string | undefined;
  /** The run to which the element belongs. */
  readonly run: Run | undefined;
}

/** A run of siblings with the same scope (D11); other children may be between its members. */
export interface Run {
  readonly repeat: Repeat;
  readonly members: BoundElement[];
}
/** A bound element, or any other node of the parser. */
export type Child = BoundElement | SourceText;

export const isBoundElement = (child: Child): child is BoundElement => 'source' in child;

export interface AnalysisContext extends Context {
  /** Enclosing repeats, the innermost last. */
  readonly repeats: readonly Repeat[];
  readonly link: { readonly element: BoundElement; readonly depth: number } | undefined;
}

const SKIP = /^data-path-(?:scope|placeholder|attributes)?$/;

/** A scope that no path starts with. */
const UNMATCHABLE_SCOPE: readonly string[] = ['\0'];

const bind = (path: string, scopes: Context['scopes'], isWhole?: boolean): Binding | undefined => {
  const compiled = compilePath(path);
  return compiled && bindPath(compiled, scopes, isWhole);
};

export function visitElement(source: SourceElement, context: AnalysisContext, run?: Run): BoundElement {
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
    ...context,
    inline: STRUCTURED.test(tag) || (context.inline && !NO_PHRASING.test(tag)),
    time: DATE_PASS.test(tag) ? context.time : classes.split(/\s+/).includes(TIME_CLASS),
    language: attribute(source, 'lang') ?? context.language,
    link: tag === 'a' ? { element: bound, depth: context.repeats.length } : context.link,
  };
  const { scopes } = context;
  const isComponent = tag === 'feaas-component';
  if (isComponent && (attribute(source, 'data') ?? attribute(source, 'data-path-data')) === undefined)
    bound.inherit = scopes;
  if (!isComponent || bound.inherit) addChildren(source.children, inner, bound.children);

  const placeholder = attribute(source, 'data-path-placeholder');
  for (const [name, path] of source.attributes) {
    if (!name.startsWith('data-path-') || SKIP.test(name)) continue;
    let prop = name.slice(10);
    if (source.foreign) prop = attributeNameCase(source, prop);
    // In the usual case, the element with the binding is also the one it writes to (D5).
    const isOwnTarget =
      prop === 'href'
        ? /^(?:a|link)$/.test(tag)
        : !/^(?:src|alt)$/.test(prop) || /^(?:img|video|source|iframe)$/.test(tag);
    const target = isOwnTarget ? { element: bound, remote: undefined } : findTarget(bound, prop, inner);
    if (!target) continue;
    const { element, remote } = target;
    const { attributeBindings } = element;
    const bindings = attributeBindings.get(prop) ?? [];
    attributeBindings.set(prop, bindings);
    bindings.push({
      name: prop,
      attribute: name,
      // An external component receives lists unchanged, as from an attributes object (D6).
      binding: bind(path, scopes, tag === 'feaas-external' && isOwnTarget && prop !== 'hidden'),
      placeholder: prop === 'src' ? placeholder : undefined,
      check: checkOf(element.tag, prop, element.source.attributes),
      remote,
      owner: bound,
    });
  }
  const path = attribute(source, 'data-path');
  const attributesBinding = attribute(source, 'data-path-attributes');
  // An invalid path has no value, but `data-attributes-keys` is still written (D6).
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

function addChildren(nodes: readonly SourceNode[], context: AnalysisContext, into: Child[]): void {
  let runs: Map<string, Run> | undefined;
  for (const source of nodes) {
    if (!isElement(source)) {
      into.push(source);
      continue;
    }
    const scope = attribute(source, 'data-path-scope');
    if (!scope) {
      into.push(visitElement(source, context));
      continue;
    }
    let run = (runs ??= new Map<string, Run>()).get(scope);
    const path = compilePath(scope);
    const keys = path ? scopeKeys(path) : [scope];
    if (!run) {
      // When a scope addresses items of an outer scope's item, that item stays one item although it is an array (D11).
      context.repeats.forEach((repeat, index) => {
        const outer = context.scopes[context.scopes.length - context.repeats.length + index]!;
        if (startsWith(keys, outer) && /^[*[]/.test(keys[outer.length]!)) repeat.nested = true;
      });
      // A scope equal to an outer scope repeats the whole list again (D2), so the outer one is hidden from it.
      const outer = context.scopes.map((other) =>
        other.length === keys.length && startsWith(keys, other) ? UNMATCHABLE_SCOPE : other,
      );
      run = { repeat: { scope, binding: path && bindPath(path, outer), nested: false }, members: [] };
      runs.set(scope, run);
    }
    // The repeat itself controls `hidden`.
    const visibleSource = { ...source, attributes: source.attributes.filter(([name]) => name !== 'hidden') };
    const inner = { ...context, scopes: [...context.scopes, keys], repeats: [...context.repeats, run.repeat] };
    const element = visitElement(visibleSource, inner, run);
    into.push(element);
    run.members.push(element);
  }
}

/** The element that a `src`, `alt` or `href` binding of another element writes to (D5). */
interface Target {
  readonly element: BoundElement;
  readonly remote: RemoteTarget;
}

const targetAt = (element: BoundElement, framesUp = 0, through: readonly Repeat[] = []): Target => ({
  element,
  remote: { framesUp, through },
});

/** The first matching descendant. The search enters repeats and finds their first member. */
function findBelow(bound: BoundElement, tags: RegExp, framesUp = 0): Target | undefined {
  for (const child of bound.children) {
    if (!isBoundElement(child)) continue;
    const depth = child.run ? framesUp + 1 : framesUp;
    const found = tags.test(child.tag) ? targetAt(child, depth) : findBelow(child, tags, depth);
    if (found) return found;
  }
  return undefined;
}

/** The element that a `src`, `alt` or `href` binding writes to; undefined for none. */
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

/** Analyzes the nodes of a template whose host has bindings that apply inside it (D5). */
function analyzeBelowHost(nodes: readonly SourceNode[], context: AnalysisContext): Child[] {
  const attributes = [...context.host!];
  return visitElement(
    { tag: 'feaas-component', attributes, children: [...nodes], foreign: false, node: undefined },
    context,
  ).children;
}

/** Analyzes the nodes of a template, or of HTML that is inserted in a context. */
export function analyze(nodes: readonly SourceNode[], context: Context): Child[] {
  const children: Child[] = [];
  const inner = { ...context, repeats: [], link: undefined };
  if (context.host) return analyzeBelowHost(nodes, inner);
  addChildren(nodes, inner, children);
  return children;
}

/** Whether the element itself has bindings, or is a nested component that contains a template (E6). */
export const isBound = (bound: BoundElement): boolean =>
  !!(
    bound.content ||
    bound.attributesBinding ||
    bound.inherit ||
    bound.embed ||
    bound.attributeBindings.size ||
    (bound.tag === 'feaas-component' && bound.source.children[0])
  );
