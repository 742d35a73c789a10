/**
 * A database and its blob store have the same identity. This detects a wrong store at the start. In an empty store,
 * published content would be missing unnoticed, because the database has recorded it as delivered. In a store of
 * another database, content would be overwritten.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/schema.js';
import { STORE_IDENTITY_KEY, type BlobStore, BlobStoreError } from '../storage/blob-store.js';

/** Name of the secret that contains the identity of the blob store. */
export const IDENTITY_SECRET = 'blob store';
/** Name of the secret with the identity that a start is about to give to the store. */
export const INTENDED_SECRET = 'blob store, intended';

/** Milliseconds between attempts to lock, and their maximum number. */
const LOCK_RETRY = 100;
const MAX_ATTEMPTS = 300;

/** Serializes hosts that start together, because each would assign an identity. */
export async function withIdentityLock(database: Pick<Database, 'withLock'>, work: () => Promise<void>): Promise<void> {
  let attempts = 0;
  while (!(await database.withLock('blob mark', work))) {
    if (++attempts === MAX_ATTEMPTS) throw new BlobStoreError('Another host checks it for too long. Try again.');
    await sleep(LOCK_RETRY);
  }
}

/** The identity in the database. */
export const identityOfDatabase = (queries: Queries): Promise<string | undefined> => secretOf(queries, IDENTITY_SECRET);

/**
 * The identity in the database. If a start ended after it had given one to the store, that of the store.
 * @param existing the identity in the store
 */
export async function identityFor(queries: Queries, existing: string | undefined): Promise<string | undefined> {
  // In this order, because a host that completes its start meanwhile records one and removes the other.
  const intended = await intendedIdentity(queries);
  return (await identityOfDatabase(queries)) ?? (intended === existing ? existing : undefined);
}

/** The identity that a start was about to give to the store. */
export const intendedIdentity = (queries: Queries): Promise<string | undefined> => secretOf(queries, INTENDED_SECRET);

async function secretOf(queries: Queries, name: string): Promise<string | undefined> {
  const [row] = await queries.selectFrom('secrets').select('value').where('name', '=', name).execute();
  return row?.value;
}

/** The identity in the store. */
export const identityOfStore = async (blobs: BlobStore): Promise<string | undefined> =>
  (await blobs.get(STORE_IDENTITY_KEY))?.bytes.toString();

/** Writes the identity of the store. It then belongs to the database that has recorded this identity. */
export async function putIdentity(blobs: BlobStore, identity: string): Promise<void> {
  const headers = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {} };
  await blobs.put(STORE_IDENTITY_KEY, { ...headers, bytes: Buffer.from(identity) });
}

/** Assigns a new identity to the store. The caller records it in the store's database. */
export async function assignIdentity(blobs: BlobStore): Promise<string> {
  const identity = randomUUID();
  await putIdentity(blobs, identity);
  return identity;
}

/** Records the identity of the current store. */
export async function recordIdentity(transaction: Queries, value: string): Promise<void> {
  await putSecret(transaction, IDENTITY_SECRET, value);
  await transaction.deleteFrom('secrets').where('name', '=', INTENDED_SECRET).execute();
}

/** Records an identity before the store gets it, so that a start which ends in between is completed by the next one. */
export const recordIntended = (transaction: Queries, value: string): Promise<void> =>
  putSecret(transaction, INTENDED_SECRET, value);

async function putSecret(transaction: Queries, name: string, value: string): Promise<void> {
  await transaction
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Makes the store belong to this database. A database that used it before no longer starts with it. */
export const adoptStore = (database: Database, blobs: BlobStore): Promise<void> =>
  withIdentityLock(database, async () => {
    const existing = await identityOfStore(blobs).catch(() => undefined);
    if (existing !== undefined && existing === (await identityOfDatabase(database.read))) return;
    // The store first: if the rest fails, the identities differ, and no host starts.
    const identity = await assignIdentity(blobs);
    await database.write((transaction) => recordIdentity(transaction, identity));
  });
