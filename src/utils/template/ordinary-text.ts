/**
 * Texts that are written as they are, but for escaped characters and collapsed white space: most are, so that telling it is much of what
 * printing one costs. One expression finds what is replaced and what needs a closer look. In a long text, each character is looked for
 * first: engines have that as one instruction for many characters.
 */
import { REFERENCES } from './escape-html';

/** The texts of one kind of place that need a closer look. The empty one always does. */
export interface UnusualTexts {
  /**
   * Finds what is replaced, and what makes a text unusual; but white space at the ends of a text in which that collapses. A match is one
   * character that is escaped, or two spaces, or it ends with neither. Global, so that a search goes on behind the last.
   */
  readonly expression: RegExp;
  /** Finds at a character that is escaped what makes a text unusual after all; undefined where nothing does. Sticky. */
  readonly exception: RegExp | undefined;
  /** Finds the same as the expression in a text without {@link characters}; undefined where there is nothing else to find. */
  readonly rest: RegExp | undefined;
  /** What the expression finds; undefined where that is more than characters. */
  readonly characters: readonly string[] | undefined;
  /** White space collapses, so that none may stand at the ends (D8). */
  readonly collapses: boolean;
}

/** What may be markup, or a reference to a character: the shortest one is `&lt`. */
const MARKUP_OR_REFERENCE = /<[a-z!?/]|&[#a-z][a-z\d]/iy;

/** Texts in any element. */
export const UNUSUAL_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\u00a0]/g,
  exception: MARKUP_OR_REFERENCE,
  rest: undefined,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0'],
  collapses: false,
};

/** Texts in an element whose white space collapses (D8). */
export const UNUSUAL_INLINE_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\t\f\u00a0]|[ \n][ \n]/g,
  exception: MARKUP_OR_REFERENCE,
  rest: /[ \n][ \n]/,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0', '\t', '\f'],
  collapses: true,
};

/** Texts in an attribute that takes any. */
export const UNUSUAL_ATTRIBUTES: UnusualTexts = {
  expression: /[&"<>\u00a0]/g,
  exception: undefined,
  rest: undefined,
  characters: ['&', '"', '<', '>', '\u00a0'],
  collapses: false,
};

/**
 * Texts in an attribute that takes any but those which an expression finds. It is tried first at each place: it may find the beginning of a
 * text, which a search behind an escaped character would not.
 */
export const unusualAttributesAnd = ({ source, flags }: RegExp): UnusualTexts => ({
  expression: new RegExp(`${source}|${UNUSUAL_ATTRIBUTES.expression.source}`, `g${flags}`),
  exception: undefined,
  rest: undefined,
  characters: undefined,
  collapses: false,
});

/** Longer texts are searched for each character. */
const LONG = 100;
/** In longer ones, so are the places of those that are found. */
const VERY_LONG = 1000;

/** Engines keep texts with these in two bytes for each character, where looking for each takes longer than one expression does. */
const TWO_BYTES = /[\u0100-\uffff]/;

const LINE_FEED = 10;
const isSpace = (code: number): boolean => code === 32 || code === LINE_FEED;

function hasNothing(text: string, { characters, rest }: UnusualTexts): boolean {
  for (const character of characters!) if (text.includes(character)) return false;
  return !rest?.test(text);
}

/** A text as it is written, with its characters escaped and its white space collapsed; undefined where it needs a closer look. */
export function printOrdinary(text: string, unusual: UnusualTexts): string | undefined {
  const { expression, exception } = unusual;
  const { length } = text;
  if (!length || (unusual.collapses && (isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(length - 1)))))
    return undefined;
  if (length > LONG && unusual.characters && !TWO_BYTES.test(text)) {
    if (hasNothing(text, unusual)) return text;
    if (length > VERY_LONG) return undefined;
  }
  let out = '';
  let from = 0;
  expression.lastIndex = 0;
  while (expression.test(text)) {
    let end = expression.lastIndex;
    let at = end - 1;
    let written = REFERENCES[text.charAt(at)];
    if (written === undefined) {
      let code = text.charCodeAt(at);
      if (!isSpace(code)) return undefined;
      written = text.charCodeAt(--at) === LINE_FEED ? '\n' : ' ';
      for (; isSpace(code); code = text.charCodeAt(end++)) if (code === LINE_FEED) written = '\n';
      expression.lastIndex = --end;
    } else if (exception) {
      exception.lastIndex = at;
      if (exception.test(text)) return undefined;
    }
    out += text.slice(from, at) + written;
    from = end;
  }
  return from ? out + text.slice(from) : text;
}
