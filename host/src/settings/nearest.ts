/** Of `names`, the one that takes the fewest typing mistakes (insertions, deletions, substitutions) to become `word`. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(word, name);
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

/** Levenshtein distance, row by row. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
