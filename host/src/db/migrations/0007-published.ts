/**
 * Adds an index of published content, so that callers without a role do not cause reads of drafts. Released migrations
 * are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function published(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('documents_published')
        .ifNotExists()
        .on('documents')
        .columns(['library', 'component', 'version'])
        .where(sql<boolean>`published is not null and deleted_at is null`)
        .execute();
    },
  };
}
