/** Databases of older releases: released migrations never change, so they create the tables of that release. */
import assert from 'node:assert/strict';
import { Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import type { DatabaseSettings } from '../../src/db/database.js';
import { migrations } from '../../src/db/migrations/index.js';

/** Queries of tables and columns that the current schema may not have. */
export type OldQueries = Kysely<Record<string, Record<string, unknown>>>;

/** Creates the tables of an empty database up to a migration, and fills them. */
export async function writeOldTables(
  { url, file }: DatabaseSettings,
  migration: string,
  fill: (queries: OldQueries) => Promise<void>,
): Promise<void> {
  const dialect =
    url === undefined
      ? new SqliteDialect({ database: new Libsql(file!) as never })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  const queries: OldQueries = new Kysely({ dialect });
  assert.deepEqual(
    await queries.introspection.getTables(),
    [],
    'The database has tables: older ones need newStoreWithoutTables()',
  );
  const provider = { getMigrations: async () => migrations(url === undefined ? 'embedded' : 'postgres') };
  const { error } = await new Migrator({ db: queries, provider }).migrateTo(migration);
  assert.equal(error, undefined);
  await fill(queries);
  await queries.destroy();
}
