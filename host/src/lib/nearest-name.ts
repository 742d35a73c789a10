/** The name with the smallest edit distance from `text`. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(text, name);
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

/** The name of which `text` is probably a misspelling: at most two edits, or one of a short name. */
export const misspelt = (text: string, names: readonly string[]): string | undefined =>
  names.find((name) => {
    // For short names, a distance of two is too common.
    if (name.length < 8) return text.length > 2 && distanceOf(text, name) === 1;
    return distanceOf(text, name) <= 2;
  });

/**
 * Optimal string alignment distance: insertions, deletions, substitutions, and exchanges of two neighboring letters.
 * Computed row by row.
 */
function distanceOf(from: string, to: string): number {
  let previousRow: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const exchange = isExchange ? previousRow[j - 2]! + 1 : Infinity;
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1, exchange));
    }
    previousRow = row;
    row = next;
  }
  return row[to.length]!;
}
