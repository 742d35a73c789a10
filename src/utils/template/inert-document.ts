/** HTML that is parsed apart from the page. */
import { trustedHTML } from './trusted-types';

let inert: Document | undefined;

/** An element with HTML in it, in a document in which nothing loads or runs. */
export function parseInert(html: string, tag = 'div'): HTMLElement {
  inert ??= document.implementation.createHTMLDocument('');
  const holder = inert.createElement(tag);
  holder.innerHTML = trustedHTML(html);
  return holder;
}
