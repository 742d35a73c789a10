/**
 * Runs due schedules. A schedule is marked as done in the transaction that executes it. So it runs once, even if hosts
 * compete or stop. The schedules of one library run in order of their times.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Outbox } from '../../content/entries/outbox.js';
import { claimRelease, itemsOfRelease } from '../../content/releases/release-repository.js';
import {
  claimJob,
  failJob,
  librariesWithDueJobs,
  nextDueJob,
  postponeJob,
  recomputeDueTimes,
  MAX_RETRY,
} from '../../content/schedules/due-jobs.js';
import type { ScheduleClock } from '../../content/schedules/schedule-clock.js';
import { subjectOfJob } from '../../content/schedules/schedule-repository.js';
import type { PublicationRequest, PublishItems } from '../../content/versions/publish-items.js';
import type { Database, Lock } from '../../db/database.js';
import type { ScheduledJobRow } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { DomainError, NotFoundError, UnavailableError } from '../../lib/domain-error.js';
import type { Log } from '../../lib/log.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { waitFor } from '../../lib/timeout.js';
import { createClockComparison } from './compare-clocks.js';

/** Milliseconds until the first retry. */
const FIRST_RETRY = 1_000;
/** Attempts before a schedule fails, which takes about 15 minutes. Later schedules of its library wait meanwhile. */
const MAX_ATTEMPTS = 20;
/** Libraries processed concurrently. */
const CONCURRENCY = 4;

export interface ScheduleWorker {
  close(): Promise<void>;
}

export interface ScheduleWorkerOptions {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly publishItems: PublishItems;
  readonly clock: Clock;
  /** The clock for due times. */
  readonly now: ScheduleClock;
  readonly log: Log;
  /** Milliseconds that `close` waits for a running schedule. */
  readonly timeout: number;
  /** Milliseconds between checks for due schedules. */
  readonly interval: number;
}

export function createScheduleWorker({
  database,
  outbox,
  publishItems,
  clock,
  now,
  log,
  timeout,
  interval,
}: ScheduleWorkerOptions): ScheduleWorker {
  const stop = new AbortController();
  const semaphore = createSemaphore(CONCURRENCY);
  const compareClocks = createClockComparison(log);
  let isRecomputed = false;

  /** Runs after each start, because an update of Node may change the rules of time zones. */
  const recompute = async (): Promise<void> => {
    for (const job of await recomputeDueTimes(database)) {
      const dueText = new Date(job.due_at).toISOString();
      log.info(`schedule: ${job.id} is due at ${dueText} now: the rules of ${job.time_zone} have changed.`);
    }
    isRecomputed = true;
  };

  const runDue = async (): Promise<void> => {
    const before = clock();
    const currentTime = await now(database.read);
    compareClocks(before, currentTime, clock());
    const libraries = await librariesWithDueJobs(database.read, currentTime);
    await Promise.all(
      libraries.map((library) =>
        semaphore(async () => {
          // The lock holder runs them. The lock only avoids wasted work; `claimJob` prevents double runs.
          await database.withLock(`schedules ${library}`, (lock) => runLibrary(library, lock));
        }),
      ),
    );
  };

  const runLibrary = async (library: string, lock: Lock): Promise<void> => {
    while (!stop.signal.aborted && !lock.lost) {
      const currentTime = await now(database.read);
      const job = await nextDueJob(database.read, library, currentTime);
      if (!job || isPostponed(job, currentTime)) return;
      await run(job);
    }
  };

  const run = async (job: ScheduledJobRow): Promise<void> => {
    const subject = subjectOfJob(job);
    try {
      const publication = await publishItems(requestOf(job));
      // Another host has run it, or it was canceled.
      if (!publication) return;
      log.info(`schedule: ${job.id} done: ${job.kind} '${subject}'.`);
      // The next schedule does not wait for these blobs.
      void outbox.flush(publication.keys);
    } catch (error) {
      if (stop.signal.aborted) return;
      await fail(job, error);
    }
  };

  const fail = async (job: ScheduledJobRow, error: unknown): Promise<void> => {
    const subject = subjectOfJob(job);
    const isDomainError = error instanceof DomainError;
    const reason = isDomainError ? error.message : 'The host could not run it. See the log of the host.';
    if (!isDomainError) log.error(`schedule: ${job.id} (${job.kind} '${subject}') failed.`, error);
    const isTransient = !isDomainError || error instanceof UnavailableError;
    if (isTransient && job.attempts + 1 < MAX_ATTEMPTS) {
      const wait = Math.min(FIRST_RETRY * 2 ** job.attempts, MAX_RETRY);
      const until = (await now(database.read)) + wait;
      await database.write((transaction) => postponeJob(transaction, job, { reason, until }));
      log.warn(`schedule: ${job.id} (${job.kind} '${subject}') failed, once more in ${wait / 1000} s: ${reason}`);
      return;
    }
    const by = principalOf(job);
    const at = Math.max(clock(), job.due_at);
    const isFailed = await database.write((transaction) => failJob(transaction, job, { reason, at, by }));
    if (isFailed) log.warn(`schedule: ${job.id} (${job.kind} '${subject}') failed for good: ${reason}`);
  };

  const polling = (async () => {
    while (!stop.signal.aborted) {
      try {
        if (!isRecomputed) await recompute();
        await runDue();
      } catch (error) {
        // A read-only database is logged elsewhere, once.
        if (!stop.signal.aborted && database.readOnlyReason() === undefined)
          log.warn(`schedule: the database does not answer: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(interval, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    async close() {
      stop.abort();
      // A running schedule completes, or its transaction is rolled back.
      await waitFor(timeout, polling, () => undefined);
    },
  };
}

/** Whether a retry is not due yet. A longer wait than the maximum means that a clock was set back, so it is ignored. */
const isPostponed = ({ retry_at: until }: ScheduledJobRow, now: number): boolean =>
  until > now && until <= now + MAX_RETRY;

/** Principal of audit entries: the user's name, and the id `schedule`, because their token may have ended. */
const principalOf = ({ created_by_name: name }: ScheduledJobRow): PrincipalIdentity => ({ name, id: 'schedule' });

function requestOf(job: ScheduledJobRow): PublicationRequest {
  const { id, library, component, version, release, revision } = job;
  const actor = principalOf(job);
  const details = { schedule: id, scheduledBy: job.created_by };
  const notBefore = job.due_at;
  if (release === '') {
    return {
      ...{ library, actor, details, notBefore },
      items: () => Promise.resolve([{ library, component, version, revision }]),
      claim: (transaction, at) => claimJob(transaction, job, at),
    };
  }
  return {
    ...{ library, actor, details: { ...details, release }, notBefore },
    items: (queries) => itemsOfRelease(queries, library, release),
    async claim(transaction, at) {
      if (!(await claimJob(transaction, job, at))) return false;
      const claimed = await claimRelease(transaction, { library, id: release }, at, { by: actor, details });
      if (claimed) return true;
      throw new NotFoundError(`There is no open release '${library}/${release}'. Create it again.`);
    },
  };
}
