/**
 * Carries out deliveries: writes each blob at least once, in order per key, until it succeeds. After a crash or a
 * failure of the blob store, any host finds open deliveries in the database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { type Clock, monotonicClock } from '../../lib/clock.js';
import { UnavailableError } from '../../lib/domain-error.js';
import { BlobChangedError, type BlobStore, BlobStoreError } from '../../storage/blob-store.js';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';
import { createSemaphore } from '../../lib/semaphore.js';
import type { PurgeQueue } from '../purge/purge-queue.js';
import { blobOf, type OutboxEntry, outboxEntries } from '../outbox/outbox.js';
import { readBack } from './read-back.js';

/** Blobs written concurrently. */
const CONCURRENCY = 32;
/** Milliseconds between checks for open deliveries. */
const POLL_INTERVAL = 1_000;
/** Milliseconds before the same kind of failure is logged again. */
const REPEAT_WARNING = 60_000;
const FIRST_RETRY = 250;
const MAX_RETRY = 60_000;
/** Writes in a row that another writer preceded, after which the store counts as failing. Hosts never write one key so often. */
const MAX_CHANGES = 10;
/** Milliseconds between attempts to lock a key that another host delivers. */
const LOCK_RETRY = 25;

export interface OutboxWorker {
  /** Resolves when the blobs of these keys are written or have failed, or after the timeout. */
  flush(keys: readonly string[]): Promise<void>;
  /** Writes the blobs of these keys again. Resolves like `flush`. */
  redeliver(keys: readonly string[]): Promise<void>;
  /** See `ContentService.delivered`. */
  delivered(options?: { readonly once?: boolean }): Promise<void>;
  /** Written versions by key that are not recorded in the database yet. */
  written(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface OutboxWorkerOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Purges written blobs if there is a CDN. */
  readonly purges?: PurgeQueue | undefined;
  /** Milliseconds that a write waits for its blobs before it is acknowledged without them. */
  readonly timeout: number;
  /** Milliseconds between checks of delivered blobs; 1,000 by default. */
  readonly readBackInterval?: number;
  /** Milliseconds between checks for open deliveries; 1,000 by default. */
  readonly pollInterval?: number;
  /** For durations; the monotonic clock by default. */
  readonly elapsed?: Clock;
}

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { database, blobs, log, purges, timeout, readBackInterval = POLL_INTERVAL } = options;
  const { pollInterval = POLL_INTERVAL, elapsed = monotonicClock } = options;
  /** The last run of each active key. Runs of a key are sequential. */
  const runs = new Map<string, Promise<void>>();
  const semaphore = createSemaphore(CONCURRENCY);
  /** Blobs that are written but not yet recorded. A write is acknowledged before that. */
  const written = new Map<string, number>();
  /** The reason of the last failure, by key. */
  const failures = new Map<string, string>();
  const loggedAt = new Map<string, number>();
  /** The store asked for no retries before this time of `elapsed`. Other hosts ask it themselves. */
  let pausedUntil = -Infinity;
  const stop = new AbortController();

  /** Returns the milliseconds that the store asked to wait. */
  const pauseFor = (error: unknown): number => {
    const wait = error instanceof BlobStoreError ? (error.retryAfter ?? 0) * 1000 : 0;
    pausedUntil = Math.max(pausedUntil, elapsed() + wait);
    return wait;
  };

  /**
   * Logs each kind of failure only once a minute, because a failing store usually rejects most blobs.
   * @param asked milliseconds that the store asked to wait, which may differ each time
   */
  const logFailure = (key: string, backoff: number, reason: string, asked = 0): void => {
    failures.set(key, reason);
    const kind = `${backoff} ${reason.replaceAll(key, '…')}`;
    const now = elapsed();
    for (const [logged, since] of loggedAt) if (now - since >= REPEAT_WARNING) loggedAt.delete(logged);
    if (loggedAt.has(kind)) return;
    loggedAt.set(kind, now);
    log.warn(`delivery: ${key} failed, once more in ${Math.max(backoff, asked) / 1000} s: ${reason}`);
  };

