/** Adds an index to find people without a recent sign-in, who are removed. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';

export function userTimes(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('users_by_time').ifNotExists().on('users').columns(['seen_at']).execute();
    },
  };
}
