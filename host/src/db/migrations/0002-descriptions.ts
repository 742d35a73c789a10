/** Adds descriptions of libraries and components. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function descriptions(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['libraries', 'components']) {
        await db.schema
          .alterTable(table)
          .addColumn('description', text, (column) => column.notNull().defaultTo(''))
          .execute();
      }
    },
  };
}
