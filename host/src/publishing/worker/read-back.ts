/**
 * Compares delivered blobs with the database. Without fenced writes, a host that was suspended during a write may
 * overwrite a newer blob much later. It may stop before it notices that. Different blobs are delivered again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { type BlobStore, damagedBlob } from '../../storage/blob-store.js';
import type { Log } from '../../lib/log.js';
import { blobSubject } from '../invalidation/shared-blob-cache.js';
import { faultsOf } from '../outbox/blob-faults.js';
import { blobOf, type OutboxEntry, outboxEntries } from '../outbox/outbox.js';

/** Blobs per check. 10,000 blobs take about 8 minutes, with little load of database and disk. */
const PAGE_SIZE = 20;

export interface ReadBackOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Milliseconds between two checks. */
  readonly interval: number;
  readonly signal: AbortSignal;
  /** Delivers keys again. */
  readonly redeliver: (keys: readonly string[]) => Promise<void>;
}

/** Runs until the signal aborts. */
export async function readBack({ database, blobs, log, interval, signal, redeliver }: ReadBackOptions): Promise<void> {
  let after = '';

  const isDifferent = async (row: OutboxEntry): Promise<boolean> => {
    const faults = faultsOf(blobOf(row), await blobs.get(row.key).catch(damagedBlob));
    if (faults.length === 0) return false;
    // A delivery that is or was in progress during the check explains a difference.
    const current = await database.read
      .selectFrom('deliveries')
      .select(['wanted', 'delivered'])
      .where('key', '=', row.key)
      .executeTakeFirst();
    if (current?.wanted !== row.wanted || current.delivered < current.wanted) return false;
    log.warn(`delivery: ${row.key} differs from the database, so the host delivers it again: ${faults.join('; ')}`);
    return true;
  };

  const checkPage = async (): Promise<void> => {
    const rows = await outboxEntries(database.read)
      .whereRef('d.delivered', '>=', 'd.wanted')
      .where('d.key', '>', after)
      .orderBy('d.key')
      .limit(PAGE_SIZE)
      .execute();
    const differing: string[] = [];
    for (const row of rows) if (await isDifferent(row)) differing.push(row.key);
    after = rows.length === PAGE_SIZE ? rows.at(-1)!.key : '';
    if (differing.length === 0) return;
    await redeliver(differing);
    // The change feed does not report this to other hosts.
    for (const key of differing) database.publish(blobSubject(key));
  };

  while (!signal.aborted) {
    await sleep(interval, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    // One host is enough. The next check retries failures. Other code reports an unavailable store.
    await database.withLock('read back', () => checkPage().catch(() => {})).catch(() => {});
  }
}
