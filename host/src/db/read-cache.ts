import { LRUCache } from 'lru-cache';
import type { CacheStatistics } from '../lib/byte-cache.js';
import type { Database } from './database.js';

/** Bytes of the answers that are kept; the least recently used go first. */
const BYTES = 16 * 1024 * 1024;
/** An answer of more than this part of all is not kept: it would take the place of many. */
const MAX_PART = 1 / 64;
/** About how many bytes an answer takes besides its key and value, an object by itself, and each member of one. */
const ANSWER_BYTES = 200;
const OBJECT_BYTES = 24;
const MEMBER_BYTES = 8;

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
        if (commits() === before) {
          const size = ANSWER_BYTES + 2 * key.length + freezeAndMeasure(found);
          answers.set(key, { found }, { size });
        }
        return found;
      };
    },
    statistics: () => ({ bytes: answers.calculatedSize, hits, misses }),
  };
}

/** Freezes an answer, since several callers get it. @returns about how many bytes it takes. */
function freezeAndMeasure(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  Object.freeze(value);
  let bytes = OBJECT_BYTES;
  for (const member of Object.values(value)) bytes += MEMBER_BYTES + freezeAndMeasure(member);
  return bytes;
}
