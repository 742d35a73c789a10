/** Finds people who have not signed in for long, so that they are forgotten. A migration that was released is never changed. */
import type { Kysely, Migration } from 'kysely';

export function userTimes(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('users_by_time').ifNotExists().on('users').columns(['seen_at']).execute();
    },
  };
}
