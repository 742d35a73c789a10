import type { Database } from '../../db/database.js';
import type { CachedBlobs } from '../../storage/cached-blobs.js';

/** Keys of pictures: the change feed does not report them. */
const NOT_IN_CHANGE_FEED = /^(?:media|thumbnails)\//;
/** Prefix of the subjects. Library names contain no slash, so that these subjects never equal one. */
const SUBJECT = 'blob/';

/** The pub/sub subject that invalidates a blob on other hosts. */
export const blobSubject = (key: string): string => SUBJECT + key;

/**
 * Wraps a blob cache. Publishes written and deleted pictures to every process on the database, and invalidates those
 * that others publish. Messages may be lost, so cached pictures also expire.
 */
export function shareInvalidation(
  blobs: CachedBlobs,
  { publish, subscribe }: Pick<Database, 'publish' | 'subscribe'>,
): CachedBlobs {
  subscribe((subject) => {
    if (subject?.startsWith(SUBJECT)) blobs.invalidate(subject.slice(SUBJECT.length));
  });
  const publishAfter = async (key: string, change: Promise<void>): Promise<void> => {
    try {
      await change;
    } finally {
      // After a failure, too: the store may have applied the change.
      if (NOT_IN_CHANGE_FEED.test(key)) publish(blobSubject(key));
    }
  };
  return {
    ...blobs,
    put: (key, blob) => publishAfter(key, blobs.put(key, blob)),
    delete: (key) => publishAfter(key, blobs.delete(key)),
  };
}