  const onDatabaseError = (key: string, error: unknown): void => {
    if (stop.signal.aborted) return;
    const reason = reasonOf(error);
    failures.set(key, reason);
    // A read-only database is logged elsewhere, once.
    if (database.readOnlyReason() !== undefined) return;
    if (error instanceof UnavailableError) logFailure(key, POLL_INTERVAL, reason);
    else log.error(`delivery: could not read ${key}.`, error);
  };

  /** Runs a key. Resolves when its blob is written or has failed, before that is recorded. */
  const run = (key: string): Promise<void> =>
    new Promise((onWritten) => {
      const previous = runs.get(key) ?? Promise.resolve();
      const current = previous
        .then(() => semaphore(() => processKey(key, onWritten)))
        .catch((error: unknown) => onDatabaseError(key, error))
        .finally(() => {
          onWritten();
          if (runs.get(key) === current) runs.delete(key);
        });
      runs.set(key, current);
    });

  const processKey = async (key: string, onWritten: () => void): Promise<void> => {
    const deadline = elapsed() + timeout;
    while (!stop.signal.aborted) {
      let isPending = true;
      const isLocked = await database.withLock(`delivery ${key}`, async (lock) => {
        const changes = { count: 0 };
        while ((await writeOnce(key, onWritten, changes)) && !lock.lost) continue;
        isPending = false;
        // Without the lock, another host may have written a newer blob, which this write may have replaced.
        if (lock.lost) await requeue(key);
      });
      if (isLocked && !isPending) return;
      // The lock holder or the next poll delivers it.
      if (elapsed() >= deadline || !(await isOpen(key))) return;
      await sleep(LOCK_RETRY, undefined, { signal: stop.signal }).catch(() => {});
    }
  };

  const openEntry = async (key: string): Promise<OutboxEntry | undefined> => {
    const row = await outboxEntries(database.read).where('d.key', '=', key).executeTakeFirst();
    return row && row.delivered < row.wanted ? row : undefined;
  };

  /**
   * Writes the blob once. Returns true if there may be more to do.
   * @param changes counts writes in a row that another writer preceded
   */
  const writeOnce = async (key: string, onWritten: () => void, changes: { count: number }): Promise<boolean> => {
    let row = await openEntry(key);
    if (!row) return false;
    const { attempts } = row;
    try {
      if (blobs.fence) {
        const put = await blobs.fence(key);
        // Read after the fence. Earlier writes are in the database by now, and later ones make this one fail.
        row = await openEntry(key);
        if (!row) return false;
        await put(blobOf(row));
      } else await blobs.put(key, blobOf(row));
    } catch (error) {
      if (error instanceof BlobChangedError && ++changes.count < MAX_CHANGES) return true;
      const backoff = Math.min(FIRST_RETRY * 2 ** attempts, MAX_RETRY);
      logFailure(key, backoff, reasonOf(error), pauseFor(error));
      onWritten();
      await database.write((transaction) =>
        transaction
          .updateTable('deliveries')
          .set({ attempts: attempts + 1, due_at: Date.now() + backoff })
          .where('key', '=', key)
          .execute(),
      );
      return false;
    }
    const { wanted } = row;
    // The store takes writes again.
    pausedUntil = -Infinity;
    changes.count = 0;
    failures.delete(key);
    written.set(key, wanted);
    onWritten();
    try {
      await database.write(async (transaction) => {
        await transaction
          .updateTable('deliveries')
          .set({ delivered: wanted, attempts: 0 })
          .where('key', '=', key)
          .where('delivered', '<', wanted)
          .execute();
        // Staged content is never cached.
        if (!/\/staged\.\w+$/.test(key)) await purges?.add(transaction, [key]);
      });
      purges?.wake();
    } finally {
      written.delete(key);
    }
    return true;
  };

