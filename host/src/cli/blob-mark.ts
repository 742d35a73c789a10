/**
 * A database and the blob store that it delivers to bear the same mark. With another store everything that is published
 * would be missing, and nothing would say so: the database believes it delivered.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { BLOB_MARK, type BlobStore, BlobStoreError } from '../domain/blobs.js';
import { HostError } from '../errors.js';
import { MARK } from '../ledger/deliveries.js';
import type { Log } from '../ports.js';
import { sentenceOf } from './sentence.js';

/** Milliseconds between two looks for whether another host is through with it; and how often. */
const PAUSE = 100;
const TRIES = 300;

/** @throws HostError where the store is not the one that the database delivered to so far. */
export async function checkMark(
  { database, blobs }: { readonly database: Database; readonly blobs: BlobStore },
  names: { readonly database: string; readonly blobs: string },
  log: Log,
): Promise<void> {
  let wrong = false;
  try {
    // One at a time: hosts that start together would each make one.
    const look = async (): Promise<void> => {
      const [row] = await database.read.selectFrom('secrets').select('value').where('name', '=', MARK).execute();
      const there = (await blobs.get(BLOB_MARK))?.bytes.toString();
      wrong = row !== undefined && row.value !== there;
      if (row) return;
      const value = there ?? randomUUID();
      const headers = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {} };
      if (there === undefined) await blobs.put(BLOB_MARK, { ...headers, bytes: Buffer.from(value) });
      await database.write((transaction) => transaction.insertInto('secrets').values({ name: MARK, value }).execute());
    };
    let tries = 0;
    while (!(await database.hold('blob mark', look))) {
      if (++tries === TRIES) throw new BlobStoreError('Another host has been looking at it for too long.');
      await sleep(PAUSE);
    }
  } catch (error) {
    if (!(error instanceof BlobStoreError)) throw error;
    log.warn(`whether the blob store is the one of this database is not known: ${sentenceOf(error)}`);
  }
  if (!wrong) return;
  throw new HostError(
    `the database (${names.database}) delivered to another blob store than this one (${names.blobs}), or this one was ` +
      'emptied. All hosts of a database share one store: correct the setting, or share the folder. If this is the store ' +
      "from now on: 'check --repair' delivers everything to it, then start.",
  );
}
