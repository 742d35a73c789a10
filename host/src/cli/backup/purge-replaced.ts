/**
 * Queues purges of what a restore changes besides the content that the host delivers again: pictures, and content that
 * came after the backup. The queue is part of the restored database.
 */
import type { Database } from '../../db/database.js';
import { addPurges } from '../../publishing/purge/purge-queue.js';
import { type BlobStore, damagedBlob, isWhole, STORE_IDENTITY_KEY } from '../../storage/blob-store.js';
import { isImmutable } from '../../publishing/purge/purged-pictures.js';
import { hasSameContent, hasSameHeaders } from '../storage/copy-blobs.js';

/** Wraps a store. Queues a purge of each blob before it is replaced or removed, because the command may end right after that. */
export function withPurges(blobs: BlobStore, { write }: Pick<Database, 'write'>): BlobStore {
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
    const delivery = database.read.selectFrom('deliveries').select('key').where('key', '=', key);
    if (await delivery.executeTakeFirst()) continue;
    if (!(await isSame(key, replaced, blobs))) keys.push(key);
  }
  await database.write((transaction) => addPurges(transaction, keys));
}

/**
 * Whether both stores have the blob, with the same content. Reads the bytes only if the heads and the key do not tell.
 * An upload with damaged bytes counts as the same, because the host delivered nothing from it.
 */
async function isSame(key: string, one: BlobStore, other: BlobStore): Promise<boolean> {
  const heads = await Promise.all([one.head(key).catch(damagedBlob), other.head(key)]);
  if (!isWhole(heads[0]) || !heads[1] || !hasSameHeaders(heads[0], heads[1])) return false;
  if (isImmutable(key)) return true;
  const blobs = await Promise.all([one.get(key).catch(damagedBlob), other.get(key)]);
  return isWhole(blobs[0]) && blobs[1] !== undefined && hasSameContent(blobs[1], blobs[0]);
}
