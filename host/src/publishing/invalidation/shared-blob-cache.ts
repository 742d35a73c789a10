import type { Database } from '../../db/database.js';
import type { CachedBlobs } from '../../storage/cached-blobs.js';

/** What the content service tells nobody of: pictures, by their keys. */
const NOT_IN_CHANGE_FEED = /^(?:media|thumbnails)\//;
/** No library's name, by which changes are told of, has a slash. */
const SUBJECT = 'blob/';

/** By which hosts are told to forget a blob. */
export const blobSubject = (key: string): string => SUBJECT + key;

/**
 * The same blobs; that a picture was written or deleted is told to every process on the database, and what others tell
 * is forgotten here. Telling may fail, so what is kept stays of limited age all the same.
 */
export function shareInvalidation(
  blobs: CachedBlobs,
  { publish, subscribe }: Pick<Database, 'publish' | 'subscribe'>,
): CachedBlobs {
  subscribe((subject) => {
    if (subject?.startsWith(SUBJECT)) blobs.invalidate(subject.slice(SUBJECT.length));
  });
  const publishing = async (key: string, done: Promise<void>): Promise<void> => {
    try {
      await done;
    } finally {
      // Also after a failure: the store may have done it all the same.
      if (NOT_IN_CHANGE_FEED.test(key)) publish(blobSubject(key));
    }
  };
  return {
    ...blobs,
    put: (key, blob) => publishing(key, blobs.put(key, blob)),
    delete: (key) => publishing(key, blobs.delete(key)),
  };
}
