/** The lines of a text in which words were found, with those words marked. */
import { tokenize, type Token } from './tokenize';

/** A part of a text; what was found is marked. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const LENGTH = 160;
/** Words before the first that was found: enough to read on. */
const BEFORE = 40;

/** The term by which a word was found; one part of a long name does not do. */
function termIn({ terms: [whole, ...parts] }: Token, wanted: ReadonlySet<string>): string | undefined {
  const found = parts.filter((part) => wanted.has(part));
  return wanted.has(whole) || found.length > parts.length / 2 ? whole : undefined;
}

/** All of a text, in pieces. */
export function markedPieces(text: string, terms: readonly string[]): Piece[] {
  const wanted = new Set(terms);
  const pieces: Piece[] = [];
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

/** The line of a text that has most of the words; its beginning where it has none. */
export function excerptOf(text: string, terms: readonly string[]): Piece[] {
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
  // From the beginning of a word to the end of one.
  const from = best.at <= BEFORE ? 0 : text.lastIndexOf(' ', best.at - BEFORE) + 1;
  const to = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const line = text.slice(from, to > best.at ? to : from + LENGTH);
  return markedPieces(`${from ? '… ' : ''}${line}${from + line.length < text.length ? ' …' : ''}`, terms);
}
