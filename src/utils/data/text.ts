/** Texts in data: detection of markup (D13), white space (D8), and zero-width characters (D20). */

/** Matches tags, comments, and what parsers treat as comments; `</` at the very end is text. */
const MARKUP = /<(?:[a-z!?]|\/[^])/i;

/** Matches `&` with a possible name or number of a character. */
const REFERENCE = /&(?:#(?:\d+|x[\da-f]+)|[a-z][a-z\d]*);?/iy;

/**
 * Whether parsing a text as HTML may give more than the text with decoded character references. Other texts need no
 * sanitizer.
 */
export const mayBeMarkup = (text: string): boolean => text.includes('<') && MARKUP.test(text);

/** Decodes one character reference to text. */
export type ReferenceParser = (reference: string) => string;

/** Cache of decoded references: texts use few of them, and parsing is far slower than a lookup. */
const decoded = new Map<string, string>();
const CACHE_SIZE = 1000;

/**
 * Decodes the character references of plain text, as an HTML parser does.
 * @param parse the platform's parser for one reference
 */
export function decodeReferences(text: string, parse: ReferenceParser): string {
  let result = '';
  let from = 0;
  for (let offset = text.indexOf('&'); offset >= 0; offset = text.indexOf('&', offset + 1)) {
    // Usually a space follows, which can not start a reference.
    if (text.charCodeAt(offset + 1) < 35) continue;
    REFERENCE.lastIndex = offset;
    // The shortest reference is `&lt`.
    if (!REFERENCE.test(text) || REFERENCE.lastIndex < offset + 3) continue;
    const reference = text.slice(offset, REFERENCE.lastIndex);
    const characters = decoded.get(reference) ?? cacheReference(reference, parse(reference));
    if (characters === reference) continue;
    result += text.slice(from, offset) + characters;
    from = offset + reference.length;
  }
  return from ? result + text.slice(from) : text;
}

function cacheReference(reference: string, characters: string): string {
  if (decoded.size >= CACHE_SIZE) decoded.clear();
  decoded.set(reference, characters);
  return characters;
}

/** Normalizes line breaks as parsers do, and removes NUL characters. */
export const normalizeLineFeeds = (text: string): string =>
  text.includes('\r') || text.includes('\0') ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '') : text;

/**
 * Matches two or more in a row. Engines skip every other character for that, which takes a third of the time of other
 * searches.
 */
const RUNS = /[ \n]{2,}/g;
/** The same for a text with other white space. */
const MIXED_RUNS = /[ \t\n\r\f]{2,}|[\t\r\f]/g;

const isWhiteSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 12;

/** Collapses white space as in text elements (D8) and removes it at the ends. Keeps no-break spaces. */
export function collapseWhiteSpace(input: string): string {
  let { length } = input;
  let first = 0;
  while (first < length && isWhiteSpace(input.charCodeAt(first))) first++;
  while (length > first && isWhiteSpace(input.charCodeAt(length - 1))) length--;
  const text = input.slice(first, length);
  const runs = text.includes('\t') || text.includes('\r') || text.includes('\f') ? MIXED_RUNS : RUNS;
  let result = '';
  let from = 0;
  runs.lastIndex = 0;
  while (runs.test(text)) {
    const end = runs.lastIndex;
    let start = end - 1;
    while (isWhiteSpace(text.charCodeAt(start - 1))) start--;
    result += text.slice(from, start) + (/[\n\r]/.test(text.slice(start, end)) ? '\n' : ' ');
    from = end;
  }
  return from ? result + text.slice(from) : text;
}

const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/u;
const EDGE = '[\\0- ' + ZERO_WIDTH.source.slice(1) + '+';
/** Matches white space and zero-width characters at an end of a text. */
const EDGES = new RegExp(`^${EDGE}|(?<!${EDGE.slice(0, -1)})${EDGE}$`, 'gu');

/**
 * Removes zero-width characters at the ends of a text, and the white space between them (D20). Editors and spreadsheets
 * add them, and dates and addresses with them would not be recognized.
 */
export const trimZeroWidth = (text: string): string =>
  ZERO_WIDTH.test(text) ? text.replace(EDGES, (edge) => (ZERO_WIDTH.test(edge) ? '' : edge)) : text;
