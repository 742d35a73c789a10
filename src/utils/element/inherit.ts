/** Attributes that elements take from their nearest ancestor, through shadow roots (E4). */

/** The attributes that are inherited. */
export const INHERITED = ['cdn', 'hostname', 'library', 'frontend', 'backend'];

/** Parent in the composed tree. */
export const parentOf = (node: Node): Element | null =>
  node.parentElement ?? (node.parentNode as ShadowRoot | null)?.host ?? null;

/**
 * An attribute of an element, or the property of one of the kit's elements: frameworks set properties, also before the element is
 * defined.
 */
function valueOf(element: Element, name: string): string | null {
  const property = element.localName.startsWith('feaas-') && (element as unknown as Record<string, unknown>)[name];
  return typeof property === 'string' ? property : element.getAttribute(name);
}

/** An attribute of an element's nearest ancestor that has it, by one name or the other; undefined for none. */
export function inheritedAttribute(element: Element, name: string, alias = name): string | undefined {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const value = valueOf(at, name) ?? valueOf(at, alias);
    if (value !== null) return value;
  }
  return undefined;
}

/** Hears when an attribute that an element inherits may have changed. */
export interface InheritanceObserver {
  changed(): void;
}

const observers = new Set<InheritanceObserver>();
const observedRoots = new WeakSet<Node>();
let mutations: MutationObserver | undefined;

/** Tells all observers that an attribute, or a property in its place, has changed. */
export const inheritedChanged = (): void => observers.forEach((each) => each.changed());

/** Tells an observer about inherited attributes above its element, until {@link unobserveInheritance}. */
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
