/**
 * Tombstones without content. All delivered tombstones are written again, and numbers of unpublished content become
 * tombstones. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function emptyTombstones(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`update deliveries set deleted_at = (
          select d.modified_at from documents d
          where d.library = deliveries.library and d.component = deliveries.component and d.version = deliveries.version
        )
        where deleted_at is null and word not in ('published', 'staged') and exists (
          select 1 from documents d
          where d.library = deliveries.library and d.component = deliveries.component and d.version = deliveries.version
            and d.published is null
        )`.execute(db);
      await sql`update deliveries set wanted = wanted + 1, attempts = 0, due_at = 0 where deleted_at is not null`.execute(
        db,
      );
    },
  };
}
