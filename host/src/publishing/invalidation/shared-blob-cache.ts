import type { Database } from '../../db/database.js';
import type { CachedBlobs } from '../../storage/cached-blobs.js';

/** What the ledger tells nobody of: pictures, by their keys. */
const UNTOLD = /^(?:media|thumbnails)\//;
/** No library's name, by which changes are told of, has a slash. */
const SUBJECT = 'blob/';

/**
 * The same blobs; that a picture was written or deleted is told to every process on the database, and what others tell
 * is forgotten here. Telling may fail, so what is kept stays of limited age all the same.
 */
export function toldBlobs(
  blobs: CachedBlobs,
  { announce, listen }: Pick<Database, 'announce' | 'listen'>,
): CachedBlobs {
  listen((subject) => {
    if (subject?.startsWith(SUBJECT)) blobs.forget(subject.slice(SUBJECT.length));
  });
  const telling = async (key: string, done: Promise<void>): Promise<void> => {
    try {
      await done;
    } finally {
      // Also after a failure: the store may have done it all the same.
      if (UNTOLD.test(key)) announce(SUBJECT + key);
    }
  };
  return {
    ...blobs,
    put: (key, blob) => telling(key, blobs.put(key, blob)),
    delete: (key) => telling(key, blobs.delete(key)),
  };
}
