/** Pools of connections to PostgreSQL, as a host asks of them: what it is told is on the disk, and nothing waits for ever. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { DatabaseTimeouts, PoolState } from '../database.js';
import { PostgresClient } from '../postgres-client.js';
import { reportUnavailable } from '../postgres-unavailable.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';

/** Milliseconds after which a connection that is not made, or not free, counts as an error. */
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
  /** Connections. */
  readonly max: number;
  readonly timeouts: DatabaseTimeouts;
  readonly name: PoolState['name'];
}

export interface ConnectionPool {
  readonly queries: Kysely<Tables>;
  state(): PoolState;
  /** Ends all connections at once: those of a server that has fallen silent. */
  cut(): void;
}

/** @param onLost told of a connection that broke while nobody used it */
export function connectionPool(
  { url, max, timeouts, name }: PoolOptions,
  onLost: (error: Error) => void,
): ConnectionPool {
  const clients = new Set<PostgresClient>();
  const pool = new pg.Pool({ ...clientConfig(url), max, Client: PostgresClient });
  // A connection that breaks is replaced when the next is asked for; whoever uses it sees its query fail.
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    if (client instanceof PostgresClient) clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => client instanceof PostgresClient && clients.delete(client));
  return {
    queries: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: forQueries(pool, timeouts) }),
      ...queryTracing('postgres'),
    }),
    state: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { name, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    cut: () => clients.forEach((client) => client.cut()),
  };
}

/** A server set to acknowledge before its disk has it is asked not to; a stricter setting stays. */
const DURABLE =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

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
