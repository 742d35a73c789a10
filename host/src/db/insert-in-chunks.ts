/** Statements for many rows. The number of parameters of a statement is limited, and each value of each row is one. */
import type { Insertable } from 'kysely';
import type { Queries, Tables } from './schema.js';

/** Rows per statement. With 20 columns, these are a third of the 32,766 parameters that SQLite allows. */
const CHUNK_ROWS = 500;

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += CHUNK_ROWS) yield items.slice(start, start + CHUNK_ROWS);
}

/** Inserts any number of rows, including none. */
export async function insertInChunks<Table extends keyof Tables>(
  transaction: Queries,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const chunk of chunksOf(rows)) await transaction.insertInto(table).values(chunk).execute();
}
