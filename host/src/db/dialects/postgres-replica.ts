/** A streaming replica of PostgreSQL, used for reads while its lag is within the limit. */
import { type Kysely, sql } from 'kysely';
import { monotonicClock } from '../../lib/clock.js';
import { databaseUnavailable } from '../../lib/domain-error.js';
import type { Log } from '../../lib/log.js';
import { within } from '../../lib/timeout.js';
import type { DatabaseTimeouts, PoolState } from '../database.js';
import { locationOf } from '../dsn.js';
import type { Queries, Tables } from '../schema.js';
import { connectionPool } from './postgres-pool.js';

const CONNECTIONS = 10;
/** Milliseconds between two checks of the lag. */
const CHECK_INTERVAL = 1_000;
const CHECK_TIMEOUT = 2_000;
const CLOSE_TIMEOUT = 5_000;

export interface Replica {
  readonly read: Queries;
  /** Whether it has all commits of the primary that are older than the allowed lag. */
  isUsable(): boolean;
  /** Reports a failed query. Reads use the primary until the next check. */
  failed(error: unknown): void;
  pool(): PoolState;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly url: string;
  readonly primary: Queries;
  /** Allowed lag in seconds. */
  readonly lagSeconds: number;
  readonly timeouts: DatabaseTimeouts;
  readonly log: Log;
}

/** An end of the primary's log and its time. A replica that has replayed up to there has the state of that time. */
interface Position {
  readonly end: bigint;
  readonly at: number;
}

export function openReplica({ url, primary, lagSeconds, timeouts, log }: ReplicaOptions): Replica {
  const name = `the read replica at ${locationOf(url)}`;
  let isClosed = false;
  const { queries, state, cut } = connectionPool(
    { url, max: CONNECTIONS, timeouts, name: 'replica' },
    // The next check detects whether the replica is unavailable.
    () => {},
  );
  let positions: Position[] = [];
  /** All commits before this time of the monotonic clock are replayed. */
  let replayedUntil = -Infinity;
  let isUp = true;

  const isTooOld = (): boolean => monotonicClock() - replayedUntil > lagSeconds * 1000;

  const markUsable = (): void => {
    if (!isUp) log.info(`database: the host uses ${name} again.`);
    isUp = true;
  };
  /** Logs only the first reason. */
  const markUnusable = (warn: () => void): void => {
    if (isUp && !isClosed) warn();
    isUp = false;
  };
  const markDown = (error: unknown): void => {
    replayedUntil = -Infinity;
    markUnusable(() =>
      log.warn(
        `database: ${name} does not answer (${(error as Error).message}), so the primary answers all reads. ` +
          'Check that it runs, and DATABASE_REPLICA_URL.',
      ),
    );
  };

  const checkReplica = async (): Promise<void> => {
    // The primary first: the replica may receive this position a moment later, but is never ahead of it.
    const end = await endOf(primary, 'pg_current_wal_flush_lsn()').catch(() => undefined);
    // An unavailable primary is no failure of the replica. Its data becomes outdated meanwhile.
    if (end === undefined) return;
    positions.push({ end, at: monotonicClock() });
    try {
      const replayed = await within(CHECK_TIMEOUT, replayedAt(queries), databaseUnavailable);
      if (replayed === undefined)
        return markUnusable(() =>
          log.warn(
            `database: ${name} is no streaming replica, so the primary answers all reads. Correct DATABASE_REPLICA_URL.`,
          ),
        );
      const reached = positions.filter(({ end }) => end <= replayed).at(-1);
      if (reached) {
        replayedUntil = reached.at;
        positions = positions.filter(({ at }) => at >= reached.at);
      }
      // Positions older than the lag are not needed.
      positions = positions.filter(({ at }) => monotonicClock() - at <= lagSeconds * 1000 + CHECK_INTERVAL);
      if (!isTooOld()) markUsable();
      else if (replayedUntil > -Infinity || positions.length > 1)
        markUnusable(() =>
          log.warn(
            `database: ${name} is more than ${lagSeconds} s behind, so the primary answers all reads. Check the replication.`,
          ),
        );
    } catch (error) {
      markDown(error);
    }
  };
  let pendingCheck: Promise<void> | undefined = checkReplica();
  void pendingCheck.finally(() => (pendingCheck = undefined));
  const timer = setInterval(() => {
    if (pendingCheck) return;
    pendingCheck = checkReplica();
    void pendingCheck.finally(() => (pendingCheck = undefined));
  }, CHECK_INTERVAL);
  timer.unref();

  return {
    read: queries,
    isUsable: () => isUp && !isTooOld(),
    failed: markDown,
    pool: state,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await within(CLOSE_TIMEOUT, queries.destroy(), databaseUnavailable).catch(cut);
    },
  };
}

async function endOf(queries: Kysely<Tables>, position: string): Promise<bigint> {
  const { rows } = await sql<{ end: string }>`select pg_wal_lsn_diff(${sql.raw(position)}, '0/0')::text as end`.execute(
    queries,
  );
  return BigInt(rows[0]!.end);
}

/** The position up to which the replica has replayed the primary's log; undefined if it replays none. */
async function replayedAt(queries: Kysely<Tables>): Promise<bigint | undefined> {
  const { rows } = await sql<{ end: string | null }>`
    select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as end where pg_is_in_recovery()`.execute(queries);
  const end = rows[0]?.end;
  return end == null ? undefined : BigInt(end);
}
