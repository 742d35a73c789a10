/** The language of the page's content, independent of the interface's language. */

/** The nearest `lang` attribute around an element, through shadow roots; the browser's language if there is none. */
export function languageOf(element: Element): string {
  for (
    let node: Node | null = element;
    node;
    node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
  ) {
    const language = node instanceof Element ? node.getAttribute('lang') : null;
    if (language) return language;
  }
  return navigator.language;
}
