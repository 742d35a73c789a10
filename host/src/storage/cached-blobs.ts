import { LIMITS } from '../lib/limits.js';
import type { Blob, BlobStore } from './blob-store.js';
import { ByteCache, type CacheStatistics } from '../lib/byte-cache.js';
import { type Clock, systemClock } from '../lib/clock.js';

/** A store with the most recently read blobs in memory. `get` asks the store all the same; `read` need not. */
export interface CachedBlobs extends BlobStore {
  /**
   * The blob, or word that there is none, as it was at most `maxAge` milliseconds ago. What was written or deleted
   * through this object shows at once; what others did, when it is forgotten.
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
  { limit = LIMITS.fileCacheBytes, clock = systemClock }: { limit?: number; clock?: Clock } = {},
): CachedBlobs {
  const cache = new ByteCache<CacheEntry>(limit, ({ blob }) => ENTRY_BYTES + (blob?.bytes.length ?? 0));

  const invalidating = async (key: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } finally {
      // Also after a failure: the store may have done it all the same. Who read meanwhile does not keep it either.
      cache.delete(key);
    }
  };

  return {
    put: (key, blob) => invalidating(key, () => store.put(key, blob)),
    ...(store.fence && {
      async fence(key) {
        const put = await store.fence!(key);
        return (blob) => invalidating(key, () => put(blob));
      },
    }),
    delete: (key) => invalidating(key, () => store.delete(key)),
    get: (key) => store.get(key),
    head: (key) => store.head(key),
    list: (prefix) => store.list(prefix),
    async read(key, maxAge = Infinity) {
      const load = async (): Promise<CacheEntry> => {
        // The time before the answer, since a change may come while it is on its way.
        const readAt = clock();
        return { blob: await store.get(key), readAt };
      };
      const entry = await cache.get(key, load);
      if (clock() - entry.readAt <= maxAge) return entry.blob;
      cache.delete(key);
      return (await cache.get(key, load)).blob;
    },
    invalidate: (key) => cache.delete(key),
    invalidateAll: () => cache.clear(),
    statistics: () => cache.statistics,
  };
}

/** A key with its entry; word of a missing blob weighs no more. */
const ENTRY_BYTES = 512;
