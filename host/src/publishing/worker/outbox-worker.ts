/**
 * Carries out deliveries: writes the blob that a key should be, at least once, in order per key, until it is there.
 * What a crash or a failing blob store leaves open is found again in the database, by whichever host looks first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { UnavailableError } from '../../lib/domain-error.js';
import { BlobChangedError, type BlobStore } from '../../storage/blob-store.js';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';
import { createSemaphore } from '../../lib/semaphore.js';
import type { PurgeQueue } from '../purge/purge-queue.js';
import { blobOf, type OutboxEntry, outboxEntries } from '../outbox/outbox.js';
import { readBack } from './read-back.js';

/** Blobs written at a time. */
const CONCURRENCY = 32;
/** Milliseconds between looks for open deliveries. */
const POLL_INTERVAL = 1_000;
const FIRST_RETRY = 250;
const MAX_RETRY = 60_000;
/** Milliseconds between tries for a key that another host is at. */
const LOCK_RETRY = 25;

export interface OutboxWorker {
  /** Resolves once the blobs of these keys are as they should be, or have failed, or the timeout is over. */
  flush(keys: readonly string[]): Promise<void>;
  /** Writes the blobs of these keys once more; resolves as `flush` does. */
  redeliver(keys: readonly string[]): Promise<void>;
  /** As the content service's. */
  delivered(options?: { readonly once?: boolean }): Promise<void>;
  /** What of each key is there already, though that is not noted yet. */
  written(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface OutboxWorkerOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Removes copies of what was written, where there is a CDN. */
  readonly purges?: PurgeQueue | undefined;
  /** Milliseconds a write waits for its blobs before it is acknowledged without them. */
  readonly timeout: number;
  /** Milliseconds between looks at what was delivered; 1,000 by default. */
  readonly readBackInterval?: number;
}

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { database, blobs, log, purges, timeout, readBackInterval = POLL_INTERVAL } = options;
  /** The last run of each key that has any: a key's runs follow one another. */
  const runs = new Map<string, Promise<void>>();
  const semaphore = createSemaphore(CONCURRENCY);
  /** What was written and is about to be noted: whoever publishes is told before that. */
  const written = new Map<string, number>();
  /** Why the last try failed, by key. */
  const failures = new Map<string, string>();
  const loggedAt = new Map<string, number>();
  const stop = new AbortController();

  /** A store that refuses one blob refuses most: a line for each would hide all others. */
  const logFailure = (key: string, wait: number, reason: string): void => {
    failures.set(key, reason);
    const same = reason.replaceAll(key, '…');
    const now = Date.now();
    for (const [kind, since] of loggedAt) if (now - since >= POLL_INTERVAL * 60) loggedAt.delete(kind);
    if (loggedAt.has(`${wait} ${same}`)) return;
    loggedAt.set(`${wait} ${same}`, now);
    log.warn(`delivery: ${key} failed, once more in ${wait / 1000} s: ${reason}`);
  };

  /** Runs a key; resolves when its blob is there or has failed, which is before that is noted. */
  const run = (key: string): Promise<void> =>
    new Promise((onWritten) => {
      const before = runs.get(key) ?? Promise.resolve();
      const now = before
        .then(() => semaphore(() => processKey(key, onWritten)))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) log.error(`delivery: could not read ${key}.`, error);
        })
        .finally(() => {
          onWritten();
          if (runs.get(key) === now) runs.delete(key);
        });
      runs.set(key, now);
    });

  const processKey = async (key: string, onWritten: () => void): Promise<void> => {
    const until = Date.now() + timeout;
    while (!stop.signal.aborted) {
      let open = true;
      const isLocked = await database.withLock(`delivery ${key}`, async (lock) => {
        while ((await step(key, onWritten)) && !lock.lost) continue;
        open = false;
        // Another host may have written a newer blob meanwhile, under the one just written.
        if (lock.lost) await requeue(key);
      });
      if (isLocked && !open) return;
      // Left to who holds it, or to the next look.
      if (Date.now() >= until || !(await isOpen(key))) return;
      await sleep(LOCK_RETRY, undefined, { signal: stop.signal }).catch(() => {});
    }
  };

  const openEntry = async (key: string): Promise<OutboxEntry | undefined> => {
    const row = await outboxEntries(database.read).where('d.key', '=', key).executeTakeFirst();
    return row && row.delivered < row.wanted ? row : undefined;
  };

  /** Writes the blob once; true where there may be more to do. */
  const step = async (key: string, onWritten: () => void): Promise<boolean> => {
    let row = await openEntry(key);
    if (!row) return false;
    const { attempts } = row;
    try {
      if (blobs.fence) {
        const put = await blobs.fence(key);
        // Read after the fence: what anybody wrote before it is in the database by now, and what comes after it fails this one.
        row = await openEntry(key);
        if (!row) return false;
        await put(blobOf(row));
      } else await blobs.put(key, blobOf(row));
    } catch (error) {
      if (error instanceof BlobChangedError) return true;
      const wait = Math.min(FIRST_RETRY * 2 ** attempts, MAX_RETRY);
      logFailure(key, wait, reasonOf(error));
      onWritten();
      await database.write((transaction) =>
        transaction
          .updateTable('deliveries')
          .set({ attempts: attempts + 1, due_at: Date.now() + wait })
          .where('key', '=', key)
          .execute(),
      );
      return false;
    }
    const { wanted } = row;
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
        // No cache keeps what is staged.
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

  const open = () =>
    database.read.selectFrom('deliveries').select(['key', 'wanted']).whereRef('delivered', '<', 'wanted');

  const isOpen = async (key: string): Promise<boolean> =>
    (await open().where('key', '=', key).executeTakeFirst()) !== undefined;

  /** Runs what is open and due; true where there may be more. */
  const processDue = async (): Promise<boolean> => {
    const now = Date.now();
    const rows = await open()
      // What is put off for longer than any try was by a clock that has been set back since.
      .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_RETRY)]))
      .orderBy('due_at')
      .limit(CONCURRENCY)
      .execute();
    const idle = rows.filter(({ key }) => !runs.has(key));
    await Promise.all(idle.map(({ key }) => run(key)));
    return rows.length === CONCURRENCY && idle.length > 0;
  };

  /** On an embedded database what is open at the start is left over from before: nobody else is at it. */
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
        // That it is only read is told once, by itself.
        if (!stop.signal.aborted && database.readOnlyReason() === undefined)
          log.warn(`delivery: the database does not answer: ${reasonOf(error)}`);
      }
      await sleep(POLL_INTERVAL, undefined, { signal: stop.signal, ref: false }).catch(() => {});
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
  // On an embedded database nobody else writes; where writes are fenced, none comes too late.
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
        const rows = await open().where('key', '>', after).orderBy('key').limit(500).execute();
        if (once) for (const { key } of rows) failures.delete(key);
        await Promise.all(rows.map(({ key }) => run(key)));
        for (const { key, wanted } of rows) {
          await runs.get(key);
          while (await open().where('key', '=', key).where('delivered', '<', wanted).executeTakeFirst()) {
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
      // A blob that is being written now is noted, so that nobody has to write it again. One whose store has fallen
      // silent is left to the next start.
      await waitFor(timeout, Promise.all([polling, reading, ...runs.values()]), () => undefined);
    },
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
};
