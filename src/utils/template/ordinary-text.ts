/**
 * Which texts are written as they are: most are, so that telling it is much of what printing one costs. A short text is searched with one
 * expression. In a long one, each character is looked for: engines have that as one instruction for many characters.
 */

/** The texts of one kind of place that need a closer look. The empty one always does. */
export interface UnusualTexts {
  /** Finds what makes a text unusual, but white space at the ends of a text in which that collapses. */
  readonly expression: RegExp;
  /** Finds the same in a text without {@link characters}; undefined where there is nothing else to find. */
  readonly rest: RegExp | undefined;
  /** What each makes a text unusual; undefined where that is more than characters. */
  readonly characters: readonly string[] | undefined;
  /** White space collapses, so that none may stand at the ends (D8). */
  readonly collapses: boolean;
}

/** Texts in any element. */
export const UNUSUAL_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\u00a0]/,
  rest: undefined,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0'],
  collapses: false,
};

/** Texts in an element whose white space collapses (D8). */
export const UNUSUAL_INLINE_CONTENT: UnusualTexts = {
  expression: /[<>&\r\0\t\f\u00a0]|[ \n][ \n]/,
  rest: /[ \n][ \n]/,
  characters: ['&', '<', '>', '\r', '\0', '\u00a0', '\t', '\f'],
  collapses: true,
};

/** Texts in an attribute that takes any. */
export const UNUSUAL_ATTRIBUTES: UnusualTexts = {
  expression: /[&"<>\u00a0]/,
  rest: undefined,
  characters: ['&', '"', '<', '>', '\u00a0'],
  collapses: false,
};

/** Texts in an attribute that takes any but those which an expression finds. */
export const unusualAttributesAnd = ({ source, flags }: RegExp): UnusualTexts => ({
  expression: new RegExp(`${UNUSUAL_ATTRIBUTES.expression.source}|${source}`, flags),
  rest: undefined,
  characters: undefined,
  collapses: false,
});

/** No text of these places is written before a closer look. */
export const NO_ORDINARY_TEXT: UnusualTexts = {
  expression: /^/,
  rest: undefined,
  characters: undefined,
  collapses: false,
};

/** Longer texts are searched for each character. */
const LONG = 100;

const isSpace = (code: number): boolean => code === 32 || code === 10;

function isOrdinaryLong(text: string, { characters, rest }: UnusualTexts): boolean {
  for (const character of characters!) if (text.includes(character)) return false;
  return !rest?.test(text);
}

/** Whether a text is written as it is. */
export function isOrdinary(text: string, unusual: UnusualTexts): boolean {
  const { length } = text;
  if (!length || (unusual.collapses && (isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(length - 1)))))
    return false;
  return length > LONG && unusual.characters ? isOrdinaryLong(text, unusual) : !unusual.expression.test(text);
}
