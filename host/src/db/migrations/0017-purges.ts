/**
 * Adds the queue of changed blobs to purge from a CDN. Hosts of the previous release do not use it. Released migrations
 * are never changed.
 */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function purges(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('purges')
        .addColumn('key', text, (column) => column.primaryKey())
        .addColumn('change', text, (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('purges_by_due').ifNotExists().on('purges').columns(['due_at']).execute();
    },
  };
}
