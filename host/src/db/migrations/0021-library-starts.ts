/** Where the changes of a library begin whose id another one had before. A migration that was released is never changed. */
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
