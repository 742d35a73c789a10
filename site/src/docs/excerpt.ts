/** Excerpts of search results, with marked matches. */
import { tokenize, type Token } from './tokenize';

/** A part of a text, marked if it matches. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const LENGTH = 160;
/** Number of characters before the first match. */
const BEFORE = 40;

/** The term by which a token matches. More than half of the parts of a compound name must match. */
function termIn({ terms: [whole, ...parts] }: Token, wanted: ReadonlySet<string>): string | undefined {
  const found = parts.filter((part) => wanted.has(part));
  return wanted.has(whole) || found.length > parts.length / 2 ? whole : undefined;
}

/** Splits a text into marked and unmarked parts. */
export function markTerms(text: string, terms: readonly string[]): ExcerptPart[] {
  const wanted = new Set(terms);
  const pieces: ExcerptPart[] = [];
  let at = 0;
  for (const word of tokenize(text)) {
    if (termIn(word, wanted) === undefined) continue;
    if (word.at > at) pieces.push({ text: text.slice(at, word.at), isMarked: false });
    pieces.push({ text: text.slice(word.at, word.end), isMarked: true });
    at = word.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

/** The excerpt with the most matches; the beginning of the text if there are none. */
export function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const wanted = new Set(terms);
  const found = tokenize(text).flatMap((word) => {
    const term = termIn(word, wanted);
    return term === undefined ? [] : [{ ...word, term }];
  });
  let best = { at: 0, count: 0 };
  for (const { at } of found) {
    const count = new Set(
      found.filter((each) => each.at >= at && each.end <= at + LENGTH - BEFORE).map(({ term }) => term),
    ).size;
    if (count > best.count) best = { at, count };
  }
  // Starts and ends at word boundaries.
  const from = best.at <= BEFORE ? 0 : text.lastIndexOf(' ', best.at - BEFORE) + 1;
  const to = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const line = text.slice(from, to > best.at ? to : from + LENGTH);
  return markTerms(`${from ? '… ' : ''}${line}${from + line.length < text.length ? ' …' : ''}`, terms);
}
