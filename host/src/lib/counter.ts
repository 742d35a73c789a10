/** Counts by key. Zero counts take no memory. */
export interface Counter {
  of(key: string): number;
  add(key: string, delta: 1 | -1): void;
}

export function createCounter(): Counter {
  const counts = new Map<string, number>();
  return {
    of: (key) => counts.get(key) ?? 0,
    add(key, delta) {
      const count = (counts.get(key) ?? 0) + delta;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
