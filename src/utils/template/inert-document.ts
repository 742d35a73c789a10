/** Parses HTML in an inert document. */
import { trustedHTML } from './trusted-types';

let inert: Document | undefined;

/** Returns an element that contains the parsed HTML, in a document that loads and runs nothing. */
export function parseInert(html: string, tag = 'div'): HTMLElement {
  inert ??= document.implementation.createHTMLDocument('');
  const container = inert.createElement(tag);
  container.innerHTML = trustedHTML(html);
  return container;
}
