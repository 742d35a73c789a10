/** Databases of older releases: released migrations never change, so they create the tables of that release. */
import assert from 'node:assert/strict';
import { Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import type { DatabaseSettings } from '../../src/db/database.js';
import { migrations } from '../../src/db/migrations/index.js';

/** Queries of tables and columns that the current schema may not have. */
export type OldQueries = Kysely<Record<string, Record<string, unknown>>>;

/** Queries that know no version of the tables. */
export async function openOldTables<Result>(
  { url, file }: DatabaseSettings,
  work: (queries: OldQueries) => Promise<Result>,
): Promise<Result> {
  const dialect =
    url === undefined
      ? new SqliteDialect({ database: new Libsql(file!) as never })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  const queries: OldQueries = new Kysely({ dialect });
  try {
    return await work(queries);
  } finally {
    await queries.destroy();
  }
}

/** Makes the tables of an empty database up to a migration, and fills them. */
export const writeOldTables = (
  settings: DatabaseSettings,
  migration: string,
  fill: (queries: OldQueries) => Promise<void>,
): Promise<void> =>
  openOldTables(settings, async (queries) => {
    assert.deepEqual(
      await queries.introspection.getTables(),
      [],
      'The database has tables: older ones need newStoreWithoutTables()',
    );
    const provider = {
      getMigrations: async () => migrations(settings.url === undefined ? 'embedded' : 'postgres'),
    };
    const { error } = await new Migrator({ db: queries, provider }).migrateTo(migration);
    assert.equal(error, undefined);
    await fill(queries);
  });
