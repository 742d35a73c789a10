/** Connection pools to PostgreSQL with the host's requirements: commits are durable, and every wait has a timeout. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { DatabaseTimeouts, PoolState } from '../database.js';
import { PostgresClient } from '../postgres-client.js';
import { reportUnavailable } from '../postgres-unavailable.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';

/** Milliseconds to wait for a new or free connection. */
export const CONNECT_TIMEOUT = 5_000;
const INT8 = 20;

export const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  keepAlive: true,
  application_name: 'feaas-host',
  types: { getTypeParser },
});

export interface PoolOptions {
  readonly url: string;
  /** Maximum connections. */
  readonly max: number;
  readonly timeouts: DatabaseTimeouts;
  readonly name: PoolState['name'];
}

export interface ConnectionPool {
  readonly queries: Kysely<Tables>;
  state(): PoolState;
  /** Closes all connections immediately, because the server does not respond. */
  cut(): void;
}

/** @param onLost called if an idle connection breaks */
export function connectionPool(
  { url, max, timeouts, name }: PoolOptions,
  onLost: (error: Error) => void,
): ConnectionPool {
  const clients = new Set<PostgresClient>();
  const pool = new pg.Pool({ ...clientConfig(url), max, Client: PostgresClient });
  // A broken connection is replaced at the next request. A query that uses it fails.
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    if (client instanceof PostgresClient) clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => client instanceof PostgresClient && clients.delete(client));
  return {
    queries: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: wrapPool(pool, timeouts) }),
      ...queryTracing('postgres'),
    }),
    state: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { name, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    cut: () => clients.forEach((client) => client.cut()),
  };
}

/** Enables durable commits if the server has them disabled. A stricter setting stays. */
const SET_DURABLE =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/** Set by a query, because poolers reject them as connection parameters. */
const SET_TIMEOUTS = 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as given (name, value)';

async function setUp(client: pg.PoolClient, { statement, lock, idle }: DatabaseTimeouts): Promise<void> {
  await client.query(SET_DURABLE);
  const seconds = { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idle };
  const configured = Object.entries(seconds).filter(([, value]) => value > 0);
  if (configured.length === 0) return;
  await client.query(SET_TIMEOUTS, [configured.map(([name]) => name), configured.map(([, value]) => `${value}s`)]);
}

/** Wraps a pool: sets up each connection, and converts connection errors to UnavailableError. */
function wrapPool(pool: pg.Pool, timeouts: DatabaseTimeouts): PostgresPool {
  const clientsOfPool = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await reportUnavailable(pool.connect());
      let wrapped = clientsOfPool.get(client);
      if (wrapped) return wrapped;
      try {
        await reportUnavailable(setUp(client, timeouts));
      } catch (error) {
        // Released as broken, so that it does not occupy the pool forever.
        client.release(true);
        throw error;
      }
      const query: unknown = (sql: string, values: unknown[]) => reportUnavailable(client.query(sql, values));
      wrapped = { query: query as PostgresPoolClient['query'], release: () => client.release() };
      clientsOfPool.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}

/** Parses int8 as numbers: counts and milliseconds fit. By default the driver returns text. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text');
