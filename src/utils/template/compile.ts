/**
 * The painter's plan: what {@link analyze} found, as nodes to clone and operations on them.
 * A plan is made once per template text and kept in a bounded cache.
 */
import { TEMPLATE_CACHE_SIZE } from '../../global/defaults';
import type { Binding } from '../path/lookup';
import { requireModule } from '../scheduling/lazy-modules';
import {
  analyze,
  cacheKey,
  isBound,
  type BoundElement,
  type Child,
  type Content,
  type Context,
  type Repeat,
  type SourceNode,
  type AttributeBinding,
} from './analyze';
import type { Guard } from './policy';
import { trustedHTML } from './trusted-types';

/** Nodes to clone, how to find the ones that change, and what to do with them. */
export interface CompiledTemplate {
  readonly proto: Element | DocumentFragment;
  /** Triples: index of a known node, 0 for its first child or 1 for its next sibling, further siblings to skip. */
  readonly walk: readonly number[];
  /** As many places as there are nodes: a copy is as long as it ever gets. */
  readonly places: readonly null[];
  readonly ops: readonly Op[];
  /** For each operation, the member of a plain item that it shows, when it shows one thing alone. */
  readonly names: readonly (string | undefined)[];
  /** What the operations have written before the first time. */
  readonly blank: readonly unknown[];
}

/** Kinds of operations, tested by number in the painter's inner loop. */
export const enum Kind {
  Text,
  Attribute,
  Spread,
  Repeat,
  Inherit,
  Embed,
}
interface OpBase {
  /** Index of the node it is about. */
  readonly ref: number;
  readonly tag: string;
}
export interface TextOp extends OpBase {
  readonly kind: Kind.Text;
  readonly content: Content;
  /** Set when the content is one binding and nothing else. */
  readonly binding: Binding | undefined;
  /** What the template has, shown when there is no value. */
  readonly fallback: CompiledTemplate | undefined;
}
export interface AttributeOp extends OpBase {
  readonly kind: Kind.Attribute;
  readonly name: string;
  readonly attributeBindings: AttributeBinding[];
  readonly base: string | null;
  readonly guard: Guard;
  /** Set when one binding writes the attribute, and stands where it is written. */
  readonly binding: Binding | undefined;
}
export interface SpreadOp extends OpBase {
  readonly kind: Kind.Spread;
  readonly bound: BoundElement;
}
export interface RepeatOp extends OpBase {
  readonly kind: Kind.Repeat;
  readonly repeat: Repeat;
  readonly owner: BoundElement;
  /** One per element of the run in the template; later items use the last. */
  readonly members: readonly Member[];
  /** The nodes of the run's elements; more than one only where the template has several. */
  readonly refs: readonly number[];
}
export interface Member {
  readonly plan: CompiledTemplate;
  /** The run itself hides and shows the element; else a binding does. */
  readonly hides: boolean;
}
export interface InheritOp extends OpBase {
  readonly kind: Kind.Inherit;
  /** Scopes around, as canonical keys; undefined for one with its own data. */
  readonly scopes: Context['scopes'] | undefined;
  readonly content: Content | undefined;
  /** What the template has in it, and the same as HTML. */
  readonly fallback: CompiledTemplate | undefined;
  readonly template: string;
}
export interface EmbedOp extends OpBase {
  readonly kind: Kind.Embed;
  readonly src: string;
}
export type Op = TextOp | AttributeOp | SpreadOp | RepeatOp | InheritOp | EmbedOp;

/** A document in which nothing loads or runs. */
let inert: Document | undefined;

/** A live or inert node as the analysis reads it. */
export const toSource = (node: Node): SourceNode => {
  if (node.nodeType !== 1) return { text: node.nodeValue ?? '', node };
  const element = node as Element;
  return {
    tag: element.localName,
    attributes: Array.from(element.attributes, ({ name, value }) => [name, value] as [string, string]),
    children: Array.from(element.childNodes, toSource),
    foreign: element.namespaceURI !== 'http://www.w3.org/1999/xhtml',
    node: element,
  };
};

/** State of a text that still is the plan's placeholder; no text of data is it. */
const UNFILLED = '\0unfilled';

class Builder {
  readonly walk: number[] = [];
  readonly ops: Op[] = [];
  /** Nodes with a number: the root is 0. */
  readonly #known = new Map<Node, number>();

  constructor(readonly root: Element | DocumentFragment) {
    this.#known.set(root, 0);
  }

