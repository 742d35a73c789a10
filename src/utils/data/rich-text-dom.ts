import { trustedHTML } from '../template/trusted-types';
import { readRichText, type RichTextDocument } from './rich-text';

/**
 * HTML as a rich-text document (D10).
 * @throws RangeError when elements nest too deeply.
 */
export function parseRichText(html: string): RichTextDocument {
  const holder = document.implementation.createHTMLDocument('').createElement('div');
  holder.innerHTML = trustedHTML(html);
  return readRichText(holder);
}
