/** The cache that both sanitizers share, so that an equal value is not sanitized again. */
import { richTextToText, serializeRichText, type RichTextDocument } from '../data/rich-text';
import type { TablePart } from './content-model';

/**
 * Converts untrusted HTML, or a rich-text document, to HTML that is safe to parse.
 * @param inline removes structural tags, as text elements require (D8)
 * @param tablePart the table element that receives it, in which rows and cells stay
 */
export type Sanitize = (value: string | RichTextDocument, inline: boolean, tablePart?: TablePart) => string;

/**
 * Cache size in characters. A page may have thousands of short values, which each change of its data would sanitize
 * again.
 */
const CACHE_CHARACTERS = 1_000_000;

/** Returns a sanitizer that caches its recent results. */
export function cachedSanitizer(sanitize: (html: string, inline: boolean, tablePart?: TablePart) => string): Sanitize {
  const cache = new Map<string, string>();
  let characters = 0;
  return (value, inline, tablePart) => {
    // A document without text is no value (D10).
    const html = typeof value === 'string' ? value : richTextToText(value) && serializeRichText(value);
    const key = `${inline} ${tablePart} ${html}`;
    let safe = cache.get(key);
    if (safe === undefined) {
      safe = sanitize(html, inline, tablePart);
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
