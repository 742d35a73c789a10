/**
 * Purges changed blobs from a CDN. The queue is in the database, so that neither a failing CDN nor a stopped host loses
 * a purge, and publishing does not wait for it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { chunksOf } from '../../db/insert-in-chunks.js';
import type { Queries } from '../../db/schema.js';
import { monotonicClock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';
import { PurgeError, type PurgeCall, type PurgeTarget } from '../../purge/purge-target.js';

/** Milliseconds between checks for blobs that other processes have changed. */
const POLL_INTERVAL = 1_000;
/** Milliseconds in which changes are batched. Meanwhile, other hosts invalidate their caches. */
const WINDOW = 100;
/** Maximum rows per query. */
const BATCH = 3_000;
/** Maximum rejected blobs to retry per round. */
const MAX_REJECTED = 50;
const FIRST_RETRY = 500;
const MAX_RETRY = 60_000;
/** Milliseconds before the same warning is repeated. */
const REPEAT_WARNING = 600_000;
/** Milliseconds that requests may still take when the host stops. */
const CLOSE_TIMEOUT = 5_000;

export interface PurgeQueue {
  /** Queues changed blobs in the transaction of a write. Call `wake` after the commit. */
  add(transaction: Queries, keys: readonly string[], dueAt?: number): Promise<void>;
  /** Processes the queue soon, before the next interval. */
  wake(): void;
  close(): Promise<void>;
}

export interface PurgeQueueOptions {
  readonly database: Database;
  readonly target: PurgeTarget;
  readonly log: Log;
  /** Called after each request to the target. */
  readonly onRequest?: ((isAccepted: boolean) => void) | undefined;
  readonly pollInterval?: number;
}

interface QueuedPurge {
  readonly key: string;
  readonly change: string;
  readonly attempts: number;
}

/** Queues changed blobs in the transaction of a write. */
export async function addPurges(
  transaction: Queries,
  keys: readonly string[],
  dueAt: number = Date.now(),
): Promise<void> {
  const at = Date.now();
  for (const key of keys) {
    const changed = { change: randomUUID(), due_at: dueAt };
    await transaction
      .insertInto('purges')
      .values({ key, at, attempts: 0, ...changed })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
      .execute();
  }
}

/** Keys of the blobs that are still to be purged. */
export const queuedPurges = async (queries: Queries): Promise<string[]> =>
  (await queries.selectFrom('purges').select('key').execute()).map(({ key }) => key);

