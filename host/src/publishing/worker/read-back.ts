/**
 * Reads back what was delivered. In a store without fenced writes, a host that was suspended or cut off in the middle of a write
 * may put an older blob over a newer one much later, and may be gone before it notices. Whatever differs is delivered again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { type BlobStore, damagedBlob } from '../../storage/blob-store.js';
import type { Log } from '../../lib/log.js';
import { blobSubject } from '../invalidation/shared-blob-cache.js';
import { faultsOf } from '../outbox/blob-faults.js';
import { blobOf, type OutboxEntry, outboxEntries } from '../outbox/outbox.js';

/** Blobs of one look: 10,000 take some 8 minutes, and little of the database's and the disk's time. */
const PAGE = 20;

export interface ReadBackOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Milliseconds between two looks. */
  readonly interval: number;
  readonly signal: AbortSignal;
  /** Delivers keys again. */
  readonly redeliver: (keys: readonly string[]) => Promise<void>;
}

/** Runs until it is aborted. */
export async function readBack({ database, blobs, log, interval, signal, redeliver }: ReadBackOptions): Promise<void> {
  let after = '';

  const isWrong = async (row: OutboxEntry): Promise<boolean> => {
    const faults = faultsOf(blobOf(row), await blobs.get(row.key).catch(damagedBlob));
    if (faults.length === 0) return false;
    // What is being delivered now, or was while this looked, is not wrong.
    const now = await database.read
      .selectFrom('deliveries')
      .select(['wanted', 'delivered'])
      .where('key', '=', row.key)
      .executeTakeFirst();
    if (now?.wanted !== row.wanted || now.delivered < now.wanted) return false;
    log.warn(`delivery: ${row.key} differs from the database, so the host delivers it again: ${faults.join('; ')}`);
    return true;
  };

  const checkPage = async (): Promise<void> => {
    const rows = await outboxEntries(database.read)
      .whereRef('d.delivered', '>=', 'd.wanted')
      .where('d.key', '>', after)
      .orderBy('d.key')
      .limit(PAGE)
      .execute();
    const wrong: string[] = [];
    for (const row of rows) if (await isWrong(row)) wrong.push(row.key);
    after = rows.length === PAGE ? rows.at(-1)!.key : '';
    if (wrong.length === 0) return;
    await redeliver(wrong);
    // No change tells other hosts of it.
    for (const key of wrong) database.publish(blobSubject(key));
  };

  while (!signal.aborted) {
    await sleep(interval, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    // One host at a time is enough. What fails is tried again by the next look, and those who need the store say so.
    await database.withLock('read back', () => checkPage().catch(() => {})).catch(() => {});
  }
}
