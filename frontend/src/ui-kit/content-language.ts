/** The language of content of the page, whatever an interface speaks. */

/** The nearest `lang` around an element, through shadow roots; the browser's where the page says nothing. */
export function languageOf(element: Element): string {
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)) {
    const language = at instanceof Element ? at.getAttribute('lang') : null;
    if (language) return language;
  }
  return navigator.language;
}
