import { LRUCache } from 'lru-cache';
import type { CacheStatistics } from '../lib/byte-cache.js';
import type { Database } from './database.js';

/** Bytes of the answers that are kept; the least recently used go first. */
const BYTES = 16 * 1024 * 1024;
/** An answer of more than this part of all is not kept: it would take the place of many. */
const MAX_PART = 1 / 64;
/** Bytes that an answer takes besides its text. */
const OVERHEAD = 200;

export interface ReadCache {
  /** Makes a read whose answers are kept. Its arguments are values that JSON can tell apart. Nobody may change what it answers. */
  keepAnswers<Args extends readonly unknown[], Found>(
    read: (...args: Args) => Promise<Found>,
  ): (...args: Args) => Promise<Found>;
  /** Of all reads since the beginning. */
  statistics(): CacheStatistics;
}

/**
 * Keeps the answers of reads until something is written, in so much memory for all of them. Where other processes write as well, such
 * as other hosts on a PostgreSQL, each read asks the database.
 */
export function createReadCache({ commits }: Pick<Database, 'commits'>, bytes = BYTES): ReadCache {
  const answers = new LRUCache<string, { readonly found: unknown }>({ maxSize: bytes, maxEntrySize: bytes * MAX_PART });
  let answersAt: number | undefined;
  let reads = 0;
  let hits = 0;
  let misses = 0;
  return {
    keepAnswers<Args extends readonly unknown[], Found>(read: (...args: Args) => Promise<Found>) {
      const name = reads++;
      return async (...args: Args) => {
        const before = commits();
        if (before === undefined) {
          misses++;
          return read(...args);
        }
        if (before !== answersAt) answers.clear();
        answersAt = before;
        const key = `${name} ${JSON.stringify(args)}`;
        const known = answers.get(key);
        if (known) {
          hits++;
          return known.found as Found;
        }
        misses++;
        const found = await read(...args);
        // A commit since then may have changed the answer.
        if (commits() === before) answers.set(key, { found: frozen(found) }, { size: sizeOf(key, found) });
        return found;
      };
    },
    statistics: () => ({ bytes: answers.calculatedSize, hits, misses }),
  };
}

const sizeOf = (key: string, found: unknown): number =>
  OVERHEAD + 2 * (key.length + (JSON.stringify(found) ?? '').length);

/** Several callers get the same answer. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
