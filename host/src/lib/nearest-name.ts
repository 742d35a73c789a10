/** The name with the smallest edit distance (insertions, deletions, substitutions) from `word`. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = distanceOf(word, name);
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

/** The name of which `word` is probably a misspelling: one or two wrong letters, or letters in another order. */
export function misspelt(word: string, names: readonly string[]): string | undefined {
  const sorted = (text: string): string => [...text].sort().join('');
  return names.find((name) => {
    // For short names, a distance of two is too common.
    if (name.length < 8) return word.length > 2 && (distanceOf(word, name) === 1 || sorted(word) === sorted(name));
    return distanceOf(word, name) <= 2;
  });
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
