/** The shortest difference between two lists (Myers, An O(ND) Difference Algorithm, 1986). */

/** A range of the old list that becomes a range of the new list. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Maximum number of edits; lists with more differences are replaced from the first difference to the last. */
const MAX_EDITS = 1000;

/** Returns the differences between two lists, in order. */
export function diff<One, Other>(
  before: readonly One[],
  after: readonly Other[],
  isEqual: (one: One, other: Other) => boolean,
): Change[] {
  let start = 0;
  while (start < before.length && start < after.length && isEqual(before[start]!, after[start]!)) start++;
  let end = before.length;
  let newEnd = after.length;
  while (end > start && newEnd > start && isEqual(before[end - 1]!, after[newEnd - 1]!)) {
    end--;
    newEnd--;
  }
  if (start === end && start === newEnd) return [];
  const replacement = [{ from: start, to: end, newFrom: start, newTo: newEnd }];
  if (start === end || start === newEnd) return replacement;
  const rows = end - start;
  const columns = newEnd - start;
  const trace: Int32Array[] = [];
  const maxDistance = Math.min(MAX_EDITS, rows + columns);
  const furthest = new Int32Array(2 * maxDistance + 3);
  const middle = maxDistance + 1;
  for (let distance = 0; distance <= maxDistance; distance++) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const isDown =
        diagonal === -distance ||
        (diagonal !== distance && furthest[middle + diagonal - 1]! < furthest[middle + diagonal + 1]!);
      let row = isDown ? furthest[middle + diagonal + 1]! : furthest[middle + diagonal - 1]! + 1;
      while (
        row < rows &&
        row - diagonal < columns &&
        row - diagonal >= 0 &&
        isEqual(before[start + row]!, after[start + row - diagonal]!)
      )
        row++;
      furthest[middle + diagonal] = row;
      if (row >= rows && row - diagonal >= columns) return backtrack(trace, middle, start, distance, diagonal);
    }
    trace.push(furthest.slice());
  }
  return replacement;
}

/** Returns the changes along the path that was found. */
function backtrack(
  trace: readonly Int32Array[],
  middle: number,
  start: number,
  distance: number,
  diagonal: number,
): Change[] {
  const changes: Change[] = [];
  for (let step = distance; step > 0; step--) {
    const furthest = trace[step - 1]!;
    const isDown =
      diagonal === -step || (diagonal !== step && furthest[middle + diagonal - 1]! < furthest[middle + diagonal + 1]!);
    diagonal += isDown ? 1 : -1;
    const from = furthest[middle + diagonal]!;
    const newFrom = from - diagonal;
    // After this edit, all items up to the next one are equal.
    const to = isDown ? from : from + 1;
    const newTo = isDown ? newFrom + 1 : newFrom;
    const next = changes.at(-1);
    if (next && next.from === start + to && next.newFrom === start + newTo)
      changes[changes.length - 1] = { ...next, from: start + from, newFrom: start + newFrom };
    else changes.push({ from: start + from, to: start + to, newFrom: start + newFrom, newTo: start + newTo });
  }
  return changes.reverse();
}
