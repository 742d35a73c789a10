/** An edit replaces characters by others. The steps of a list refer to the same text, in order, without overlaps. */

/** Replaces the characters from `from` up to `to` by `insert`. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Sorts steps, joins adjacent ones, and drops those without effect.
 * @throws RangeError if two of them replace the same characters, or one is outside of a text of this length
 */
export function normalizeSteps(steps: readonly Step[], length = Infinity): Step[] {
  const result: Step[] = [];
  // The sort is stable: of two insertions at one position, the one given first stays first.
  for (const step of [...steps].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const { from, to, insert } = step;
    if (!(from >= 0 && from <= to && to <= length))
      throw new RangeError(`Step ${from}-${to} is not within a text of ${length} characters`);
    if (from === to && !insert) continue;
    const last = result.at(-1);
    if (last && from < last.to) throw new RangeError(`Steps ${last.from}-${last.to} and ${from}-${to} overlap`);
    if (last && from === last.to) result[result.length - 1] = { from: last.from, to, insert: last.insert + insert };
    else result.push(step);
  }
  return result;
}

/** Removes the overlaps of sorted steps: each begins where the one before it ends, or later. */
export const dropNestedSteps = (steps: readonly Step[]): Step[] => {
  let end = 0;
  return steps.map((step) => {
    const from = Math.max(end, step.from);
    end = Math.max(from, step.to);
    return { ...step, from, to: end };
  });
};

/** Returns the text after an edit. */
export function applySteps(text: string, steps: readonly Step[]): string {
  let result = '';
  let position = 0;
  for (const { from, to, insert } of steps) {
    result += text.slice(position, from) + insert;
    position = to;
  }
  return result + text.slice(position);
}

/** Returns the edit that undoes another one; `text` is the text before that. */
export function invertSteps(text: string, steps: readonly Step[]): Step[] {
  let shift = 0;
  return steps.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

/**
 * Maps a position of the text before an edit to the text after it.
 * @param side -1 keeps it before text that is inserted there, 1 after
 */
export function mapPosition(steps: readonly Step[], position: number, side: -1 | 1 = 1): number {
  let shift = 0;
  for (const { from, to, insert } of steps) {
    if (position < from || (position === from && side < 0)) break;
    if (position < to || (position === to && from < to && side < 0))
      return from + shift + (side > 0 ? insert.length : 0);
    shift += insert.length - (to - from);
  }
  return position + shift;
}

/** A range of the text before, or inserted text. */
type Piece = { readonly from: number; readonly to: number } | string;

const sizeOf = (piece: Piece): number => (typeof piece === 'string' ? piece.length : piece.to - piece.from);

const slicePiece = (piece: Piece, from: number, to: number): Piece =>
  typeof piece === 'string' ? piece.slice(from, to) : { from: piece.from + from, to: piece.from + to };

function applyToPieces(pieces: readonly Piece[], steps: readonly Step[]): Piece[] {
  const result: Piece[] = [];
  let start = 0;
  let next = 0;
  for (const piece of pieces) {
    const size = sizeOf(piece);
    let offset = 0;
    while (offset < size || size === 0) {
      const step = steps[next];
      if (!step || step.from >= start + size) {
        if (offset < size) result.push(slicePiece(piece, offset, size));
        break;
      }
      if (step.from > start + offset) result.push(slicePiece(piece, offset, step.from - start));
      // A replacement may continue in the next piece: its text is inserted where it begins.
      if (step.from >= start + offset) result.push(step.insert);
      offset = Math.max(offset, step.to - start);
      if (step.to > start + size) break;
      next++;
    }
    start += size;
  }
  return result;
}

/** Composes two edits to one; the second refers to the text after the first. */
export function composeSteps(first: readonly Step[], second: readonly Step[]): Step[] {
  const pieces = applyToPieces(applyToPieces([{ from: 0, to: Infinity }], first), second);
  const result: Step[] = [];
  let position = 0;
  let insert = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') insert += piece;
    else {
      if (piece.from > position || insert) result.push({ from: position, to: piece.from, insert });
      position = piece.to;
      insert = '';
    }
  }
  return result;
}

const isInPair = (text: string, index: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));

/** Removes what stays the same at both ends of a replacement; undefined if nothing changes. */
export function trimStep(text: string, { from, to, insert }: Step): Step | undefined {
  const removed = text.slice(from, to);
  const limit = Math.min(removed.length, insert.length);
  let prefix = 0;
  while (prefix < limit && removed[prefix] === insert[prefix]) prefix++;
  if (isInPair(removed, prefix) || isInPair(insert, prefix)) prefix--;
  let suffix = 0;
  while (suffix < limit - prefix && removed.at(-1 - suffix) === insert.at(-1 - suffix)) suffix++;
  if (suffix && (isInPair(removed, removed.length - suffix) || isInPair(insert, insert.length - suffix))) suffix--;
  const step = { from: from + prefix, to: to - suffix, insert: insert.slice(prefix, insert.length - suffix) };
  return step.from === step.to && !step.insert ? undefined : step;
}
