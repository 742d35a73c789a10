/** Defines an element in pages. Servers have no custom elements. */
export function define<Element>(element: Element, defineElement: () => void): Element {
  if (typeof customElements !== 'undefined') defineElement();
  return element;
}
