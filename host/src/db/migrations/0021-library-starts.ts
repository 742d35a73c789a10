/** Adds where the changes of a library begin whose id a deleted library had before. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';

export function libraryStarts(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sequences')
        .addColumn('start', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}
