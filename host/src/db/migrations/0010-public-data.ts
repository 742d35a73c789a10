/**
 * Adds whether the sample of a data source is delivered without a token. It is set for libraries with published
 * content, because pages may depend on it. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function publicData(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('data_sources')
        .addColumn('public', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`update data_sources set public = 1 where exists (
          select 1 from documents d
          where d.library = data_sources.library and d.published is not null and d.deleted_at is null
        )`.execute(db);
      await db.schema
        .createIndex('data_sources_by_id')
        .ifNotExists()
        .on('data_sources')
        .columns(['id', 'library'])
        .execute();
    },
  };
}