  plan(proto: Element | DocumentFragment): CompiledTemplate {
    const { walk, ops } = this;
    const blank = ops.map(({ kind }) => (kind === Kind.Text ? UNFILLED : kind === Kind.Attribute ? null : undefined));
    const names = ops.map((op) => ('binding' in op ? op.binding?.own : undefined));
    return { proto, walk, places: Array.from(this.#known, () => null), ops, names, blank };
  }

  /** Number of a node; the steps to it are added once. */
  #ref(node: Node): number {
    const at = this.#known.get(node);
    if (at !== undefined) return at;
    let skip = 0;
    let before = node.previousSibling;
    while (before && !this.#known.has(before)) {
      before = before.previousSibling;
      skip++;
    }
    if (before) this.walk.push(this.#known.get(before)!, 1, skip);
    else this.walk.push(this.#ref(node.parentNode!), 0, skip);
    const number = this.#known.size;
    this.#known.set(node, number);
    return number;
  }

  children(children: readonly Child[]): void {
    for (const child of children) {
      if (child.kind === 'element') this.element(child.element);
      else if (child.kind === 'member' && !child.index)
        this.#repeat(child.element, child.run.repeat, child.run.members);
    }
  }

  #repeat(first: BoundElement, repeat: Repeat, bounds: readonly BoundElement[]): void {
    const refs = bounds.map(({ source }) => this.#ref(source.node as Element));
    const members = bounds.map((bound) => {
      const element = bound.source.node as Element;
      element.removeAttribute('hidden');
      const inner = new Builder(element);
      inner.element(bound);
      const proto = element.cloneNode(true) as Element;
      return {
        plan: inner.plan(proto),
        hides: !bound.attributesBinding && !bound.attributeBindings.some(({ name }) => name === 'hidden'),
      };
    });
    this.ops.push({ kind: Kind.Repeat, ref: refs[0]!, refs, tag: first.tag, repeat, members, owner: first });
  }

  /** Operations of an element, and of those inside of it. */
  element(bound: BoundElement): void {
    const { tag, content, attributeBindings } = bound;
    const element = bound.source.node as Element;
    if (isBound(bound)) {
      const ref = this.#ref(element);
      const op = { ref, tag };
      if (bound.embed) this.ops.push({ ...op, kind: Kind.Embed, src: bound.embed });
      if (bound.attributesBinding) this.ops.push({ ...op, kind: Kind.Spread, bound });
      else this.#attributes(element, ref, tag, attributeBindings);
      if (content || tag === 'feaas-component') {
        this.#content(element, op, bound);
        return;
      }
    }
    this.children(bound.children);
  }

  #attributes(element: Element, ref: number, tag: string, attributeBindings: readonly AttributeBinding[]): void {
    for (const name of new Set(attributeBindings.map((attributeBinding) => attributeBinding.name))) {
      const list = attributeBindings.filter((attributeBinding) => attributeBinding.name === name);
      const [only] = list;
      const base = element.getAttribute(name);
      element.removeAttribute(name);
      const { guard, remote, binding } = only!;
      const alone = !list[1] && !remote ? binding : undefined;
      this.ops.push({ kind: Kind.Attribute, ref, tag, name, attributeBindings: list, base, guard, binding: alone });
    }
  }

  #content(element: Element, op: OpBase, { content, inherit: scopes, children }: BoundElement): void {
    const nested = op.tag === 'feaas-component';
    const template = nested ? element.innerHTML : '';
    const fragment = element.ownerDocument.createDocumentFragment();
    fragment.append(...element.childNodes);
    const fallback = fragment.firstChild ? buildBlock(fragment, children) : undefined;
    if (nested) {
      this.ops.push({ ...op, kind: Kind.Inherit, scopes, content, template, fallback });
      return;
    }
    // A text node that is already there costs less to fill than to make.
    element.append(' ');
    const binding = content!.special ? undefined : content!.binding;
    this.ops.push({ ...op, kind: Kind.Text, content: content!, binding, fallback });
  }
}

function buildBlock(root: DocumentFragment, children: readonly Child[]): CompiledTemplate {
  const builder = new Builder(root);
  builder.children(children);
  return builder.plan(root);
}

const cache = new Map<string, CompiledTemplate>();
/** The last key of the cache: most components of a page come in rows of the same. */
let newest: string | undefined;

/**
 * The plan of a template.
 * @param themed the host has a theme, so the template's top elements lose theirs (E3).
 */
export function getTemplate(template: string, context: Context, themed = false): CompiledTemplate {
  const key = cacheKey(template, context, themed);
  if (key === newest) return cache.get(key)!;
  let plan = cache.get(key);
  if (plan) {
    cache.delete(key);
  } else {
    inert ??= document.implementation.createHTMLDocument('');
    const holder = inert.createElement(context.tablePart ?? 'div');
    holder.innerHTML = trustedHTML(template);
    if (themed) requireModule('deferred').dropThemes(holder.children);
    const fragment = inert.createDocumentFragment();
    fragment.append(...holder.childNodes);
    plan = buildBlock(fragment, analyze(Array.from(fragment.childNodes, toSource), context));
    if (cache.size >= TEMPLATE_CACHE_SIZE) cache.delete(cache.keys().next().value!);
  }
  cache.set(key, plan);
  newest = key;
  return plan;
}
