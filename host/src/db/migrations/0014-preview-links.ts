/** Adds preview links, which show drafts without another token. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function previewLinks(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('preview_links')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('page', text, (column) => column.notNull())
        .addColumn('subjects', text, (column) => column.notNull())
        .addColumn('stylesheet', 'bigint')
        .addColumn('key_id', text, (column) => column.notNull())
        .addColumn('created_by', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .execute();
      await db.schema
        .createIndex('preview_links_by_library')
        .on('preview_links')
        .columns(['library', 'created_at', 'id'])
        .execute();
    },
  };
}
