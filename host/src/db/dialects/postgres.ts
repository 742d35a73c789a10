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

/** Connections for reads, and apart from them for writes, which may all wait for one row; one more holds names and listens. */
const READ_CONNECTIONS = 10;
const WRITE_CONNECTIONS = 10;
/** An isolation failure, or a deadlock of which the other side was let through: the same again may succeed. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
const TRIES = 10;

interface PostgresSettings {
  readonly log: Log;
  readonly tables: TablesRule;
  readonly alone: boolean;
  readonly timeouts: DatabaseTimeouts;
}

export async function openPostgres(url: string, { log, tables, alone, timeouts }: PostgresSettings): Promise<Database> {
  const location = `the database at ${locationOf(url)}`;
  const config = clientConfig(url);
  let closed = false;
  const pools: ConnectionPool[] = [];
  const connect = (max: number, limits: DatabaseTimeouts, name: PoolState['name']): ConnectionPool => {
    const pool = connectionPool({ url, max, timeouts: limits, name }, (error) => {
      if (!closed) log.warn(`database: lost a connection: ${error.message}`);
    });
    pools.push(pool);
    return pool;
  };
  // Who replaces everything does so in one long transaction, and nobody waits for it.
  const limits = alone ? NO_TIMEOUTS : timeouts;
  const readPool = connect(READ_CONNECTIONS, limits, 'reads');
  const writePool = connect(WRITE_CONNECTIONS, limits, 'writes');
  const [reads, writes] = [readPool.queries, writePool.queries];
  const disconnect = (): Promise<unknown> => Promise.all([reads.destroy(), writes.destroy()]);
  let openedSession: Session | undefined;
  try {
    // Whoever waits for an answer is told that the database is away, and the next gets a new connection.
    const cutConnections = (): void => pools.forEach((pool) => pool.cut());
    const idleSeconds = limits.idle === 0 ? 0 : Math.max(limits.idle * SESSION_IDLE, MIN_SESSION_IDLE);
    openedSession = await openSession(config, log, { alone, idleSeconds, location, cutConnections });
    // A migration of a large table takes its time, and hosts that start together wait for it.
    const { queries: migrating } = connect(2, NO_TIMEOUTS, 'writes');
    await prepareTables(migrating, 'postgres', { tables, location, log }).finally(() => migrating.destroy());
    // From now on closing waits for what was asked before.
    await Promise.all([reads, writes].map((queries) => sql`select`.execute(queries)));
    // Who only reads may do so as long as it likes.
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
    // The server tells it with each write.
    readOnlyReason: () => undefined,
    async close() {
      if (closed) return;
      closed = true;
      await session.close();
      // A server that has fallen silent answers no goodbye either, and what is open would keep the process.
      await within(CONNECT_TIMEOUT, disconnect(), databaseUnavailable).catch(() => pools.forEach((pool) => pool.cut()));
    },
  };
}

/** The session asks something every other second; it may be without an answer for longer than a transaction, whose rows others need. */
const SESSION_IDLE = 4;
/** Seconds. */
const MIN_SESSION_IDLE = 8;

const NO_TIMEOUTS: DatabaseTimeouts = Object.freeze({ statement: 0, lock: 0, idle: 0 });

async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === TRIES || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error;
      // Each a different while, so that they do not meet again.
      await sleep(Math.random() * 5 * 2 ** count);
    }
  }
}

/** Why, in the words of the driver: an operator wants them. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause);
};
