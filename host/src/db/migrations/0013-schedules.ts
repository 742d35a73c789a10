/** Adds schedules and releases. Hosts of the previous release do not use them. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function schedules(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('scheduled_jobs')
        .addColumn('id', text, (column) => column.notNull())
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('component', text, (column) => column.notNull())
        .addColumn('version', text, (column) => column.notNull())
        .addColumn('release', text, (column) => column.notNull())
        .addColumn('revision', 'bigint')
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('local_time', text)
        .addColumn('time_zone', text)
        .addColumn('zone_data', text, (column) => column.notNull())
        .addColumn('adjustment', text)
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('retry_at', 'bigint', (column) => column.notNull())
        .addColumn('error', text)
        .addColumn('created_by', text, (column) => column.notNull())
        .addColumn('created_by_name', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .addPrimaryKeyConstraint('scheduled_jobs_key', ['id'])
        .execute();
      // Each host polls for due schedules every second.
      await db.schema.createIndex('scheduled_jobs_due').on('scheduled_jobs').columns(['state', 'due_at']).execute();
      await db.schema
        .createIndex('scheduled_jobs_of_version')
        .on('scheduled_jobs')
        .columns(['library', 'component', 'version'])
        .execute();
      await db.schema
        .createIndex('scheduled_jobs_list')
        .on('scheduled_jobs')
        .columns(['library', 'state', 'due_at', 'id'])
        .execute();
      await db.schema
        .createTable('releases')
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('id', text, (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addColumn('created_by_name', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('modified_at', 'bigint', (column) => column.notNull())
        .addColumn('published_at', 'bigint')
        .addPrimaryKeyConstraint('releases_key', ['library', 'id'])
        .execute();
      await db.schema
        .createTable('release_items')
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('release', text, (column) => column.notNull())
        .addColumn('component', text, (column) => column.notNull())
        .addColumn('version', text, (column) => column.notNull())
        .addColumn('revision', 'bigint')
        .addPrimaryKeyConstraint('release_items_key', ['library', 'release', 'component', 'version'])
        .execute();
      await db.schema
        .createIndex('release_items_of_version')
        .on('release_items')
        .columns(['library', 'component', 'version'])
        .execute();
    },
  };
}
