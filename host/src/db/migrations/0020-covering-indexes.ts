/**
 * Indexes that hold all that some queries read, in their order. Without statistics, SQLite passes over an index that lacks a column or
 * the order for another that has it, though it reads all of a library there. A migration that was released is never changed.
 */
import type { Kysely, Migration } from 'kysely';

const INDEXES = {
  memberships_of_component: { table: 'memberships', columns: ['library', 'component', 'collection'] },
  releases_of_version: { table: 'release_items', columns: ['library', 'component', 'version', 'release'] },
  scheduled_jobs_of_subject: {
    table: 'scheduled_jobs',
    columns: ['library', 'component', 'version', 'release', 'due_at', 'id'],
  },
};

export function coveringIndexes(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const [name, { table, columns }] of Object.entries(INDEXES))
        await db.schema.createIndex(name).ifNotExists().on(table).columns(columns).execute();
    },
  };
}
