/** PostgreSQL, shared by any number of hosts. */
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable, UnavailableError } from '../../lib/domain-error.js';
import { codeOf, HostError } from '../../lib/host-error.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';
import type { Database, DatabaseTimeouts, PoolState, TablesRule } from '../database.js';
import { locationOf } from '../dsn.js';
import { openSession, type Session } from '../locks/postgres-session.js';
import { prepareTables } from '../prepare-tables.js';
import { clientConfig, CONNECT_TIMEOUT, connectionPool, type ConnectionPool } from './postgres-pool.js';

/** Separate connections for reads and writes, which may all wait for one row. One more locks and listens. */
const READ_CONNECTIONS = 10;
const WRITE_CONNECTIONS = 10;
/** Serialization failure and deadlock. A retry may succeed. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 10;

interface PostgresSettings {
  readonly log: Log;
  readonly tables: TablesRule;
  readonly alone: boolean;
  readonly timeouts: DatabaseTimeouts;
}

export async function openPostgres(url: string, { log, tables, alone, timeouts }: PostgresSettings): Promise<Database> {
  const location = `the database at ${locationOf(url)}`;
  const config = clientConfig(url);
  let isClosed = false;
  const pools: ConnectionPool[] = [];
  const connect = (max: number, limits: DatabaseTimeouts, name: PoolState['name']): ConnectionPool => {
    const pool = connectionPool({ url, max, timeouts: limits, name }, (error) => {
      if (!isClosed) log.warn(`database: lost a connection: ${error.message}`);
    });
    pools.push(pool);
    return pool;
  };
  // A restore uses one long transaction, and nobody waits for it.
  const limits = alone ? NO_TIMEOUTS : timeouts;
  const readPool = connect(READ_CONNECTIONS, limits, 'reads');
  const writePool = connect(WRITE_CONNECTIONS, limits, 'writes');
  const [reads, writes] = [readPool.queries, writePool.queries];
  const disconnect = (): Promise<unknown> => Promise.all([reads.destroy(), writes.destroy()]);
  let openedSession: Session | undefined;
  try {
    // Pending queries fail as unavailable, and later ones get a new connection.
    const cutConnections = (): void => pools.forEach((pool) => pool.cut());
    const idleSeconds = limits.idle === 0 ? 0 : Math.max(limits.idle * SESSION_IDLE, MIN_SESSION_IDLE);
    openedSession = await openSession(config, log, { alone, idleSeconds, location, cutConnections });
    // Migrating a large table takes time, and hosts that start together wait for it.
    const { queries: migrating } = connect(2, NO_TIMEOUTS, 'writes');
    await prepareTables(migrating, 'postgres', { tables, location, log }).finally(() => migrating.destroy());
    // From now on, closing waits for running queries.
    await Promise.all([reads, writes].map((queries) => sql`select`.execute(queries)));
    // A command that only reads may take any time, so it is not registered.
    if (tables !== 'read') await openedSession.register();
  } catch (error) {
    await openedSession?.close();
    await disconnect();
    if (error instanceof HostError) throw error;
    throw new HostError(`could not use ${location}. Check that it runs, and the URL: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  const session = openedSession;

  return {
    kind: 'postgres',
    read: reads,
    write: (work) =>
      withRetries(async () => {
        await session.ensureConnected();
        return writes.transaction().execute(async (transaction) => {
          await session.fence(transaction);
          return work(transaction);
        });
      }),
    withLock: session.withLock,
    publish: session.publish,
    subscribe: session.subscribe,
    commits: () => undefined,
    pools: () => [readPool.state(), writePool.state()],
    // Each failed write reports it.
    readOnlyReason: () => undefined,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await session.close();
      // A server that does not respond would delay the disconnect and keep the process running.
      await within(CONNECT_TIMEOUT, disconnect(), databaseUnavailable).catch(() => pools.forEach((pool) => pool.cut()));
    },
  };
}

/** Factor of `idle` for the session, which queries every two seconds and locks no rows. */
const SESSION_IDLE = 4;
/** Seconds. */
const MIN_SESSION_IDLE = 8;

const NO_TIMEOUTS: DatabaseTimeouts = Object.freeze({ statement: 0, lock: 0, idle: 0 });

async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === MAX_ATTEMPTS || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error;
      // Random delays, so that the transactions do not collide again.
      await sleep(Math.random() * 5 * 2 ** count);
    }
  }
}

/** The driver's message, which is useful to operators. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause);
};
