/** Texts out of data: what of them may be markup (D13), their white space (D8), and characters that have no width (D20). */

/** Tags, comments and what parsers take for comments; a `</` at the very end is text. */
const MARKUP = /<(?:[a-z!?]|\/[^])/i;

/** `&` with what may be the name or number of a character. */
const REFERENCE = /&(?:#(?:\d+|x[\da-f]+)|[a-z][a-z\d]*);?/gi;
const MAY_HAVE_REFERENCE = /&(?:#(?:\d|x[\da-f])|[a-z])/i;

/**
 * Whether parsing a text as HTML would give anything but that text with its character references decoded. Everything else
 * needs no sanitizer.
 */
export const mayBeMarkup = (text: string): boolean => MARKUP.test(text);

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
  if (!MAY_HAVE_REFERENCE.test(text)) return text;
  return text.replace(REFERENCE, (reference) => {
    let characters = decoded.get(reference);
    if (characters === undefined) {
      characters = parse(reference);
      if (decoded.size >= CACHE_SIZE) decoded.clear();
      decoded.set(reference, characters);
    }
    return characters;
  });
}

/** Line breaks as parsers normalize them; they drop the character NUL. */
export const normalizeLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '');

/** A run of white space: one line feed if it has any, so that `white-space: pre-line` shows it, else one space (D8). */
export const collapseRun = (run: string): string => (/[\n\r]/.test(run) ? '\n' : ' ');

/** White space as text elements have it (D8): runs collapsed, none at the ends. No-break spaces are kept. */
export const collapseWhiteSpace = (text: string): string =>
  text.replace(/[ \t\n\r\f]+/g, (run, at: number) => (!at || at + run.length === text.length ? '' : collapseRun(run)));

/** Number of code units of a character without width at a place; 0 for any other. Tag characters take two units. */
function zeroWidthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if ((code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff) return 1;
  const low = text.charCodeAt(at + 1);
  return code === 0xdb40 && low >= 0xdc00 && low <= 0xdc7f ? 2 : 0;
}

/**
 * A text without the characters of no width at its ends, and without the white space among them (D20). Editors and
 * spreadsheets leave them behind; dates and addresses with them are not recognized.
 */
export function trimZeroWidth(text: string): string {
  let start = 0;
  let end = text.length;
  let hasAny = false;
  while (start < end) {
    const length = zeroWidthAt(text, start);
    if (!length && text.charCodeAt(start) > 32) break;
    hasAny ||= length > 0;
    start += length || 1;
  }
  while (end > start) {
    const length = zeroWidthAt(text, end - 1) || (zeroWidthAt(text, end - 2) === 2 ? 2 : 0);
    if (!length && text.charCodeAt(end - 1) > 32) break;
    hasAny ||= length > 0;
    end -= length || 1;
  }
  return hasAny ? text.slice(start, end) : text;
}
