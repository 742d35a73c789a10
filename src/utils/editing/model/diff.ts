/** The shortest difference between two lists (Myers, An O(ND) Difference Algorithm, 1986). */

/** A range of the old list that becomes a range of the new list. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Maximum number of edits; lists with more differences are replaced from the first difference to the last. */
const MOST = 1000;

/** Returns the differences between two lists, in order. */
export function diff<One, Other>(
  before: readonly One[],
  after: readonly Other[],
  same: (one: One, other: Other) => boolean,
): Change[] {
  let head = 0;
  while (head < before.length && head < after.length && same(before[head]!, after[head]!)) head++;
  let end = before.length;
  let newEnd = after.length;
  while (end > head && newEnd > head && same(before[end - 1]!, after[newEnd - 1]!)) {
    end--;
    newEnd--;
  }
  if (head === end && head === newEnd) return [];
  const whole = [{ from: head, to: end, newFrom: head, newTo: newEnd }];
  if (head === end || head === newEnd) return whole;
  const rows = end - head;
  const columns = newEnd - head;
  const trace: Int32Array[] = [];
  const most = Math.min(MOST, rows + columns);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let distance = 0; distance <= most; distance++) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const down =
        diagonal === -distance ||
        (diagonal !== distance && reach[middle + diagonal - 1]! < reach[middle + diagonal + 1]!);
      let row = down ? reach[middle + diagonal + 1]! : reach[middle + diagonal - 1]! + 1;
      while (
        row < rows &&
        row - diagonal < columns &&
        row - diagonal >= 0 &&
        same(before[head + row]!, after[head + row - diagonal]!)
      )
        row++;
      reach[middle + diagonal] = row;
      if (row >= rows && row - diagonal >= columns) return back(trace, middle, head, distance, diagonal);
    }
    trace.push(reach.slice());
  }
  return whole;
}

/** Returns the changes along the path that was found. */
function back(
  trace: readonly Int32Array[],
  middle: number,
  head: number,
  distance: number,
  diagonal: number,
): Change[] {
  const changes: Change[] = [];
  for (let step = distance; step > 0; step--) {
    const reach = trace[step - 1]!;
    const down =
      diagonal === -step || (diagonal !== step && reach[middle + diagonal - 1]! < reach[middle + diagonal + 1]!);
    diagonal += down ? 1 : -1;
    const from = reach[middle + diagonal]!;
    const newFrom = from - diagonal;
    // After this edit, all items up to the next one are equal.
    const to = down ? from : from + 1;
    const newTo = down ? newFrom + 1 : newFrom;
    const next = changes.at(-1);
    if (next && next.from === head + to && next.newFrom === head + newTo)
      changes[changes.length - 1] = { ...next, from: head + from, newFrom: head + newFrom };
    else changes.push({ from: head + from, to: head + to, newFrom: head + newFrom, newTo: head + newTo });
  }
  return changes.reverse();
}
