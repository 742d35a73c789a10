/** Normalizes white space after an edit: visible spaces stay visible, and others stay invisible or are removed. */
import type { InlineToken } from './inline-tokens';

const isSpace = ({ source, embed }: InlineToken): boolean => !embed && /^[ \t\n\r\f]+$/.test(source);

/** Whether nothing is visible between a token and the end of its line. */
function endsLine(tokens: readonly InlineToken[], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next++) {
    const token = tokens[next]!;
    if (token.embed?.kind === 'break') return true;
    if (token.text && !(isSpace(token) && token.text === ' ')) return false;
  }
  return true;
}

/** Returns tokens whose white space collapses exactly to their text. */
export function normalizeWhitespace(tokens: readonly InlineToken[]): InlineToken[] {
  const out: InlineToken[] = [];
  let spaced = true;
  for (const [at, token] of tokens.entries()) {
    if (!isSpace(token)) {
      out.push(token);
      if (token.text) spaced = token.embed?.kind === 'break';
    } else if (token.text) {
      const shows: boolean = !spaced && !endsLine(tokens, at);
      out.push(shows ? token : { ...token, source: '&nbsp;' });
      spaced = shows;
    } else if (spaced || endsLine(tokens, at)) out.push(token);
    // White space that was invisible and would now be visible is removed.
  }
  return out;
}
