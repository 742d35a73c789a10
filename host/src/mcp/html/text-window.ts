export interface TextWindow {
  readonly text: string;
  /** The offset of the next window; null at the end. */
  readonly nextOffset: number | null;
}

/** A window of a text with a maximum number of characters. Surrogate pairs are not split. */
export function textWindow(text: string, offset: number, most: number): TextWindow {
  const start = isSecondHalf(text, offset) ? offset - 1 : offset;
  let end = Math.min(text.length, start + most);
  if (isSecondHalf(text, end)) end = end - 1 > start ? end - 1 : end + 1;
  return { text: text.slice(start, end), nextOffset: end < text.length ? end : null };
}

const isSecondHalf = (text: string, at: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.charAt(at)) && /^[\uD800-\uDBFF]/.test(text.charAt(at - 1));
