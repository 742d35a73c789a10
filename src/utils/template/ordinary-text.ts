/**
 * A fast path for printing ordinary texts, which need only escaping and collapsing of white space. Most texts are
 * ordinary, and detecting them is much of the cost of printing. One expression finds both the characters to replace and
 * those that make a text unusual. Long texts are searched per character first: engines use vector instructions for
 * that.
 */
import { REFERENCES } from './escape-html';

/** Texts that need full processing in one kind of position. The empty text always does. */
export interface UnusualTexts {
  /**
   * Matches text to replace and text that makes the value unusual, except white space at the ends of a text that
   * collapses. A match is one escaped character, or two spaces, or its last character is neither. Global, to continue
   * after a match.
   */
  readonly expression: RegExp;
  /** Sticky; tests whether an escaped character makes the text unusual after all. Undefined if none does. */
  readonly exception: RegExp | undefined;
  /** Matches the same as `expression` in a text without {@link characters}; undefined if nothing else can match. */
  readonly rest: RegExp | undefined;
  /** Characters that the expression finds; undefined if it matches more than single characters. */
  readonly characters: readonly string[] | undefined;
  /** White space collapses and is removed at both ends (D8). */
  readonly collapses: boolean;
}

/** Matches possible markup or character references; the shortest reference is `&lt`. */
const MARKUP_OR_REFERENCE = /<[a-z!?/]|&[#a-z][a-z\d]/iy;

/** Texts in elements. */
export const UNUSUAL_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\u00a0]/g,
  exception: MARKUP_OR_REFERENCE,
  rest: undefined,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0'],
  collapses: false,
};

/** Texts in elements that collapse white space (D8). */
export const UNUSUAL_INLINE_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\t\f\u00a0]|[ \n][ \n]/g,
  exception: MARKUP_OR_REFERENCE,
  rest: /[ \n][ \n]/,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0', '\t', '\f'],
  collapses: true,
};

/** Texts in attributes that allow any value. */
export const UNUSUAL_ATTRIBUTES: UnusualTexts = {
  expression: /[&"<>\u00a0]/g,
  exception: undefined,
  rest: undefined,
  characters: ['&', '"', '<', '>', '\u00a0'],
  collapses: false,
};

/**
 * Texts in attributes that allow any value except those that an expression matches. That expression is the first
 * alternative: a match may need the start of the text, which a search after an escaped character would miss.
 */
export const unusualAttributesAnd = ({ source, flags }: RegExp): UnusualTexts => ({
  expression: new RegExp(`${source}|${UNUSUAL_ATTRIBUTES.expression.source}`, `g${flags}`),
  exception: undefined,
  rest: undefined,
  characters: undefined,
  collapses: false,
});

/** Longer texts are searched once per character. */
const LONG_TEXT = 100;
/** For still longer texts with such characters, the fast path is not used. */
const VERY_LONG_TEXT = 1000;

/** Engines store texts with these characters in two bytes per character; searching per character is slower then. */
const TWO_BYTES = /[\u0100-\uffff]/;

const LINE_FEED = 10;
const isSpace = (code: number): boolean => code === 32 || code === LINE_FEED;

function hasNoMatch(text: string, { characters, rest }: UnusualTexts): boolean {
  for (const character of characters!) if (text.includes(character)) return false;
  return !rest?.test(text);
}

/** Prints an ordinary text, escaped and with collapsed white space; undefined if the text needs full processing. */
export function printOrdinary(text: string, unusual: UnusualTexts): string | undefined {
  const { expression, exception } = unusual;
  const { length } = text;
  if (!length || (unusual.collapses && (isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(length - 1)))))
    return undefined;
  if (length > LONG_TEXT && unusual.characters && !TWO_BYTES.test(text)) {
    if (hasNoMatch(text, unusual)) return text;
    if (length > VERY_LONG_TEXT) return undefined;
  }
  let result = '';
  let from = 0;
  expression.lastIndex = 0;
  while (expression.test(text)) {
    let end = expression.lastIndex;
    let offset = end - 1;
    let replacement = REFERENCES[text.charAt(offset)];
    if (replacement === undefined) {
      let code = text.charCodeAt(offset);
      if (!isSpace(code)) return undefined;
      replacement = text.charCodeAt(--offset) === LINE_FEED ? '\n' : ' ';
      for (; isSpace(code); code = text.charCodeAt(end++)) if (code === LINE_FEED) replacement = '\n';
      expression.lastIndex = --end;
    } else if (exception) {
      exception.lastIndex = offset;
      if (exception.test(text)) return undefined;
    }
    result += text.slice(from, offset) + replacement;
    from = end;
  }
  return from ? result + text.slice(from) : text;
}
