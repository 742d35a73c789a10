import type { Database } from '../../db/database.js';
import { monotonicClock } from '../../lib/clock.js';
import type { CachedBlobs } from '../../storage/cached-blobs.js';
import type { PurgeQueue } from './purge-queue.js';

/** Keys that are delivered without the outbox. */
const NOT_IN_OUTBOX = /^(?:media|thumbnails)\//;
/** An upload's key contains a hash of its content, so it never becomes outdated. */
export const isImmutable = (key: string): boolean => /^media\/[^/]+\/[0-9a-f]{32}\//.test(key);
/** Usual maximum of milliseconds to write or delete a blob. */
const USUAL_TIME = 5_000;

/** Wraps a blob cache. Purges replaced or deleted pictures from the CDN. */
export function purgedPictures(
  blobs: CachedBlobs,
  { write }: Pick<Database, 'write'>,
  purges: Pick<PurgeQueue, 'add'>,
): CachedBlobs {
  const withPurge = async (key: string, change: () => Promise<void>): Promise<void> => {
    const begun = monotonicClock();
    // Queued before the change, because the host may stop right after it.
    await write((transaction) => purges.add(transaction, [key], Date.now() + USUAL_TIME));
    try {
      await change();
    } finally {
      // After a failure, too: the store may have applied the change.
      if (monotonicClock() - begun >= USUAL_TIME) await write((transaction) => purges.add(transaction, [key]));
    }
  };
  return {
    ...blobs,
    put: (key, blob) =>
      NOT_IN_OUTBOX.test(key) && !isImmutable(key) ? withPurge(key, () => blobs.put(key, blob)) : blobs.put(key, blob),
    delete: (key) => (NOT_IN_OUTBOX.test(key) ? withPurge(key, () => blobs.delete(key)) : blobs.delete(key)),
  };
}
