/** Checks that the blob store belongs to the database before anything is written to it. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { type BlobStore, BlobStoreError } from '../../storage/blob-store.js';
import { HostError } from '../../lib/host-error.js';
import {
  withIdentityLock,
  identityOfStore,
  identityFor,
  identityOfDatabase,
  intendedIdentity,
  putIdentity,
  recordIdentity,
  recordIntended,
} from '../../publishing/store-identity.js';
import type { Log } from '../../lib/log.js';
import type { describeStorage } from './storage-description.js';
import { formatError } from '../command-line/format-error.js';

interface Stores {
  readonly database: Database;
  readonly blobs: BlobStore;
}

type Names = ReturnType<typeof describeStorage>;

/** For starting hosts: assigns an identity if both have none. @throws HostError if they do not belong together. */
export const checkStoreIdentity = ({ database, blobs }: Stores, names: Names, log: Log): Promise<void> =>
  ifStoreAvailable(log, async () => {
    let mismatch: HostError | undefined;
    await withIdentityLock(database, async () => {
      const existing = await identityOfStore(blobs);
      mismatch = mismatchError(await identityFor(database.read, existing), existing, names);
      if (mismatch || (await identityOfDatabase(database.read)) !== undefined) return;
      // A host that has lost the lock may still write the intended one.
      const identity = existing ?? (await intendedIdentity(database.read)) ?? randomUUID();
      if (existing === undefined) {
        // The database first, which may be read-only.
        await database.write((transaction) => recordIntended(transaction, identity));
        await putIdentity(blobs, identity);
      }
      await database.write((transaction) => recordIdentity(transaction, identity));
    });
    if (mismatch) throw mismatch;
  });

/**
 * For commands that may deliver. Assigns no identity, which only hosts do.
 * @param mayBeEmptied whether the store may have been emptied, for checks and repairs
 * @throws HostError if database and store do not belong together.
 */
export const compareStoreIdentities = (
  { database, blobs }: Stores,
  names: Names,
  log: Log,
  mayBeEmptied = false,
): Promise<void> =>
  ifStoreAvailable(log, async () => {
    const existing = await identityOfStore(blobs);
    const mismatch = mismatchError(await identityFor(database.read, existing), existing, names);
    if (mismatch && !(mayBeEmptied && existing === undefined)) throw mismatch;
  });

/** The identity of the store for a restored database. */
export interface IdentityToRestore {
  /** Undefined if the store has none. */
  readonly identity: string | undefined;
  /** Whether the store still has that of another database. Write this one after the restored database is in place. */
  readonly isNew: boolean;
}

/**
 * For a restore. Changes nothing, because the other database keeps the store if the restore fails.
 * @param identityOfReplaced reads the identity from the database to replace, see `identityFor`
 * @param shouldAdopt whether the store may belong to another database. That database no longer starts with it after the restore
 * @throws HostError if it belongs to another database and `shouldAdopt` is false.
 */
export async function identityToRestore(
  blobs: BlobStore,
  identityOfReplaced: (existing: string | undefined) => Promise<string | undefined>,
  names: Names,
  shouldAdopt: boolean,
): Promise<IdentityToRestore> {
  const existing = await identityOfStore(blobs);
  if (existing === undefined || existing === (await identityOfReplaced(existing)))
    return { identity: existing, isNew: false };
  if (shouldAdopt) return { identity: randomUUID(), isNew: true };
  throw new HostError(
    `the blob store (${names.blobs}) does not belong to the database to replace (${names.database}). ` +
      'The restore would overwrite the content of another database, so nothing changed. To try a backup, name a store of its own. ' +
      'If this database replaces the other one: stop its hosts, then restore with --take-over.',
  );
}

function mismatchError(
  recorded: string | undefined,
  existing: string | undefined,
  names: Names,
): HostError | undefined {
  if (recorded === existing) return undefined;
  if (recorded === undefined) {
    return new HostError(
      `the blob store (${names.blobs}) belongs to another database than this one (${names.database}). ` +
        'This host would overwrite the content of the other database. Correct the setting of either. If the ' +
        "other database no longer exists, restore a backup with --take-over. Without a backup, run 'check --repair': " +
        'the store then belongs to this database.',
    );
  }
  return new HostError(
    `the database (${names.database}) delivered to another blob store than this one (${names.blobs}), or this one is ` +
      'empty. All hosts of a database share one store: correct the setting, or share the folder. If this is the store ' +
      "from now on: 'check --repair' delivers everything to it, then start.",
  );
}

/** An unavailable store must not prevent the start. */
async function ifStoreAvailable(log: Log, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    log.warn(
      `could not check whether the blob store belongs to this database. Check that the store responds: ${formatError(error)}`,
    );
  }
}
