import { LIMITS } from '../lib/limits.js';
import { type Blob, type BlobStore, BlobStoreError, DamagedBlobError } from './blob-store.js';
import { ByteCache, type CacheStatistics } from '../lib/byte-cache.js';
import { type Clock, monotonicClock } from '../lib/clock.js';

/** A store with a memory cache of recently read blobs. `get` always reads the store; `read` uses the cache. */
export interface CachedBlobs extends BlobStore {
  /**
   * Returns the blob, or undefined if there is none, as of at most `maxAge` milliseconds ago; while the store fails, as
   * of the last read. Writes through this object are visible immediately; those of others after invalidation.
   */
  read(key: string, maxAge?: number): Promise<Blob | undefined>;
  invalidate(key: string): void;
  invalidateAll(): void;
  statistics(): CacheStatistics;
}

interface CacheEntry {
  readonly blob: Blob | undefined;
  readonly readAt: number;
}

export function createCachedBlobs(
  store: BlobStore,
  { limit = LIMITS.fileCacheBytes, clock = monotonicClock }: { limit?: number; clock?: Clock } = {},
): CachedBlobs {
  const cache = new ByteCache<CacheEntry>(limit, ({ blob }) => ENTRY_BYTES + (blob?.bytes.length ?? 0));

  /** Reads that may return an older blob if the store fails. An invalidation of their key forbids that. */
  const reads = new Set<{ readonly key: string; isInvalidated: boolean }>();
  const invalidate = (key: string): void => {
    for (const read of reads) if (read.key === key) read.isInvalidated = true;
    cache.delete(key);
  };

  const withInvalidation = async (key: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } finally {
      // After a failure, too: the store may have applied the change. Concurrent reads do not cache their result either.
      invalidate(key);
    }
  };

  return {
    put: (key, blob) => withInvalidation(key, () => store.put(key, blob)),
    ...(store.fence && {
      async fence(key) {
        const put = await store.fence!(key);
        return (blob) => withInvalidation(key, () => put(blob));
      },
    }),
    delete: (key) => withInvalidation(key, () => store.delete(key)),
    get: (key) => store.get(key),
    head: (key) => store.head(key),
    list: (prefix) => store.list(prefix),
    async read(key, maxAge = Infinity) {
      const load = async (): Promise<CacheEntry> => {
        // Taken before the read, because the blob may change during the read.
        const readAt = clock();
        return { blob: await store.get(key), readAt };
      };
      if (maxAge === Infinity) return (await cache.get(key, load)).blob;
      const current = { key, isInvalidated: false };
      reads.add(current);
      try {
        const entry = await cache.get(key, load);
        if (clock() - entry.readAt <= maxAge) return entry.blob;
        cache.delete(key);
        const reload = async (): Promise<CacheEntry> => {
          try {
            return await load();
          } catch (error) {
            if (!(error instanceof BlobStoreError) || error instanceof DamagedBlobError || current.isInvalidated)
              throw error;
            // Dated now, so that requests do not wait for a failing store each time.
            return { blob: entry.blob, readAt: clock() };
          }
        };
        return (await cache.get(key, reload)).blob;
      } finally {
        reads.delete(current);
      }
    },
    invalidate,
    invalidateAll() {
      for (const read of reads) read.isInvalidated = true;
      cache.clear();
    },
    statistics: () => cache.statistics,
  };
}

/** Approximate size of a key with its entry, also without a blob. */
const ENTRY_BYTES = 512;