export function createPurgeQueue(options: PurgeQueueOptions): PurgeQueue {
  const { database, target, log, onRequest, pollInterval = POLL_INTERVAL } = options;
  const stop = new AbortController();
  /** Aborts requests that take too long when the host stops. */
  const cancel = new AbortController();
  let isAwake = false;
  let awaken: (() => void) | undefined;
  /** No requests to the target before this time of the monotonic clock. The database has only the backoff. */
  let pausedUntil = -Infinity;
  /** Consecutive failures of the target itself. */
  let failures = 0;
  let lastWarning: { readonly reason: string; readonly at: number } | undefined;

  const warn = (count: number, wait: number, reason: string): void => {
    const now = monotonicClock();
    if (lastWarning?.reason === reason && now - lastWarning.at < REPEAT_WARNING) return;
    lastWarning = { reason, at: now };
    log.warn(`purge: copies of ${count} files were not removed, once more in ${wait / 1000} s: ${reason}.`);
  };

  /** @param isRefused whether the target rejects these blobs in particular */
  const postpone = (rows: readonly QueuedPurge[], dueAt: number, isRefused: boolean): Promise<void> =>
    database.write(async (transaction) => {
      for (const chunk of chunksOf(rows))
        await transaction
          .updateTable('purges')
          .set(({ eb, ref }) => ({
            attempts: isRefused ? eb(ref('attempts'), '+', 1) : ref('attempts'),
            due_at: dueAt,
          }))
          .where(
            'key',
            'in',
            chunk.map(({ key }) => key),
          )
          .execute();
    });

  const removeRows = (rows: readonly QueuedPurge[]): Promise<void> =>
    database.write(async (transaction) => {
      // Rows that changed since remain queued.
      for (const chunk of chunksOf(rows))
        await transaction
          .deleteFrom('purges')
          .where(
            'key',
            'in',
            chunk.map(({ key }) => key),
          )
          .where(
            'change',
            'in',
            chunk.map(({ change }) => change),
          )
          .execute();
    });

  /** Returns false if the remaining requests should not be sent. */
  const send = async (call: PurgeCall, rows: readonly QueuedPurge[]): Promise<boolean> => {
    try {
      await call.send(cancel.signal);
    } catch (error) {
      // Not a failure of the target. The next start sends it again.
      if (cancel.signal.aborted) return false;
      onRequest?.(false);
      const isAboutTarget = !(error instanceof PurgeError) || error.isAboutTarget;
      const attempts = isAboutTarget ? failures++ : Math.max(...rows.map((row) => row.attempts));
      const backoff = Math.min(FIRST_RETRY * 2 ** attempts, MAX_RETRY);
      const wait = Math.max(backoff, (error instanceof PurgeError ? (error.retryAfter ?? 0) : 0) * 1000);
      if (isAboutTarget) pausedUntil = monotonicClock() + wait;
      await postpone(rows, Date.now() + backoff, !isAboutTarget);
      warn(rows.length, wait, error instanceof Error ? error.message : String(error));
      return !isAboutTarget;
    }
    onRequest?.(true);
    await removeRows(rows);
    if (failures > 0) log.info(`purge: ${target.name} works again.`);
    failures = 0;
    lastWarning = undefined;
    return true;
  };

  const dueRows = () => {
    const now = Date.now();
    return (
      database.read
        .selectFrom('purges')
        .select(['key', 'change', 'attempts'])
        // A row postponed by more than the longest backoff is due, too: a clock was set back since.
        .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_RETRY)]))
        .orderBy('due_at')
    );
  };

  /** Returns true if there is more to do. */
  const processDue = async (): Promise<boolean> => {
    if (monotonicClock() < pausedUntil || !(await dueRows().limit(1).executeTakeFirst())) return false;
    let hasMore = false;
    await database.withLock('purge', async (lock) => {
      const rows = await dueRows().limit(BATCH).execute();
      const byKey = new Map(rows.map((row) => [row.key, row]));
      // Rejected blobs are sent alone from then on. Otherwise one rejected name would make a whole batch fail each time.
      const rejected = rows.filter(({ attempts }) => attempts > 0);
      const singleCalls = rejected.slice(0, MAX_REJECTED).flatMap(({ key }) => target.calls([key]));
      const batchCalls = target.calls(rows.filter(({ attempts }) => attempts === 0).map(({ key }) => key));
      for (const call of [...batchCalls, ...singleCalls]) {
        if (stop.signal.aborted || lock.lost) return;
        if (
          !(await send(
            call,
            call.keys.map((key) => byKey.get(key)!),
          ))
        )
          return;
      }
      hasMore = rows.length === BATCH || rejected.length > MAX_REJECTED;
    });
    return hasMore;
  };

  /** Resolves at the next interval, or soon after a call of `wake`. */
  const waitForWake = async (): Promise<void> => {
    const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
      sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
    if (!isAwake) {
      const woken = new AbortController();
      awaken = () => woken.abort();
      await pause(pollInterval, AbortSignal.any([stop.signal, woken.signal]));
      awaken = undefined;
    }
    if (isAwake) await pause(WINDOW, stop.signal);
    isAwake = false;
  };

  const polling = (async () => {
    while (!stop.signal.aborted) {
      try {
        while ((await processDue()) && !stop.signal.aborted) continue;
      } catch (error) {
        // A read-only database is logged elsewhere, once.
        if (!stop.signal.aborted && database.readOnlyReason() === undefined)
          log.warn(`purge: the database does not answer: ${error instanceof Error ? error.message : String(error)}`);
      }
      await waitForWake();
    }
  })();

  return {
    add: addPurges,
    wake() {
      isAwake = true;
      awaken?.();
    },
    async close() {
      stop.abort();
      // Records the result of a running request, so that it is not repeated.
      await waitFor(CLOSE_TIMEOUT, polling, () => cancel.abort());
      await polling;
    },
  };
}

export interface PurgeQueueState {
  readonly length: number;
  /** Time of the oldest queued change, in milliseconds since 1970; undefined if the queue is empty. */
  readonly oldest: number | undefined;
}

export async function purgeQueueState({ read }: Pick<Database, 'read'>): Promise<PurgeQueueState> {
  const row = await read
    .selectFrom('purges')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { length: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
}
