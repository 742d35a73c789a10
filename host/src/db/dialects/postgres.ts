/** PostgreSQL, shared by any number of hosts. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable, UnavailableError } from '../../lib/domain-error.js';
import { codeOf, HostError } from '../../lib/host-error.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';
import { reportUnavailable } from '../postgres-unavailable.js';
import type { Database, DatabaseTimeouts, PoolState, TablesRule } from '../database.js';
import { locationOf } from '../dsn.js';
import { openSession, type Session } from '../locks/postgres-session.js';
import { PostgresClient } from '../postgres-client.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';
import { prepareTables } from '../prepare-tables.js';

/** Connections for reads, and apart from them for writes, which may all wait for one row; one more holds names and listens. */
const READ_CONNECTIONS = 10;
const WRITE_CONNECTIONS = 10;
/** Milliseconds after which a connection that is not made, or not free, counts as an error. */
const CONNECT_TIMEOUT = 5_000;
/** An isolation failure, or a deadlock of which the other side was let through: the same again may succeed. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
const TRIES = 10;
const INT8 = 20;

interface PostgresSettings {
  readonly log: Log;
  readonly tables: TablesRule;
  readonly alone: boolean;
  readonly timeouts: DatabaseTimeouts;
}

export async function openPostgres(url: string, { log, tables, alone, timeouts }: PostgresSettings): Promise<Database> {
  const location = `the database at ${locationOf(url)}`;
  const config: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'feaas-host',
    types: { getTypeParser },
  };
  let closed = false;
  const clients = new Set<PostgresClient>();
  const pools = new Map<PoolState['name'], pg.Pool>();
  const connect = (max: number, limits: DatabaseTimeouts, name?: PoolState['name']): Kysely<Tables> => {
    const pool = new pg.Pool({ ...config, max, Client: PostgresClient });
    if (name) pools.set(name, pool);
    // A connection that breaks is replaced when the next is asked for; whoever uses it sees its query fail.
    pool.on('error', (error) => {
      if (!closed) log.warn(`database: lost a connection: ${error.message}`);
    });
    pool.on('connect', (client) => {
      if (client instanceof PostgresClient) clients.add(client);
      client.on('error', () => {});
    });
    pool.on('remove', (client) => client instanceof PostgresClient && clients.delete(client));
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: forQueries(pool, limits) }),
      ...queryTracing('postgres'),
    });
  };
  // Who replaces everything does so in one long transaction, and nobody waits for it.
  const limits = alone ? NO_TIMEOUTS : timeouts;
  const reads = connect(READ_CONNECTIONS, limits, 'reads');
  const writes = connect(WRITE_CONNECTIONS, limits, 'writes');
  const disconnect = (): Promise<unknown> => Promise.all([reads.destroy(), writes.destroy()]);
  let openedSession: Session | undefined;
  try {
    // Whoever waits for an answer is told that the database is away, and the next gets a new connection.
    const cutConnections = (): void => clients.forEach((client) => client.cut());
    const idleSeconds = limits.idle === 0 ? 0 : Math.max(limits.idle * SESSION_IDLE, MIN_SESSION_IDLE);
    openedSession = await openSession(config, log, { alone, idleSeconds, location, cutConnections });
    // A migration of a large table takes its time, and hosts that start together wait for it.
    const migrating = connect(2, NO_TIMEOUTS);
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
    pools: () =>
      [...pools].map(([name, { totalCount, idleCount, waitingCount }]) => ({
        ...{ name, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
      })),
    // The server tells it with each write.
    readOnlyReason: () => undefined,
    async close() {
      if (closed) return;
      closed = true;
      await session.close();
      // A server that has fallen silent answers no goodbye either, and what is open would keep the process.
      await within(CONNECT_TIMEOUT, disconnect(), databaseUnavailable).catch(() =>
        clients.forEach((client) => client.cut()),
      );
    },
  };
}

/** A server set to acknowledge before its disk has it is asked not to; a stricter setting stays. */
const DURABLE =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/** The session asks something every other second; it may be without an answer for longer than a transaction, whose rows others need. */
const SESSION_IDLE = 4;
/** Seconds. */
const MIN_SESSION_IDLE = 8;

const NO_TIMEOUTS: DatabaseTimeouts = Object.freeze({ statement: 0, lock: 0, idle: 0 });

/** In a query and not among the parameters of the connection, which poolers refuse. */
const SET_TIMEOUTS = 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as given (name, value)';

async function setUp(client: pg.PoolClient, { statement, lock, idle }: DatabaseTimeouts): Promise<void> {
  await client.query(DURABLE);
  const seconds = { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idle };
  const given = Object.entries(seconds).filter(([, value]) => value > 0);
  if (given.length === 0) return;
  await client.query(SET_TIMEOUTS, [given.map(([name]) => name), given.map(([, value]) => `${value}s`)]);
}

/** The pool: its connections acknowledge what the disk has, and what fails since the server is away says so. */
function forQueries(pool: pg.Pool, timeouts: DatabaseTimeouts): PostgresPool {
  const clientsOfPool = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await reportUnavailable(pool.connect());
      let reporting = clientsOfPool.get(client);
      if (reporting) return reporting;
      try {
        await reportUnavailable(setUp(client, timeouts));
      } catch (error) {
        // Given back as broken: one that is kept would take a place of the pool for ever.
        client.release(true);
        throw error;
      }
      const query: unknown = (sql: string, values: unknown[]) => reportUnavailable(client.query(sql, values));
      reporting = { query: query as PostgresPoolClient['query'], release: () => client.release() };
      clientsOfPool.set(client, reporting);
      return reporting;
    },
    end: () => pool.end(),
  };
}

/** Counts and milliseconds fit a number; the driver would give them as text. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text');

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
