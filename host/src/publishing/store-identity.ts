/**
 * A database and the blob store that it delivers to bear the same mark. With another store everything that is published
 * would be missing, and nothing would say so: the database believes it delivered. With the store of another database its
 * content would be written over.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/schema.js';
import { STORE_IDENTITY_KEY, type BlobStore, BlobStoreError } from '../storage/blob-store.js';

/** Name, among the secrets, of the mark of the blob store that was delivered to. */
export const IDENTITY_SECRET = 'blob store';

/** Milliseconds between two looks for whether another host is through with it; and how often. */
const LOCK_RETRY = 100;
const MAX_TRIES = 300;

/** One at a time: hosts that start together would each make a mark. */
export async function withIdentityLock(database: Pick<Database, 'withLock'>, work: () => Promise<void>): Promise<void> {
  let tries = 0;
  while (!(await database.withLock('blob mark', work))) {
    if (++tries === MAX_TRIES) throw new BlobStoreError('Another host checks it for too long. Try again.');
    await sleep(LOCK_RETRY);
  }
}

/** What the database bears. */
export async function identityOfDatabase(queries: Queries): Promise<string | undefined> {
  const [row] = await queries.selectFrom('secrets').select('value').where('name', '=', IDENTITY_SECRET).execute();
  return row?.value;
}

/** What the store bears. */
export const identityOfStore = async (blobs: BlobStore): Promise<string | undefined> =>
  (await blobs.get(STORE_IDENTITY_KEY))?.bytes.toString();

/** Gives the store a mark that no database bears yet: it is to be noted in the one that has it from now on. */
export async function assignIdentity(blobs: BlobStore): Promise<string> {
  const identity = randomUUID();
  const headers = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {} };
  await blobs.put(STORE_IDENTITY_KEY, { ...headers, bytes: Buffer.from(identity) });
  return identity;
}

/** Notes which store is delivered to from now on. */
export async function recordIdentity(transaction: Queries, value: string): Promise<void> {
  await transaction
    .insertInto('secrets')
    .values({ name: IDENTITY_SECRET, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Makes the store this database's, whosever it was: another that delivered to it starts there no more. */
export const adoptStore = (database: Database, blobs: BlobStore): Promise<void> =>
  withIdentityLock(database, async () => {
    const existing = await identityOfStore(blobs).catch(() => undefined);
    if (existing !== undefined && existing === (await identityOfDatabase(database.read))) return;
    // The store first: if the rest fails, the database bears another mark, and no host starts on them.
    const identity = await assignIdentity(blobs);
    await database.write((transaction) => recordIdentity(transaction, identity));
  });
