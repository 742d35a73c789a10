/**
 * A database and the blob store that it delivers to bear the same mark. With another store everything that is published
 * would be missing, and nothing would say so: the database believes it delivered. With the store of another database its
 * content would be written over.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/schema.js';
import { BLOB_MARK, type BlobStore, BlobStoreError } from '../storage/blob-store.js';

/** Name, among the secrets, of the mark of the blob store that was delivered to. */
export const MARK = 'blob store';

/** Milliseconds between two looks for whether another host is through with it; and how often. */
const PAUSE = 100;
const TRIES = 300;

/** One at a time: hosts that start together would each make a mark. */
export async function aloneAtMark(database: Pick<Database, 'hold'>, work: () => Promise<void>): Promise<void> {
  let tries = 0;
  while (!(await database.hold('blob mark', work))) {
    if (++tries === TRIES) throw new BlobStoreError('Another host has been looking at it for too long.');
    await sleep(PAUSE);
  }
}

/** What the database bears. */
export async function markOfDatabase(queries: Queries): Promise<string | undefined> {
  const [row] = await queries.selectFrom('secrets').select('value').where('name', '=', MARK).execute();
  return row?.value;
}

/** What the store bears. */
export const markOfBlobs = async (blobs: BlobStore): Promise<string | undefined> =>
  (await blobs.get(BLOB_MARK))?.bytes.toString();

/** Gives the store a mark that no database bears yet: it is to be noted in the one that has it from now on. */
export async function markBlobs(blobs: BlobStore): Promise<string> {
  const mark = randomUUID();
  const headers = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {} };
  await blobs.put(BLOB_MARK, { ...headers, bytes: Buffer.from(mark) });
  return mark;
}

/** Notes which store is delivered to from now on. */
export async function noteMark(transaction: Queries, value: string): Promise<void> {
  await transaction
    .insertInto('secrets')
    .values({ name: MARK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Makes the store this database's, whosever it was: another that delivered to it starts there no more. */
export const takeBlobs = (database: Database, blobs: BlobStore): Promise<void> =>
  aloneAtMark(database, async () => {
    const there = await markOfBlobs(blobs).catch(() => undefined);
    if (there !== undefined && there === (await markOfDatabase(database.read))) return;
    // The store first: if the rest fails, the database bears another mark, and no host starts on them.
    const mark = await markBlobs(blobs);
    await database.write((transaction) => noteMark(transaction, mark));
  });
