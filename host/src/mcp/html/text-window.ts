export interface TextWindow {
  readonly text: string;
  /** The offset of the next window; null at the end. */
  readonly nextOffset: number | null;
}

/** A window of a text with a maximum number of characters. Surrogate pairs are not split. */
export function textWindow(text: string, offset: number, maxLength: number): TextWindow {
  const start = isInsideSurrogatePair(text, offset) ? offset - 1 : offset;
  let end = Math.min(text.length, start + maxLength);
  if (isInsideSurrogatePair(text, end)) end = end - 1 > start ? end - 1 : end + 1;
  return { text: text.slice(start, end), nextOffset: end < text.length ? end : null };
}

const isInsideSurrogatePair = (text: string, offset: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /^[\uD800-\uDBFF]/.test(text.charAt(offset - 1));
