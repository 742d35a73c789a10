/** Adds the audit log. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function audit(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('action', text, (column) => column.notNull())
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('details', text, (column) => column.notNull())
        .addColumn('actor', text, (column) => column.notNull())
        .addColumn('actor_name', text, (column) => column.notNull())
        .addColumn('address', text, (column) => column.notNull())
        .execute();
      await db.schema.createIndex('audit_by_library').on('audit').columns(['library', 'id']).execute();
    },
  };
}
