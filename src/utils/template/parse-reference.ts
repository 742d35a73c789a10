import type { ReferenceParser } from '../data/text';
import { trustedHTML } from './trusted-types';

let holder: Element | undefined;

/** Character references as the browser's parser reads them, in a document in which nothing loads or runs. */
export const parseReference: ReferenceParser = (reference) => {
  holder ??= document.implementation.createHTMLDocument('').createElement('div');
  holder.innerHTML = trustedHTML(reference);
  return holder.textContent!;
};
