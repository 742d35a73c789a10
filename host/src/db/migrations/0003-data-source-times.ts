/** When a data source was changed last. A migration that was released is never changed. */
import type { Kysely, Migration } from 'kysely';

interface Tables {
  data_sources: { modified_at: number };
}

export function dataSourceTimes(): Migration {
  return {
    async up(db: Kysely<Tables>) {
      await db.schema
        .alterTable('data_sources')
        .addColumn('modified_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      // When they changed was not kept: now is never too early.
      await db.updateTable('data_sources').set({ modified_at: Date.now() }).execute();
    },
  };
}
