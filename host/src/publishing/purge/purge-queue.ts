/**
 * Removes copies of changed blobs from a CDN. What is to be removed is in the database, so that neither a failing CDN nor the end
 * of a host loses it, and nobody who publishes waits for it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { chunksOf } from '../../db/insert-in-chunks.js';
import type { Queries } from '../../db/schema.js';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';
import { PurgeError, type PurgeCall, type PurgeTarget } from '../../purge/purge-target.js';

/** Milliseconds between looks for blobs that other processes have changed. */
const POLL_INTERVAL = 1_000;
/** Milliseconds in which what changes goes into the same requests; other hosts forget their copies meanwhile. */
const WINDOW = 100;
/** Blobs looked up at a time. */
const BATCH = 3_000;
/** Of those that were refused before, how many are sent at a time. */
const REFUSED = 50;
const FIRST_RETRY = 500;
const MAX_RETRY = 60_000;
/** Milliseconds after which a warning is repeated. */
const REPEAT_WARNING = 600_000;
/** Milliseconds that a request may take when the host ends. */
const CLOSE_TIMEOUT = 5_000;

export interface PurgeQueue {
  /** Leaves word of changed blobs in the transaction of a write; `wake` follows it. */
  add(transaction: Queries, keys: readonly string[], dueAt?: number): Promise<void>;
  /** Looks soon, not at the next interval. */
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

export function createPurgeQueue(options: PurgeQueueOptions): PurgeQueue {
  const { database, target, log, onRequest, pollInterval = POLL_INTERVAL } = options;
  const stop = new AbortController();
  /** Ends requests that take too long when the host ends. */
  const cancel = new AbortController();
  let isAwake = false;
  let awaken: (() => void) | undefined;
  /** Until then the target is left alone. */
  let pausedUntil = 0;
  /** Failures of the target itself, one after another. */
  let failures = 0;
  let warned: { readonly reason: string; readonly at: number } | undefined;

  const warn = (count: number, wait: number, reason: string): void => {
    const now = Date.now();
    if (warned?.reason === reason && now - warned.at < REPEAT_WARNING) return;
    warned = { reason, at: now };
    log.warn(`purge: copies of ${count} files were not removed, once more in ${wait / 1000} s: ${reason}.`);
  };

  /** @param isRefused for what the target does not take, whatever comes of others */
  const postpone = (rows: readonly QueuedPurge[], dueAt: number, isRefused: boolean): Promise<void> =>
    database.write(async (transaction) => {
      for (const some of chunksOf(rows))
        await transaction
          .updateTable('purges')
          .set(({ eb, ref }) => ({
            attempts: isRefused ? eb(ref('attempts'), '+', 1) : ref('attempts'),
            due_at: dueAt,
          }))
          .where(
            'key',
            'in',
            some.map(({ key }) => key),
          )
          .execute();
    });

  const forget = (rows: readonly QueuedPurge[]): Promise<void> =>
    database.write(async (transaction) => {
      // What has changed since is purged once more.
      for (const some of chunksOf(rows))
        await transaction
          .deleteFrom('purges')
          .where(
            'key',
            'in',
            some.map(({ key }) => key),
          )
          .where(
            'change',
            'in',
            some.map(({ change }) => change),
          )
          .execute();
    });

  /** False where the other requests need not be sent either. */
  const send = async (call: PurgeCall, rows: readonly QueuedPurge[]): Promise<boolean> => {
    try {
      await call.send(cancel.signal);
    } catch (error) {
      // Not for the target to blame; the next start does it.
      if (cancel.signal.aborted) return false;
      onRequest?.(false);
      const isAboutTarget = !(error instanceof PurgeError) || error.isAboutTarget;
      const attempts = isAboutTarget ? failures++ : Math.max(...rows.map((row) => row.attempts));
      const backoff = Math.min(FIRST_RETRY * 2 ** attempts, MAX_RETRY);
      const wait = Math.max(backoff, (error instanceof PurgeError ? (error.retryAfter ?? 0) : 0) * 1000);
      if (isAboutTarget) pausedUntil = Date.now() + wait;
      await postpone(rows, Date.now() + wait, !isAboutTarget);
      warn(rows.length, wait, error instanceof Error ? error.message : String(error));
      return !isAboutTarget;
    }
    onRequest?.(true);
    await forget(rows);
    if (failures > 0) log.info(`purge: ${target.name} works again.`);
    failures = 0;
    warned = undefined;
    return true;
  };

  const dueRows = () => {
    const now = Date.now();
    return (
      database.read
        .selectFrom('purges')
        .select(['key', 'change', 'attempts'])
        // What is put off for longer than any try was by a clock that has been set back since.
        .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + LONGEST_WAIT)]))
        .orderBy('due_at')
    );
  };

  /** True where there is more to do. */
  const round = async (): Promise<boolean> => {
    if (Date.now() < pausedUntil || !(await dueRows().limit(1).executeTakeFirst())) return false;
    let more = false;
    await database.withLock('purge', async (lock) => {
      const rows = await dueRows().limit(BATCH).execute();
      const byKey = new Map(rows.map((row) => [row.key, row]));
      // What was refused goes alone from then on: one name that the target does not take would spoil the others each time.
      const refused = rows.filter(({ attempts }) => attempts > 0);
      const alone = refused.slice(0, REFUSED).flatMap(({ key }) => target.calls([key]));
      const together = target.calls(rows.filter(({ attempts }) => attempts === 0).map(({ key }) => key));
      for (const call of [...together, ...alone]) {
        if (stop.signal.aborted || lock.lost) return;
        if (
          !(await send(
            call,
            call.keys.map((key) => byKey.get(key)!),
          ))
        )
          return;
      }
      more = rows.length === BATCH || refused.length > REFUSED;
    });
    return more;
  };

  /** Resolves at the next interval, or soon after somebody calls `wake`. */
  const untilAwake = async (): Promise<void> => {
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
        while ((await round()) && !stop.signal.aborted) continue;
      } catch (error) {
        // That the database is only read is told once, by itself.
        if (!stop.signal.aborted && database.readOnlyReason() === undefined)
          log.warn(`purge: the database does not answer: ${error instanceof Error ? error.message : String(error)}`);
      }
      await untilAwake();
    }
  })();

  return {
    async add(transaction, keys, dueAt = Date.now()) {
      const at = Date.now();
      for (const key of keys) {
        const changed = { change: randomUUID(), due_at: dueAt };
        await transaction
          .insertInto('purges')
          .values({ key, at, attempts: 0, ...changed })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
          .execute();
      }
    },
    wake() {
      isAwake = true;
      awaken?.();
    },
    async close() {
      stop.abort();
      // A request that is out is noted, so that nobody has to send it again.
      await waitFor(CLOSE_TIMEOUT, polling, () => cancel.abort());
      await polling;
    },
  };
}

/** Milliseconds; what a service may ask for, and the longest backoff. */
const LONGEST_WAIT = 3_600_000;

export interface PurgeQueueState {
  readonly length: number;
  /** When the change that waits longest was made, in milliseconds since 1970; undefined where nothing waits. */
  readonly oldest: number | undefined;
}

export async function purgeQueueState({ read }: Pick<Database, 'read'>): Promise<PurgeQueueState> {
  const row = await read
    .selectFrom('purges')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { length: Number(row.count), oldest: row.oldest === null ? undefined : Number(row.oldest) };
}
