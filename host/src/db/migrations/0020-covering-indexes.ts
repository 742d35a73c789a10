/**
 * Covering indexes, in the order of their queries. Without statistics, SQLite prefers an index with all columns in
 * order over a more selective one, and then reads the whole library. Released migrations are never changed.
 */
import type { Kysely, Migration } from 'kysely';

/** New indexes by the index that each replaces. Queries of the old one can use the new one. */
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
