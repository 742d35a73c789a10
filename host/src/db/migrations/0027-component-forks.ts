/**
 * Indexes the forks of each component by their last change. Without the index, a page of a component's forks reads the
 * forks of the whole library. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function componentForks(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`create index if not exists documents_forks_of_component
        on documents (library, component, modified_at, version) where fork_origin is not null`.execute(db);
    },
  };
}
