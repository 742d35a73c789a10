import type { Database } from '../../db/database.js';
import type { CachedBlobs } from '../../storage/cached-blobs.js';
import type { PurgeQueue } from './purge-queue.js';

/** What is delivered, but not by way of the outbox. */
const NOT_IN_OUTBOX = /^(?:media|thumbnails)\//;
/** An upload's name is made of its content, so no copy of it can be an old one. */
const NEVER_CHANGES = /^media\/[^/]+\/[0-9a-f]{32}\//;
/** Milliseconds that writing or deleting a blob usually takes at most. */
const USUAL_TIME = 5_000;

/** The same blobs; copies of pictures that are replaced or deleted are removed from the CDN. */
export function purgedPictures(
  blobs: CachedBlobs,
  { write }: Pick<Database, 'write'>,
  purges: Pick<PurgeQueue, 'add'>,
): CachedBlobs {
  const purging = async (key: string, act: () => Promise<void>): Promise<void> => {
    const due = Date.now() + USUAL_TIME;
    // Before the change, since the host may end right after it.
    await write((transaction) => purges.add(transaction, [key], due));
    try {
      await act();
    } finally {
      // Also after a failure: the store may have done it all the same.
      if (Date.now() >= due) await write((transaction) => purges.add(transaction, [key]));
    }
  };
  return {
    ...blobs,
    put: (key, blob) =>
      NOT_IN_OUTBOX.test(key) && !NEVER_CHANGES.test(key)
        ? purging(key, () => blobs.put(key, blob))
        : blobs.put(key, blob),
    delete: (key) => (NOT_IN_OUTBOX.test(key) ? purging(key, () => blobs.delete(key)) : blobs.delete(key)),
  };
}
