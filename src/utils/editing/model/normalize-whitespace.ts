/** Normalizes white space after an edit: visible spaces stay visible, and others stay invisible or are removed. */
import type { InlineToken } from './inline-tokens';

const isSpace = ({ source, embed }: InlineToken): boolean => !embed && /^[ \t\n\r\f]+$/.test(source);

/** Whether nothing is visible between a token and the end of its line. */
function endsLine(tokens: readonly InlineToken[], index: number): boolean {
  for (let next = index + 1; next < tokens.length; next++) {
    const token = tokens[next]!;
    if (token.embed?.kind === 'break') return true;
    if (token.text && !(isSpace(token) && token.text === ' ')) return false;
  }
  return true;
}

/** Returns tokens whose white space collapses exactly to their text. */
export function normalizeWhitespace(tokens: readonly InlineToken[]): InlineToken[] {
  const result: InlineToken[] = [];
  let isSpaced = true;
  for (const [index, token] of tokens.entries()) {
    if (!isSpace(token)) {
      result.push(token);
      if (token.text) isSpaced = token.embed?.kind === 'break';
    } else if (token.text) {
      const isVisible: boolean = !isSpaced && !endsLine(tokens, index);
      result.push(isVisible ? token : { ...token, source: '&nbsp;' });
      isSpaced = isVisible;
    } else if (isSpaced || endsLine(tokens, index)) result.push(token);
    // White space that was invisible and would now be visible is removed.
  }
  return result;
}
