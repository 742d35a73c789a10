/** Texts out of data: what of them may be markup (D13), their white space (D8), and characters that have no width (D20). */

/** Tags, comments and what parsers take for comments; a `</` at the very end is text. */
const MARKUP = /<(?:[a-z!?]|\/[^])/i;

/** `&` with what may be the name or number of a character. */
const REFERENCE = /&(?:#(?:\d+|x[\da-f]+)|[a-z][a-z\d]*);?/iy;

/**
 * Whether parsing a text as HTML would give anything but that text with its character references decoded. Everything else
 * needs no sanitizer.
 */
export const mayBeMarkup = (text: string): boolean => text.includes('<') && MARKUP.test(text);

/** Reads one character reference; its result is text. */
export type ReferenceParser = (reference: string) => string;

/** Decoded references: texts use few of them, and parsing one takes far longer than looking it up. */
const decoded = new Map<string, string>();
const CACHE_SIZE = 1000;

/**
 * Decodes the character references of a text that is no markup, as an HTML parser does.
 * @param parse the parser of the platform; it gets one reference at a time.
 */
export function decodeReferences(text: string, parse: ReferenceParser): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    // Mostly a space follows, which begins no reference.
    if (text.charCodeAt(at + 1) < 35) continue;
    REFERENCE.lastIndex = at;
    // The shortest one is `&lt`.
    if (!REFERENCE.test(text) || REFERENCE.lastIndex < at + 3) continue;
    const reference = text.slice(at, REFERENCE.lastIndex);
    const characters = decoded.get(reference) ?? remember(reference, parse(reference));
    if (characters === reference) continue;
    out += text.slice(from, at) + characters;
    from = at + reference.length;
  }
  return from ? out + text.slice(from) : text;
}

function remember(reference: string, characters: string): string {
  if (decoded.size >= CACHE_SIZE) decoded.clear();
  decoded.set(reference, characters);
  return characters;
}

/** Line breaks as parsers normalize them; they drop the character NUL. */
export const normalizeLineFeeds = (text: string): string =>
  text.includes('\r') || text.includes('\0') ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '') : text;

/** Two or more in a row. Engines skip every other character to find that, which takes a third of a search for anything else. */
const RUNS = /[ \n]{2,}/g;
/** The same in a text that has other white space, too. */
const MIXED_RUNS = /[ \t\n\r\f]{2,}|[\t\r\f]/g;

const isWhiteSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 12;

/** White space as text elements have it (D8): runs collapsed, none at the ends. No-break spaces are kept. */
export function collapseWhiteSpace(given: string): string {
  let { length } = given;
  let first = 0;
  while (first < length && isWhiteSpace(given.charCodeAt(first))) first++;
  while (length > first && isWhiteSpace(given.charCodeAt(length - 1))) length--;
  const text = given.slice(first, length);
  const runs = text.includes('\t') || text.includes('\r') || text.includes('\f') ? MIXED_RUNS : RUNS;
  let out = '';
  let from = 0;
  runs.lastIndex = 0;
  while (runs.test(text)) {
    const end = runs.lastIndex;
    let start = end - 1;
    while (isWhiteSpace(text.charCodeAt(start - 1))) start--;
    out += text.slice(from, start) + (/[\n\r]/.test(text.slice(start, end)) ? '\n' : ' ');
    from = end;
  }
  return from ? out + text.slice(from) : text;
}

const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/u;
const EDGE = '[\\0- ' + ZERO_WIDTH.source.slice(1) + '+';
/** A run of white space and characters without width at an end of a text. */
const EDGES = new RegExp(`^${EDGE}|(?<!${EDGE.slice(0, -1)})${EDGE}$`, 'gu');

/**
 * A text without the characters of no width at its ends, and without the white space among them (D20). Editors and
 * spreadsheets leave them behind; dates and addresses with them are not recognized.
 */
export const trimZeroWidth = (text: string): string =>
  ZERO_WIDTH.test(text) ? text.replace(EDGES, (edge) => (ZERO_WIDTH.test(edge) ? '' : edge)) : text;
