/** What an element stands in. */

const parentOf = (node: Node): Element | null =>
  node.parentElement ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null);

/** An element and what is around it, the innermost first; hosts of shadow roots too. */
export function* around(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = parentOf(at)) yield at;
}
