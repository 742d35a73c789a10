import { LRUCache } from 'lru-cache';
import type { CacheStatistics } from '../lib/byte-cache.js';
import type { Database } from './database.js';

/** Size of the LRU cache in bytes. */
const BYTES = 16 * 1024 * 1024;
/** Maximum size of an entry, as a fraction of the cache: larger ones would displace many others. */
const MAX_SHARE = 1 / 64;
/** Approximate overhead in bytes: of an entry besides its key and value, of an object, and of each property. */
const ENTRY_BYTES = 200;
const OBJECT_BYTES = 24;
const PROPERTY_BYTES = 8;

export interface ReadCache {
  /** Caches the results of a read. Its arguments must have distinct JSON. Results are frozen, because callers share them. */
  keepAnswers<Args extends readonly unknown[], Found>(
    read: (...args: Args) => Promise<Found>,
  ): (...args: Args) => Promise<Found>;
  /** Statistics of all reads. */
  statistics(): CacheStatistics;
}

/**
 * Caches results of reads until the next write, with a memory limit. If other processes may write, such as other hosts
 * on a PostgreSQL, nothing is cached.
 */
export function createReadCache({ commits }: Pick<Database, 'commits'>, bytes = BYTES): ReadCache {
  const entries = new LRUCache<string, { readonly found: unknown }>({
    maxSize: bytes,
    maxEntrySize: bytes * MAX_SHARE,
  });
  let cachedCommit: number | undefined;
  let reads = 0;
  let hits = 0;
  let misses = 0;
  return {
    keepAnswers<Args extends readonly unknown[], Found>(read: (...args: Args) => Promise<Found>) {
      const readId = reads++;
      return async (...args: Args) => {
        const commit = commits();
        if (commit === undefined) {
          misses++;
          return read(...args);
        }
        if (commit !== cachedCommit) entries.clear();
        cachedCommit = commit;
        const key = `${readId} ${JSON.stringify(args)}`;
        const cached = entries.get(key);
        if (cached) {
          hits++;
          return cached.found as Found;
        }
        misses++;
        const found = await read(...args);
        // A commit meanwhile may have changed the result.
        if (commits() === commit) {
          const size = ENTRY_BYTES + 2 * key.length + freezeAndMeasure(found);
          entries.set(key, { found }, { size });
        }
        return found;
      };
    },
    statistics: () => ({ bytes: entries.calculatedSize, hits, misses }),
  };
}

/** Freezes a result, because several callers share it. @returns its approximate size in bytes. */
function freezeAndMeasure(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  Object.freeze(value);
  let bytes = OBJECT_BYTES;
  for (const property of Object.values(value)) bytes += PROPERTY_BYTES + freezeAndMeasure(property);
  return bytes;
}
