/** Adds the time of the last change of data sources. Released migrations are never changed. */
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
      // The time of earlier changes is unknown; the current time is never too early.
      await db.updateTable('data_sources').set({ modified_at: Date.now() }).execute();
    },
  };
}
