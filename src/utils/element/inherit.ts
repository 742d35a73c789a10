/** Attributes that elements inherit from their nearest ancestor, across shadow roots (E4). */
import { ownMembers } from '../template/own-members';

/** The inherited attributes. */
export const INHERITED = ['cdn', 'hostname', 'library', 'frontend', 'backend'];

/** Parent in the composed tree. */
export const parentOf = (node: Node): Element | null => {
  const { parentElement, parentNode } = ownMembers(node);
  // The `host` of a document can be a form or an image with that name.
  return parentElement ?? (parentNode?.nodeType === 11 ? (parentNode as ShadowRoot).host : null);
};

/**
 * An attribute of an element, or the property of a kit element. Frameworks set properties, also before the element is
 * defined.
 */
function valueOf(element: Element, name: string): string | null {
  const own = ownMembers(element);
  const property = own.localName.startsWith('feaas-') && (own as unknown as Record<string, unknown>)[name];
  return typeof property === 'string' ? property : own.getAttribute(name);
}

/** The attribute, or its alias, of the nearest ancestor that has one; undefined for none. */
export function inheritedAttribute(element: Element, name: string, alias = name): string | undefined {
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor)) {
    const value = valueOf(ancestor, name) ?? valueOf(ancestor, alias);
    if (value !== null) return value;
  }
  return undefined;
}

/** Notified when an inherited attribute may have changed. */
export interface InheritanceObserver {
  changed(): void;
}

const observers = new Set<InheritanceObserver>();
const observedRoots = new WeakSet<Node>();
let mutations: MutationObserver | undefined;

/** Notifies all observers of a changed attribute or property. */
export const inheritedChanged = (): void => observers.forEach((each) => each.changed());

/** Notifies an observer of changes of inherited attributes above its element, until {@link unobserveInheritance}. */
export function observeInheritance(observer: InheritanceObserver, element: Element): void {
  mutations ??= new MutationObserver(inheritedChanged);
  observers.add(observer);
  for (
    let root: Node | undefined = element.getRootNode();
    root;
    root = root instanceof ShadowRoot ? root.host.getRootNode() : undefined
  ) {
    if (observedRoots.has(root)) continue;
    observedRoots.add(root);
    mutations.observe(root, { attributes: true, subtree: true, attributeFilter: INHERITED });
  }
}

export const unobserveInheritance = (observer: InheritanceObserver): boolean => observers.delete(observer);
