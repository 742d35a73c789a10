/** Shared state in unlogged tables of PostgreSQL: writes need no fsync, and a server crash empties the tables. */
import pg from 'pg';
import { MAX_QUERIES, QUERY_MILLISECONDS, type SharedStore } from './shared-store.js';

/** Separate from the pools of content, so that they do not block each other. */
const CONNECTIONS = 2;
/** Milliseconds after which the server aborts a statement, when nobody waits for its result any more. */
const STATEMENT_TIMEOUT = 2_000;
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds between removals of expired rows. */
const CLEANUP_INTERVAL = 60_000;
/** Serializes only the creation of leases. */
const LEASE_LOCK = '5712937801947261';

/**
 * `at` is the server's time, so that all hosts use the same clock. A missing row is a full bucket. A bucket is never
 * emptier than empty, even if the server's clock was set back or the rate was raised.
 */
const TAKE_TOKENS = `
  insert into shared_rates as r (key, per_second, burst, needed, wanted, at, granted, full_at)
  select key, per_second, burst, needed, wanted, at, granted, at + granted * 1000 / per_second
  from (
    select *, case when burst >= needed then least(wanted, burst) else 0 end as granted, extract(epoch from clock_timestamp())::float8 * 1000 as at
    from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
      as asked (key, per_second, burst, needed, wanted)
    order by key
  ) as fresh
  on conflict (key) do update set
    (per_second, burst, needed, wanted, at, granted, full_at) = (
      select excluded.per_second, excluded.burst, excluded.needed, excluded.wanted, excluded.at, granted,
        from_time + granted * 1000 / excluded.per_second
      from (
        select from_time,
          case when level + 0.000001 >= excluded.needed
            then least(excluded.wanted, greatest(excluded.needed, floor(level))) else 0 end as granted
        from (
          select from_time, excluded.burst - (from_time - excluded.at) * excluded.per_second / 1000 as level
          from (
            select greatest(least(r.full_at, excluded.at + excluded.burst * 1000 / excluded.per_second), excluded.at) as from_time
          ) as filled
        ) as levelled
      ) as decided
    )
  returning key, granted, greatest(0, burst - greatest(0, full_at - at) * per_second / 1000) as level`;

const COUNT_LEASES =
  'select holder, count(*) as count from shared_leases where holder = any($1) and until > $2 group by holder';

const PUT_LEASES = `
  insert into shared_leases (holder, id, until)
  select holder, id, $3 from unnest($1::text[], $2::text[]) as given (holder, id) order by holder, id
  on conflict (holder, id) do update set until = excluded.until`;

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export function createPostgresStore(url: string, cleanupInterval: number = CLEANUP_INTERVAL): SharedStore {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'feaas-host',
    // Set by a query, because poolers reject it as a connection parameter. The pool waits for it.
    onConnect: (client) => client.query(`select set_config('statement_timeout', '${STATEMENT_TIMEOUT}', false)`),
  });
  // A query on a broken connection fails.
  pool.on('error', () => {});

  const serverTime = async (client: Pick<pg.PoolClient, 'query'>): Promise<number> =>
    Number((await client.query<{ now: string }>(`select ${NOW} as now`)).rows[0]!.now);

  /** Skips locked rows; a later run removes them. */
  const removeExpired = async (): Promise<void> => {
    const deleteExpired = (table: string, key: string, condition: string): string =>
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} order by ${key} limit 100000 for update skip locked))`;
    await pool.query(deleteExpired('shared_rates', 'key', `full_at < ${NOW} - 1000`));
    await pool.query(deleteExpired('shared_leases', 'holder, id', `until < ${NOW}`));
    await pool.query(deleteExpired('shared_queries', 'hash', `used_at < ${NOW} - ${QUERY_MILLISECONDS}`));
  };
  const cleanup = setInterval(() => {
    // The next run removes the rest.
    removeExpired().catch(() => {});
  }, cleanupInterval);
  cleanup.unref();

  return {
    async takeTokens(requests) {
      const columns = (['key', 'perSecond', 'burst', 'needed', 'wanted'] as const).map((name) =>
        requests.map((request) => request[name]),
      );
      const { rows } = await pool.query<{ key: string; granted: number; level: number }>(TAKE_TOKENS, columns);
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return requests.map(({ key }) => byKey.get(key)!);
    },
    async takeLease({ id, holders }, limits, milliseconds) {
      const client = await pool.connect();
      let isBroken = true;
      try {
        await client.query('begin');
        // Serializes creations, so that each counts all earlier leases.
        await client.query('select pg_advisory_xact_lock($1)', [LEASE_LOCK]);
        const now = await serverTime(client);
        const { rows } = await client.query<{ holder: string; count: string }>(COUNT_LEASES, [holders, now]);
        const counts = new Map(rows.map(({ holder, count }) => [holder, Number(count)]));
        const isFree = holders.every((holder, index) => (counts.get(holder) ?? 0) < limits[index]!);
        if (isFree) await client.query(PUT_LEASES, [holders, holders.map(() => id), now + milliseconds]);
        await client.query('commit');
        isBroken = false;
        return isFree;
      } finally {
        client.release(isBroken);
      }
    },
    async renewLeases(leases, milliseconds) {
      const pairs = leases.flatMap(({ id, holders }) => holders.map((holder) => [holder, id]));
      const expiresAt = (await serverTime(pool)) + milliseconds;
      await pool.query(PUT_LEASES, [pairs.map(([holder]) => holder), pairs.map(([, id]) => id), expiresAt]);
    },
    async removeLeases(leases) {
      const pairs = leases.flatMap(({ id, holders }) => holders.map((holder) => [holder, id]));
      await pool.query(
        'delete from shared_leases where (holder, id) in (select * from unnest($1::text[], $2::text[]))',
        [pairs.map(([holder]) => holder), pairs.map(([, id]) => id)],
      );
    },
    async query(hash) {
      const { rows } = await pool.query<{ text: string }>('select text from shared_queries where hash = $1', [hash]);
      return rows[0]?.text;
    },
    async putQuery(hash, text) {
      await pool.query(
        `insert into shared_queries (hash, text, used_at) values ($1, $2, ${NOW})
         on conflict (hash) do update set used_at = excluded.used_at`,
        [hash, text],
      );
      await pool.query(
        `delete from shared_queries where ctid = any(array(
           select ctid from shared_queries order by used_at desc offset ${MAX_QUERIES} for update skip locked))`,
      );
    },
    async close() {
      clearInterval(cleanup);
      await pool.end();
    },
  };
}
