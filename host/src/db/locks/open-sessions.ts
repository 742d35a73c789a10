/**
 * Registrations of the processes that use a PostgreSQL database. A lock is released with its connection, and so at
 * every restart of the server. A registration stays until its process exits properly. So a registered process may be
 * about to reconnect.
 */
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

export async function writeRegistration(client: Connection, id: string): Promise<void> {
  const now = Date.now();
  await client.query(
    `with expired as (delete from secrets where starts_with(name, $1) and name <> $2 and value::bigint < $4)
     insert into secrets (name, value) values ($2, $3) on conflict (name) do update set value = excluded.value`,
    [SESSION_PREFIX, SESSION_PREFIX + id, String(now), now - EXPIRY],
  );
}

export const removeRegistration = (client: Connection, id: string): Promise<unknown> =>
  client.query('delete from secrets where name = $1', [SESSION_PREFIX + id]);

export const needsRefresh = (writtenAt: number): boolean => Date.now() - writtenAt > REFRESH_INTERVAL;
