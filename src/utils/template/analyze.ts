/**
 * A template, analysed once: which elements are bound to what, in which scope, and where each value goes.
 * Knows no DOM: parsers hand in a neutral tree, the painter and the printer each build their plan from the result.
 */
import { bindPath, compilePath, scopeKeys, startsWith, type Binding } from '../path/lookup';
import { requireModule } from '../scheduling/lazy-modules';
import { DATE_PASS, NO_PHRASING, PLAIN, STRUCTURED, TIME_CLASS } from './content-model';
import { guardOf, type Guard } from './policy';

/** An element of a parsed template; `node` is the parser's own. */
export interface SourceElement {
  readonly tag: string;
  readonly attributes: [name: string, value: string][];
  readonly children: SourceNode[];
  /** What a template element holds: none of its children, and nothing in it is bound. */
  readonly inert?: readonly SourceNode[] | undefined;
  /** Text outside of the HTML namespace is never read as markup. */
  readonly foreign: boolean;
  readonly node: unknown;
}
/** An element, or anything else by the parser's own node. */
export type SourceNode = SourceElement | { readonly text: string; readonly node: unknown; readonly comment?: boolean };

export const isElement = (node: SourceNode): node is SourceElement => 'tag' in node;

/** Elements in which parsers keep rows, cells and columns, which they drop elsewhere. */
export type TablePart = 'table' | 'thead' | 'tbody' | 'tfoot' | 'tr' | 'colgroup';

/** What stands around a template: empty for a whole one, filled for HTML that is inserted by a binding. */
export interface Context {
  readonly scopes: readonly (readonly string[])[];
  /** Inside of p, h1-h6, button, time or li (D8). */
  readonly inline: boolean;
  /** Inside of `-inline--time` (D9). */
  readonly time: boolean;
  /** The nearest `lang` within the template. */
  readonly language?: string | undefined;
  /** The part of a table it stands in, which parsers need to know; undefined for any other element. */
  readonly tablePart?: TablePart | undefined;
  /** Bindings of the host that go to what stands in it (D5). */
  readonly host?: SourceElement['attributes'];
}
export const ROOT_CONTEXT: Context = { scopes: [], inline: false, time: false };

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
  /** What the value must pass. */
  readonly guard: Guard;
  /** Set when the target is another element than the owner, or the attribute is `hidden`. */
  readonly remote: RemoteTarget | undefined;
  /** Element that carries the binding, for hooks. */
  readonly owner: BoundElement;
}

/** A attributeBinding that stands elsewhere than what it writes (D5). */
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
  attributeBindings: AttributeBinding[];
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
}

/** A run of siblings with one scope (D11); its members stand among the other children. */
export interface Run {
  readonly repeat: Repeat;
  readonly members: BoundElement[];
}
export type Child =
  | { readonly kind: 'static'; readonly source: SourceNode }
  | { readonly kind: 'element'; readonly element: BoundElement }
  | { readonly kind: 'member'; readonly element: BoundElement; readonly run: Run; readonly index: number };

export interface Visit extends Context {
  /** Repeats around the place, the innermost last. */
  readonly repeats: readonly Repeat[];
  readonly link: { readonly element: BoundElement; readonly depth: number } | undefined;
}

/** Looked at closely, though it stands here. */
const SELF_TARGET: RemoteTarget = { framesUp: 0, through: [] };
const SKIP = /^data-path-(?:scope|placeholder|attributes)?$/;

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

export function visitElement(source: SourceElement, visit: Visit): BoundElement {
  const { tag } = source;
  const classes = attribute(source, 'class') ?? '';
  const bound: BoundElement = {
    source,
    tag,
    attributeBindings: [],
    content: undefined,
    attributesBinding: undefined,
    children: [],
    inherit: undefined,
    embed: undefined,
  };
  const inner: Visit = {
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
    if (source.foreign) prop = requireModule('deferred').attributeNameCase(source, prop);
    // The usual: what carries the binding is what it writes (D5).
    const near =
      prop === 'href' ? tag === 'a' : !/^(?:src|alt)$/.test(prop) || /^(?:img|video|source|iframe)$/.test(tag);
    const target = near
      ? {
          element: bound,
          remote: /^(?:hidden|data-embed-src)$/.test(prop) || tag.startsWith('feaas-') ? SELF_TARGET : undefined,
        }
      : requireModule('deferred').findTarget(bound, prop, inner);
    if (!target) continue;
    const { element, remote } = target;
    element.attributeBindings.push({
      name: prop,
      attribute: name,
      binding: bind(path, scopes),
      placeholder: prop === 'src' ? placeholder : undefined,
      guard: guardOf(element.tag, prop),
      remote,
      owner: bound,
    });
  }
  const path = attribute(source, 'data-path');
  const attributesBinding = attribute(source, 'data-path-attributes');
  // A path that does not parse finds nothing, but its keys are still noted (D6).
  if (attributesBinding !== undefined)
    bound.attributesBinding = bind(attributesBinding, scopes) ?? bind('$.__no_such_path__', scopes);
  const plain = PLAIN.test(tag);
  if (
    (path !== undefined || attributesBinding !== undefined) &&
    (plain || !requireModule('deferred').VOID_TAGS.has(tag))
  ) {
    const { inline, time, language } = inner;
    bound.content = {
      binding: path ? bind(path, scopes) : undefined,
      placeholder: path === undefined ? undefined : placeholder,
      special: time || !plain || source.foreign || attributesBinding !== undefined,
      context: { scopes, inline, time, language },
      owner: bound,
    };
  }
  bound.embed = attribute(source, 'data-embed-src');
  return bound;
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
export function analyze(nodes: readonly SourceNode[], context: Context): Child[] {
  const children: Child[] = [];
  const visit = { ...context, repeats: [], link: undefined };
  if (context.host) return requireModule('deferred').belowHost(nodes, visit);
  addChildren(nodes, visit, children);
  return children;
}

/** True when something happens to an element itself. */
export const isBound = (bound: BoundElement): boolean =>
  !!(bound.content || bound.attributesBinding || bound.inherit || bound.embed || bound.attributeBindings[0]);
