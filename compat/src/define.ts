/** Defines an element, in pages. */
export function define<Element>(element: Element, defineElement: () => void): Element {
  if (typeof customElements !== 'undefined') defineElement();
  return element;
}
