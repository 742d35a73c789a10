/**
 * Finds what is published without looking at all that is not: callers without a role see nothing else. A migration that was
 * released is never changed.
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
