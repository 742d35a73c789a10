/**
 * Deletes components and libraries in short transactions, so that other writers wait for at most one of them. If a host
 * stops, any other host finds the rest in the database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { mediaKey } from '../../content/addresses.js';
import { dataSubject } from '../../content/data-sources/data-source-repository.js';
import { type Deletion, isDeletionOpen, openDeletions } from '../../content/deletions/deletions.js';
import {
  type Batch,
  deleteVersions,
  endDeletion,
  eraseEntries,
  removeComponents,
  removeRevisions,
  removeRows,
  removeWebhookRows,
  removeSchedules,
} from '../../content/deletions/batches.js';
import type { Outbox } from '../../content/entries/outbox.js';
import { componentKey, THUMBNAILS } from '../../content/media/thumbnail-blobs.js';
import type { Database, Lock } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { type Clock, monotonicClock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { waitFor } from '../../lib/timeout.js';
import type { BlobStore } from '../../storage/blob-store.js';

/** Milliseconds between checks for unfinished deletions. */
const POLL_INTERVAL = 2_000;
/** Milliseconds between attempts to lock a deletion that another host runs. */
const LOCK_RETRY = 100;
/** Milliseconds until the next attempt after a failure, first and at most. */
const FIRST_RETRY = 2_000;
const MAX_RETRY = 60_000;
/** Blobs removed concurrently. */
const CONCURRENCY = 16;

export interface DeletionWorker {
  /** Resolves when a deletion is done or has failed for now, or after the timeout. */
  finish(deletion: Deletion): Promise<void>;
  close(): Promise<void>;
}

export interface DeletionWorkerOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds that `finish` waits. */
  readonly timeout: number;
}

export function createDeletionWorker({
  database,
  blobs,
  outbox,
  clock,
  log,
  timeout,
}: DeletionWorkerOptions): DeletionWorker {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  const semaphore = createSemaphore(CONCURRENCY);
  const failures = new Map<string, { readonly wait: number; readonly until: number }>();

  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {});

  /** Runs batches until all are done. @throws StoppedError */
  const runBatches = async <Cursor>(
    lock: Lock,
    library: string,
    batch: (transaction: Queries, cursor: Cursor | undefined) => Promise<Batch<Cursor>>,
  ): Promise<void> => {
    let cursor: Cursor | undefined;
    do {
      if (stop.signal.aborted || lock.lost) throw new StoppedError();
      const after = cursor;
      const { keys, next } = await database.write((transaction) => batch(transaction, after));
      cursor = next;
      if (keys.length > 0) {
        database.publish(library);
        await outbox.flush(keys);
      }
    } while (cursor !== undefined);
  };

  const removeBlobs = async (prefix: string): Promise<void> => {
    const removed: Promise<void>[] = [];
    for await (const key of blobs.list(prefix)) {
      if (stop.signal.aborted) throw new StoppedError();
      removed.push(semaphore(() => blobs.delete(key)));
    }
    await Promise.all(removed);
  };

  const deleteComponent = async (deletion: Deletion, lock: Lock): Promise<void> => {
    const { library, component } = deletion;
    await runBatches<true>(lock, library, (transaction) => deleteVersions(transaction, outbox, deletion, clock()));
    await removeBlobs(`${THUMBNAILS}${library}/${component}/`);
    await blobs.delete(componentKey({ library, component }));
  };

  const deleteLibrary = async ({ library }: Deletion, lock: Lock): Promise<void> => {
    await runBatches<true>(lock, library, (transaction) => removeSchedules(transaction, library));
    await runBatches<true>(lock, library, (transaction) => removeRows(transaction, 'data_sources', library));
    database.publish(dataSubject(library));
    await runBatches<true>(lock, library, (transaction) => removeComponents(transaction, library, database.kind));
    await runBatches<Parameters<typeof eraseEntries>[3] & object>(lock, library, (transaction, cursor) =>
      eraseEntries(transaction, outbox, library, cursor, clock()),
    );
    await runBatches<Parameters<typeof removeRevisions>[2] & object>(lock, library, (transaction, cursor) =>
      removeRevisions(transaction, library, cursor),
    );
    await removeBlobs(mediaKey(library, ''));
    await runBatches<true>(lock, library, (transaction) => removeRows(transaction, 'media', library));
    await runBatches<true>(lock, library, (transaction) => removeWebhookRows(transaction, library));
    await removeBlobs(`${THUMBNAILS}${library}/`);
  };

  const carryOut = async (deletion: Deletion): Promise<void> => {
    const { library, component } = deletion;
    const name = nameOf(deletion);
    while (!stop.signal.aborted) {
      const isLocked = await database.withLock(`deletion ${name}`, async (lock) => {
        if (!(await isDeletionOpen(database.read, deletion))) return;
        await (component === '' ? deleteLibrary(deletion, lock) : deleteComponent(deletion, lock));
        await database.write((transaction) => endDeletion(transaction, deletion, clock()));
        database.publish(library);
        log.info(`deletion: deleted ${name}.`);
      });
      if (isLocked || !(await isDeletionOpen(database.read, deletion))) return;
      await pause(LOCK_RETRY);
    }
  };

  /** Runs a deletion only once at a time in this process. */
  const run = (deletion: Deletion): Promise<void> => {
    const name = nameOf(deletion);
    let current = running.get(name);
    if (!current) {
      current = carryOut(deletion)
        .then(() => void failures.delete(name))
        .catch((error: unknown) => {
          if (stop.signal.aborted || error instanceof StoppedError) return;
          const wait = Math.min((failures.get(name)?.wait ?? FIRST_RETRY / 2) * 2, MAX_RETRY);
          failures.set(name, { wait, until: monotonicClock() + wait });
          log.warn(`deletion: ${name} failed, once more in ${wait / 1000} s: ${reasonOf(error)}`);
        })
        .finally(() => running.delete(name));
      running.set(name, current);
    }
    return current;
  };

  const polling = (async () => {
    while (!stop.signal.aborted) {
      // An unavailable database is logged elsewhere.
      const deletions = await openDeletions(database.read).catch(() => []);
      for (const deletion of deletions) {
        const failure = failures.get(nameOf(deletion));
        if (!failure || monotonicClock() >= failure.until) void run(deletion);
      }
      await pause(POLL_INTERVAL);
    }
  })();

  return {
    finish: (deletion) => waitFor(timeout, run(deletion), () => undefined),
    async close() {
      stop.abort();
      // The current batch completes. The next start runs the rest.
      await waitFor(timeout, Promise.all([polling, ...running.values()]), () => undefined);
    },
  };
}

/** The host stops, or the lock is lost and another host may run the deletion. */
class StoppedError extends Error {}

/** Unambiguous, because ids contain no slash. */
const nameOf = ({ library, component }: Deletion): string => (component === '' ? library : `${library}/${component}`);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
