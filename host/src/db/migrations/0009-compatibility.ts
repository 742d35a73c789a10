/** Records which hosts are compatible with the tables. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function compatibility(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('compatibility')
        .addColumn('name', text, (column) => column.primaryKey())
        .addColumn('migration', text, (column) => column.notNull())
        .execute();
    },
  };
}
