/**
 * Indexes forks by the beginning of their pages' addresses. PostgreSQL limits index entries to 2,704 bytes, but an
 * address of 2,000 characters may have 6,000. Earlier hosts only lose the order of the old index. Released migrations
 * are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function longPages(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`create index if not exists documents_forks_by_page_start
        on documents (library, substr(page, 1, 250), component, version) where fork_origin is not null`.execute(db);
      await db.schema.dropIndex('documents_forks_by_page').ifExists().execute();
    },
  };
}
