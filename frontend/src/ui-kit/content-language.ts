/** The language of the page's content, independent of the interface's language. */

/** The nearest `lang` attribute around an element, through shadow roots; the browser's language if there is none. */
export function languageOf(element: Element): string {
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)) {
    const language = at instanceof Element ? at.getAttribute('lang') : null;
    if (language) return language;
  }
  return navigator.language;
}
