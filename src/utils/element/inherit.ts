/** Attributes that elements take from their nearest ancestor, through shadow roots (E4). */

/** The attributes that are inherited. */
export const INHERITED = ['cdn', 'hostname', 'library', 'frontend', 'backend'];

/** Parent in the composed tree. */
export const parentOf = (node: Node): Element | null =>
  node.parentElement ?? (node.parentNode as ShadowRoot | null)?.host ?? null;

/** An attribute of an element's nearest ancestor that has it, by one name or the other; undefined for none. */
export function inheritedAttribute(element: Element, name: string, alias = name): string | undefined {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const value = at.getAttribute(name) ?? at.getAttribute(alias);
    if (value !== null) return value;
  }
  return undefined;
}
