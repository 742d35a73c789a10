/**
 * Indexes in the order of a page of versions: forks last, each by name. A component may have a hundred thousand forks,
 * one per page of a site; with the index, a page of ten reads ten of them. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function versionPages(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const columns = sql`(library, component, (case when fork_origin is null then 0 else 1 end), version)`;
      await sql`create index if not exists documents_version_page on documents ${columns}`.execute(db);
      await sql`create index if not exists documents_published_page on documents ${columns}
        where published is not null and deleted_at is null`.execute(db);
    },
  };
}
