/**
 * Adds an index of open deliveries by key. A stopping host, an import and a restore iterate over all open ones by key.
 * Without the index, SQLite reads all deliveries, including completed ones. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function outboxKeys(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // Contains all columns of the query. Otherwise SQLite prefers another index in the same order.
      await sql`create index if not exists deliveries_open_keys on deliveries (key, wanted, delivered)
        where delivered < wanted`.execute(db);
    },
  };
}
