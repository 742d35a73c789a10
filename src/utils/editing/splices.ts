/** An edit: characters that are replaced by others. A list of splices speaks of one text, in order, apart from each other. */

/** The characters from `from` up to `to`, replaced by `insert`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Splices in order, those that touch made one, those that do nothing dropped.
 * @throws RangeError when two of them replace the same characters, or one lies outside of a text of this length.
 */
export function inOrder(splices: readonly Splice[], length = Infinity): Splice[] {
  const result: Splice[] = [];
  // Sorting is stable: of two insertions at one place the one given first comes first.
  for (const splice of [...splices].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const { from, to, insert } = splice;
    if (!(from >= 0 && from <= to && to <= length))
      throw new RangeError(`Splice ${from}-${to} is not within a text of ${length} characters`);
    if (from === to && !insert) continue;
    const last = result.at(-1);
    if (last && from < last.to) throw new RangeError(`Splices ${last.from}-${last.to} and ${from}-${to} overlap`);
    if (last && from === last.to) result[result.length - 1] = { from: last.from, to, insert: last.insert + insert };
    else result.push(splice);
  }
  return result;
}

/** Splices in order, each beginning where the one before it ends at the earliest. */
export const apart = (splices: readonly Splice[]): Splice[] => {
  let end = 0;
  return splices.map((splice) => {
    const from = Math.max(end, splice.from);
    end = Math.max(from, splice.to);
    return { ...splice, from, to: end };
  });
};

/** The text after an edit. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let out = '';
  let at = 0;
  for (const { from, to, insert } of splices) {
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at);
}

/** The edit that takes another one back; `text` is the one before. */
export function invert(text: string, splices: readonly Splice[]): Splice[] {
  let shift = 0;
  return splices.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

/**
 * Where a position of the text before an edit is after it.
 * @param side -1 keeps it before what is inserted right there, 1 behind.
 */
export function mapPosition(splices: readonly Splice[], position: number, side: -1 | 1 = 1): number {
  let shift = 0;
  for (const { from, to, insert } of splices) {
    if (position < from || (position === from && side < 0)) break;
    if (position < to || (position === to && from < to && side < 0))
      return from + shift + (side > 0 ? insert.length : 0);
    shift += insert.length - (to - from);
  }
  return position + shift;
}

/** A stretch of the text before, or inserted text. */
type Piece = { readonly from: number; readonly to: number } | string;

const sizeOf = (piece: Piece): number => (typeof piece === 'string' ? piece.length : piece.to - piece.from);

const cut = (piece: Piece, from: number, to: number): Piece =>
  typeof piece === 'string' ? piece.slice(from, to) : { from: piece.from + from, to: piece.from + to };

function apply(pieces: readonly Piece[], splices: readonly Splice[]): Piece[] {
  const out: Piece[] = [];
  let start = 0;
  let next = 0;
  for (const piece of pieces) {
    const size = sizeOf(piece);
    let at = 0;
    while (at < size || size === 0) {
      const splice = splices[next];
      if (!splice || splice.from >= start + size) {
        if (at < size) out.push(cut(piece, at, size));
        break;
      }
      if (splice.from > start + at) out.push(cut(piece, at, splice.from - start));
      // What is replaced may go on in the next piece: the text goes in where it begins.
      if (splice.from >= start + at) out.push(splice.insert);
      at = Math.max(at, splice.to - start);
      if (splice.to > start + size) break;
      next++;
    }
    start += size;
  }
  return out;
}

/** Two edits, the second speaking of the text after the first, as one. */
export function compose(first: readonly Splice[], second: readonly Splice[]): Splice[] {
  const pieces = apply(apply([{ from: 0, to: Infinity }], first), second);
  const result: Splice[] = [];
  let at = 0;
  let insert = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') insert += piece;
    else {
      if (piece.from > at || insert) result.push({ from: at, to: piece.from, insert });
      at = piece.to;
      insert = '';
    }
  }
  return result;
}

const inPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

/** A replacement without what stays the same at both of its ends; undefined when nothing changes. */
export function tight(text: string, { from, to, insert }: Splice): Splice | undefined {
  const removed = text.slice(from, to);
  const most = Math.min(removed.length, insert.length);
  let head = 0;
  while (head < most && removed[head] === insert[head]) head++;
  if (inPair(removed, head) || inPair(insert, head)) head--;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === insert.at(-1 - tail)) tail++;
  if (tail && (inPair(removed, removed.length - tail) || inPair(insert, insert.length - tail))) tail--;
  const splice = { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
  return splice.from === splice.to && !splice.insert ? undefined : splice;
}
