/**
 * Indexes that hold all that some queries read, in their order. Without statistics, SQLite passes over an index that lacks a column or
 * the order for another that has it, though it reads all of a library there. A migration that was released is never changed.
 */
import type { Kysely, Migration } from 'kysely';

/** By the index that each takes the place of: what used that one is served as well. */
const INDEXES = {
  memberships_by_component: {
    name: 'memberships_collections',
    table: 'memberships',
    columns: ['library', 'component', 'collection'],
  },
  release_items_of_version: {
    name: 'release_items_releases',
    table: 'release_items',
    columns: ['library', 'component', 'version', 'release'],
  },
  scheduled_jobs_of_version: {
    name: 'scheduled_jobs_of_subject',
    table: 'scheduled_jobs',
    columns: ['library', 'component', 'version', 'release', 'due_at', 'id'],
  },
};

export function coveringIndexes(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const [before, { name, table, columns }] of Object.entries(INDEXES)) {
        await db.schema.createIndex(name).ifNotExists().on(table).columns(columns).execute();
        await db.schema.dropIndex(before).ifExists().execute();
      }
    },
  };
}