  const requeue = (key: string): Promise<unknown> =>
    database.write((transaction) =>
      transaction
        .updateTable('deliveries')
        .set(({ ref, eb }) => ({ wanted: eb(ref('wanted'), '+', 1), due_at: 0 }))
        .where('key', '=', key)
        .execute(),
    );

  const openDeliveries = () =>
    database.read.selectFrom('deliveries').select(['key', 'wanted']).whereRef('delivered', '<', 'wanted');

  const isOpen = async (key: string): Promise<boolean> =>
    (await openDeliveries().where('key', '=', key).executeTakeFirst()) !== undefined;

  /** Runs due deliveries. Returns true if there may be more. */
  const processDue = async (): Promise<boolean> => {
    if (elapsed() < pausedUntil) return false;
    const now = Date.now();
    const rows = await openDeliveries()
      // A row postponed by more than the longest retry is due, too: a clock was set back since.
      .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_RETRY)]))
      .orderBy('due_at')
      .limit(CONCURRENCY)
      .execute();
    const idle = rows.filter(({ key }) => !runs.has(key));
    await Promise.all(idle.map(({ key }) => run(key)));
    return rows.length === CONCURRENCY && idle.length > 0;
  };

  /** An embedded database has no other host, so open deliveries at the start are from an earlier run. */
  const makeAllDue = (): Promise<unknown> =>
    database.write((transaction) =>
      transaction.updateTable('deliveries').set({ due_at: 0 }).whereRef('delivered', '<', 'wanted').execute(),
    );

  const polling = (async () => {
    let started = database.kind === 'postgres';
    while (!stop.signal.aborted) {
      try {
        if (!started) await makeAllDue();
        started = true;
        while ((await processDue()) && !stop.signal.aborted) continue;
      } catch (error) {
        // A read-only database is logged elsewhere, once.
        if (!stop.signal.aborted && database.readOnlyReason() === undefined)
          log.warn(`delivery: the database does not answer: ${reasonOf(error)}`);
      }
      await sleep(pollInterval, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();

  const flush = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    await waitFor(timeout, Promise.all(keys.map(run)), () => undefined);
  };

  const redeliver = async (keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map(requeue));
    await flush(keys);
  };
  // An embedded database has no other writers, and a fence rejects late writes. In both cases, no checks are needed.
  const reading =
    blobs.fence || database.kind === 'embedded'
      ? undefined
      : readBack({ database, blobs, log, interval: readBackInterval, signal: stop.signal, redeliver });

  return {
    flush,
    redeliver,

    written: () => new Map(written),

    async delivered({ once = false } = {}) {
      let after = '';
      const failed: string[] = [];
      for (;;) {
        const rows = await openDeliveries().where('key', '>', after).orderBy('key').limit(500).execute();
        if (once) for (const { key } of rows) failures.delete(key);
        await Promise.all(rows.map(({ key }) => run(key)));
        for (const { key, wanted } of rows) {
          await runs.get(key);
          while (await openDeliveries().where('key', '=', key).where('delivered', '<', wanted).executeTakeFirst()) {
            const reason = failures.get(key);
            if (once && reason !== undefined) {
              failed.push(reason);
              break;
            }
            if (stop.signal.aborted) throw new Error('The content service has ended.');
            await sleep(LOCK_RETRY);
          }
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.key;
      }
      if (failed.length === 0) return;
      throw new UnavailableError(
        `could not write ${failed.length} blobs. The host tries again by itself; check the store if it continues. The first: ${failed[0]}`,
      );
    },

    async close() {
      stop.abort();
      // Records a blob that is being written, so that it is not written again. If its store does not respond, the next
      // start writes it.
      await waitFor(timeout, Promise.all([polling, reading, ...runs.values()]), () => undefined);
    },
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
};
