/**
 * Registrations of the processes that use a PostgreSQL database. A lock is released with its connection, and so at
 * every restart of the server. A registration stays until its process exits properly. So a registered process may be
 * about to reconnect.
 */
import { monotonicClock } from '../../lib/clock.js';
import type { PostgresClient } from '../postgres-client.js';

/** Prefix of registrations in `secrets`. Backups omit them. */
export const SESSION_PREFIX = 'open session ';

/** Milliseconds after which a registration is refreshed, and after which an old one is considered abandoned. */
const REFRESH_INTERVAL = 3_600_000;
const EXPIRY = 24 * REFRESH_INTERVAL;

type Connection = Pick<PostgresClient, 'query'>;

/** Whether any process is registered. */
export async function hasRegistrations(client: Connection): Promise<boolean> {
  const { rows: tables } = await client.query<{ there: boolean }>("select to_regclass('secrets') is not null as there");
  if (tables[0]?.there !== true) return false;
  const { rows } = await client.query('select 1 from secrets where starts_with(name, $1) limit 1', [SESSION_PREFIX]);
  return rows.length > 0;
}

/** The times are those of the server, because the clock of one process must not expire the registrations of others. */
export async function writeRegistration(client: Connection, id: string): Promise<void> {
  await client.query(
    `with clock as (select (extract(epoch from now()) * 1000)::bigint as now),
     expired as (
       delete from secrets where starts_with(name, $1) and name <> $2 and value::bigint < (select now from clock) - $3::bigint
     )
     insert into secrets (name, value) select $2, now::text from clock
     on conflict (name) do update set value = excluded.value`,
    [SESSION_PREFIX, SESSION_PREFIX + id, EXPIRY],
  );
}

export const removeRegistration = (client: Connection, id: string): Promise<unknown> =>
  client.query('delete from secrets where name = $1', [SESSION_PREFIX + id]);

/** @param writtenAt time of the monotonic clock */
export const needsRefresh = (writtenAt: number): boolean => monotonicClock() - writtenAt > REFRESH_INTERVAL;
