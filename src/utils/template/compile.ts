/**
 * Compiles the result of {@link analyze} to nodes that are cloned and parts that change. A template is compiled once
 * per text and stored in a bounded cache.
 */
import { TEMPLATE_CACHE_SIZE } from '../../global/defaults';
import type { Binding } from '../path/lookup';
import type { ModuleName } from '../scheduling/lazy-modules';
import {
  analyze,
  cacheKey,
  isBound,
  isBoundElement,
  type AttributeBinding,
  type BoundElement,
  type Child,
  type Content,
  type Context,
  type Repeat,
  type Run,
} from './analyze';
import { spellingBy } from './attribute-name-case';
import { unusualContent } from './content';
import { parseInert } from './inert-document';
import { ownMembers } from './own-members';
import { unusualTexts } from './policy';
import { requirementsOf } from './requirements';
import type { SourceNode } from './source-node';
import { dropThemes } from './themes';
import { isSpecial } from './write-attribute';

const foreignSpelling = spellingBy((html) =>
  [...parseInert(html).children].flatMap((element) => element.getAttributeNames()),
);

/** A compiled template: nodes to clone, how to find those that change, and what changes in them. */
export interface CompiledTemplate {
  readonly prototype: Element | DocumentFragment;
  /**
   * Triples: index of a known node; 0 for its first child or 1 for its next sibling; number of further siblings to
   * skip.
   */
  readonly walk: readonly number[];
  readonly parts: readonly Part[];
  /** Whether it has a form, whose controls may hide its members. */
  readonly hasForm: boolean;
  /** Lazily loaded modules that are needed to render it. */
  readonly requirements: ReadonlySet<ModuleName>;
}

/** Kinds of parts. Numeric, because the innermost loop of rendering compares them. */
export const enum PartKind {
  Text,
  Attribute,
  AttributesObject,
  Repeat,
  NestedComponent,
  ModuleScript,
}
interface PartBase {
  /** Index of its node. */
  readonly ref: number;
  readonly tag: string;
}
/** A part that shows the value of one binding. `binding` is undefined when other code reads the value. */
interface ValuePart extends PartBase {
  readonly binding: Binding | undefined;
  /** The member of the current item that the binding reads, if it reads nothing else. */
  readonly member: string | undefined;
  /** Matches texts that need processing, which are few; undefined if the text alone does not show that. */
  readonly unusual: RegExp | undefined;
}
/** Content that is shown when there is no value: the template's own, as a string if it is plain text. */
type Fallback = CompiledTemplate | string;
export interface TextPart extends ValuePart {
  readonly kind: PartKind.Text;
  readonly content: Content;
  /** Index of the text node that the prototype has in the element. */
  readonly textRef: number;
  readonly fallback: Fallback;
}
export interface AttributePart extends ValuePart {
  readonly kind: PartKind.Attribute;
  readonly name: string;
  readonly bindings: readonly AttributeBinding[];
  /** The attribute value in the template. */
  readonly base: string | null;
}
export interface AttributesObjectPart extends PartBase {
  readonly kind: PartKind.AttributesObject;
  readonly bound: BoundElement;
}
export interface RepeatPart extends PartBase {
  readonly kind: PartKind.Repeat;
  readonly repeat: Repeat;
  /** One per element of the run in the template; further items use the last one. */
  readonly members: readonly Member[];
  /** Indexes of the run's elements; more than one only if the template has several. */
  readonly refs: readonly number[];
}
export interface Member {
  readonly template: CompiledTemplate;
  /** Whether the run sets `hidden`; otherwise a binding does. */
  readonly hides: boolean;
}
export interface NestedComponentPart extends PartBase {
  readonly kind: PartKind.NestedComponent;
  /** Enclosing scopes as canonical keys; undefined for a component with its own data. */
  readonly scopes: Context['scopes'] | undefined;
  readonly content: Content | undefined;
  /** The component's content in the template, compiled and as HTML. */
  readonly fallback: Fallback;
  readonly html: string;
}
export interface ModuleScriptPart extends PartBase {
  readonly kind: PartKind.ModuleScript;
  readonly src: string;
}
export type Part =
  TextPart | AttributePart | AttributesObjectPart | RepeatPart | NestedComponentPart | ModuleScriptPart;

/** Converts a DOM node to the neutral tree of the analysis. */
export const toSource = (node: Node): SourceNode => {
  const element = ownMembers(node as Element);
  if (element.nodeType !== 1) return { text: node.nodeValue ?? '', node };
  return {
    tag: element.localName,
    attributes: [...element.attributes].map(({ name, value }) => [name, value] as [string, string]),
    children: [...element.childNodes].map(toSource),
    foreign: element.namespaceURI !== 'http://www.w3.org/1999/xhtml' && foreignSpelling,
    node,
  };
};

class Compiler {
  readonly #walk: number[] = [];
  readonly #parts: Part[] = [];
  /** Indexes of nodes; the root is 0. */
  readonly #indexes = new Map<Node, number>();

  constructor(
    root: Element | DocumentFragment,
    private readonly requirements: ReadonlySet<ModuleName>,
  ) {
    this.#indexes.set(root, 0);
  }

  finish(prototype: Element | DocumentFragment): CompiledTemplate {
    const own = ownMembers(prototype);
    const hasForm = own !== prototype || !!own.querySelector('form');
    return { prototype, walk: this.#walk, parts: this.#parts, hasForm, requirements: this.requirements };
  }

  /** Index of a node; adds the steps that find it if they are missing. */
  #ref(node: Node): number {
    const existing = this.#indexes.get(node);
    if (existing !== undefined) return existing;
    let skip = 0;
    let previous = ownMembers(node).previousSibling;
    while (previous && !this.#indexes.has(previous)) {
      previous = ownMembers(previous).previousSibling;
      skip++;
    }
    if (previous) this.#walk.push(this.#indexes.get(previous)!, 1, skip);
    else this.#walk.push(this.#ref(ownMembers(node).parentNode!), 0, skip);
    const index = this.#indexes.size;
    this.#indexes.set(node, index);
    return index;
  }

