/**
 * Adds running deletions, deleted libraries, and the number of removed revisions of an entry. Hosts of the previous
 * release do not use them. Released migrations are never changed.
 */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function deletions(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('libraries').addColumn('deleted_at', 'bigint').execute();
      await db.schema
        .alterTable('documents')
        .addColumn('removed', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('deletions')
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('component', text, (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('deletions_key', ['library', 'component'])
        .execute();
    },
  };
}
