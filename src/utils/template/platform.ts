/** The page's side of {@link Platform}: what the DOM and its parser know. */
import { isClobberSafe } from './clobber-safe';
import type { Platform } from './environment';
import { trustedHTML } from './trusted-types';

/** A document in which nothing loads or runs. */
let inert: Document | undefined;

export const inertDocument = (): Document => (inert ??= document.implementation.createHTMLDocument(''));

/** Decodes the character references of a text without tags, as the parser does. */
function decodeEntities(text: string): string {
  const holder = inertDocument().createElement('div');
  holder.innerHTML = trustedHTML(text);
  return holder.textContent!;
}

export const PAGE: Platform = { isClobberSafe, decodeEntities };
