/** Parses HTML in an inert document. */
import { trustedHTML } from './trusted-types';

let inert: Document | undefined;

/** Returns an element that contains the parsed HTML, in a document that loads and runs nothing. */
export function parseInert(html: string, tag = 'div'): HTMLElement {
  inert ??= document.implementation.createHTMLDocument('');
  const holder = inert.createElement(tag);
  holder.innerHTML = trustedHTML(html);
  return holder;
}
