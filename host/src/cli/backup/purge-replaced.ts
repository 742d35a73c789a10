/**
 * Queues purges of what a restore changes besides the content that the host delivers again: pictures, and content that
 * came after the backup. The queue is part of the restored database.
 */
import type { Database } from '../../db/database.js';
import { addPurges } from '../../publishing/purge/purge-queue.js';
import { type BlobStore, damagedBlob, isWhole, STORE_IDENTITY_KEY } from '../../storage/blob-store.js';
import { hasSameContent } from '../storage/copy-blobs.js';

/** Wraps a store. Queues a purge of each blob before it is replaced or removed, because the command may end right after that. */
export function purgedChanges(blobs: BlobStore, { write }: Pick<Database, 'write'>): BlobStore {
  const enqueue = (key: string): Promise<void> => write((transaction) => addPurges(transaction, [key]));
  return {
    ...blobs,
    put: async (key, blob) => {
      await enqueue(key);
      await blobs.put(key, blob);
    },
    delete: async (key) => {
      await enqueue(key);
      await blobs.delete(key);
    },
  };
}

/** For a store that is replaced as a whole: compares it with the restored one, except for what the host delivers again. */
export async function purgeReplaced(
  replaced: BlobStore,
  { database, blobs }: { readonly database: Database; readonly blobs: BlobStore },
): Promise<void> {
  const keys: string[] = [];
  for await (const key of replaced.list('')) {
    if (key === STORE_IDENTITY_KEY) continue;
    const [before, after] = await Promise.all([replaced.get(key).catch(damagedBlob), blobs.get(key)]);
    if (after && isWhole(before) && hasSameContent(after, before)) continue;
    const delivery = database.read.selectFrom('deliveries').select('key').where('key', '=', key);
    if (!(await delivery.executeTakeFirst())) keys.push(key);
  }
  await database.write((transaction) => addPurges(transaction, keys));
}
