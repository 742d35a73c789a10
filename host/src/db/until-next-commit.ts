import { LRUCache } from 'lru-cache';
import type { Database } from './database.js';

/** Answers that are kept; the least recently used goes first. */
const MAX_ANSWERS = 1_000;

/**
 * A read whose answers are kept until something is written. Where other processes write as well, such as other hosts on a PostgreSQL,
 * each read asks the database.
 */
export function untilNextCommit<Found>(
  { commits }: Pick<Database, 'commits'>,
  read: (key: string) => Promise<Found>,
): (key: string) => Promise<Found> {
  const answers = new LRUCache<string, { readonly found: Found }>({ max: MAX_ANSWERS });
  let answersAt: number | undefined;
  return async (key) => {
    const before = commits();
    if (before === undefined) return read(key);
    if (before !== answersAt) answers.clear();
    answersAt = before;
    const known = answers.get(key);
    if (known) return known.found;
    const found = await read(key);
    // A commit since then may have changed the answer.
    if (answersAt === before) answers.set(key, { found });
    return found;
  };
}