  children(children: readonly Child[]): this {
    for (const child of children) {
      if (!isBoundElement(child)) continue;
      const { run } = child;
      if (!run) this.element(child);
      else if (run.members[0] === child) this.#repeat(run);
    }
    return this;
  }

  #repeat({ repeat, members: run }: Run): void {
    const refs = run.map(({ source }) => this.#ref(source.node as Element));
    const members = run.map((bound) => {
      const node = bound.source.node as Element;
      const element = ownMembers(node);
      element.removeAttribute('hidden');
      const inner = new Compiler(node, this.requirements);
      inner.element(bound);
      return {
        template: inner.finish(element.cloneNode(true) as Element),
        hides: !bound.attributesBinding && !bound.attributeBindings.has('hidden'),
      };
    });
    this.#parts.push({ kind: PartKind.Repeat, ref: refs[0]!, refs, tag: run[0]!.tag, repeat, members });
  }

  /** Adds the parts of an element and of its descendants. */
  element(bound: BoundElement): void {
    const { tag, content, attributeBindings } = bound;
    const element = bound.source.node as Element;
    if (isBound(bound)) {
      const ref = this.#ref(element);
      const own = ownMembers(element);
      const base = { ref, tag };
      if (bound.embed) this.#parts.push({ ...base, kind: PartKind.ModuleScript, src: bound.embed });
      if (bound.attributesBinding) this.#parts.push({ ...base, kind: PartKind.AttributesObject, bound });
      else this.#attributes(own, base, attributeBindings);
      if (content || tag === 'feaas-component') {
        this.#content(own, base, bound);
        return;
      }
    }
    this.children(bound.children);
  }

  #attributes(element: Element, base: PartBase, bindingsByName: BoundElement['attributeBindings']): void {
    for (const [name, bindings] of bindingsByName) {
      const [first] = bindings;
      const binding = bindings[1] || first!.remote ? undefined : first!.binding;
      const value = element.getAttribute(name);
      element.removeAttribute(name);
      this.#parts.push({
        ...base,
        kind: PartKind.Attribute,
        name,
        bindings,
        base: value,
        binding,
        member: binding?.own,
        unusual:
          binding && name !== 'hidden' && !isSpecial(base.tag, name) ? unusualTexts(name, first!.check) : undefined,
      });
    }
  }

  #content(element: Element, base: PartBase, { content, inherit: scopes, children }: BoundElement): void {
    const isNested = base.tag === 'feaas-component';
    const html = isNested ? element.innerHTML : '';
    const fragment = element.ownerDocument.createDocumentFragment();
    fragment.append(...element.childNodes);
    const [first, second] = fragment.childNodes;
    const fallback =
      first && (second || first.nodeType !== 3)
        ? new Compiler(fragment, this.requirements).children(children).finish(fragment)
        : (fragment.textContent ?? '');
    if (isNested) {
      this.#parts.push({ ...base, kind: PartKind.NestedComponent, scopes, content, html, fallback });
      return;
    }
    // Filling an existing text node is cheaper than creating one.
    element.append(' ');
    const textRef = this.#ref(element.firstChild!);
    const binding = content!.owner.attributesBinding ? undefined : content!.binding;
    this.#parts.push({
      ...base,
      kind: PartKind.Text,
      content: content!,
      unusual: content!.special ? undefined : unusualContent(content!),
      binding,
      member: binding?.own,
      textRef,
      fallback,
    });
  }
}

interface Cache {
  readonly templates: Map<string, CompiledTemplate>;
  /** The most recently used key: a page often has several equal components in a row. */
  newest?: string;
}
const templateCache: Cache = { templates: new Map() };
/**
 * A separate cache, so that HTML of the data never evicts a template: visible content would then be rendered again on
 * each change. A page may have thousands of such values.
 */
const dataCache: Cache = { templates: new Map() };

/**
 * Returns the compiled form of a template.
 * @param themed the host has a theme, so the template's top-level elements lose theirs (E3).
 */
export function getTemplate(html: string, context: Context, themed = false): CompiledTemplate {
  const key = cacheKey(html, context, themed);
  const cache = context.isTemplate ? templateCache : dataCache;
  const { templates } = cache;
  let template = templates.get(key);
  if (template && key === cache.newest) return template;
  if (template) {
    templates.delete(key);
  } else {
    const container = parseInert(html, context.tablePart);
    if (themed) dropThemes(container.children);
    if (context.isTemplate) dropSlots(container.children);
    const fragment = container.ownerDocument.createDocumentFragment();
    fragment.append(...container.childNodes);
    const children = analyze([...fragment.childNodes].map(toSource), context);
    template = new Compiler(fragment, new Set(requirementsOf(html))).children(children).finish(fragment);
    if (templates.size >= TEMPLATE_CACHE_SIZE) templates.delete(templates.keys().next().value!);
  }
  templates.set(key, template);
  cache.newest = key;
  return template;
}

/** Removes slot assignments of top-level elements, so that they are displayed (E13). */
function dropSlots(elements: Iterable<Element>): void {
  for (const each of elements) {
    const element = ownMembers(each);
    element.removeAttribute('slot');
    element.removeAttribute('data-path-slot');
  }
}
