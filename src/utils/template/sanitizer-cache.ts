/** What sanitizers have in common: where HTML comes from, and that the same value is not taken apart again. */
import { richTextToText, serializeRichText, type RichTextDocument } from '../data/rich-text';
import type { TablePart } from './content-model';

/**
 * Untrusted HTML, or a rich-text document, as HTML that is safe to parse.
 * @param inline where text elements take no structure (D8).
 * @param tablePart the part of a table it is for: rows and cells stay there.
 */
export type Sanitize = (value: string | RichTextDocument, inline: boolean, tablePart?: TablePart) => string;

/** A page may have thousands of short values, which are sanitized again with each change of its data where they are not kept. */
const CACHE_CHARACTERS = 1_000_000;

/** A sanitizer that keeps what it made of the last values. */
export function cachedSanitizer(clean: (html: string, inline: boolean, tablePart?: TablePart) => string): Sanitize {
  const cache = new Map<string, string>();
  let characters = 0;
  return (value, inline, tablePart) => {
    // A document without text is no value (D10).
    const html = typeof value === 'string' ? value : richTextToText(value) && serializeRichText(value);
    const key = `${inline} ${tablePart} ${html}`;
    let safe = cache.get(key);
    if (safe === undefined) {
      safe = clean(html, inline, tablePart);
      cache.set(key, safe);
      characters += key.length + safe.length;
      for (const [oldKey, oldSafe] of cache) {
        if (characters <= CACHE_CHARACTERS) break;
        cache.delete(oldKey);
        characters -= oldKey.length + oldSafe.length;
      }
    }
    return safe;
  };
}
