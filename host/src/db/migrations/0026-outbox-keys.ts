/**
 * An index of open deliveries by their keys. A host that ends, an import and a restore go through all open ones by key; without it,
 * SQLite reads all deliveries there ever were for that. A migration that was released is never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

export function outboxKeys(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // With all columns that the query reads: SQLite passes over an index that lacks one for another in the same order.
      await sql`create index if not exists deliveries_open_keys on deliveries (key, wanted, delivered)
        where delivered < wanted`.execute(db);
    },
  };
}
