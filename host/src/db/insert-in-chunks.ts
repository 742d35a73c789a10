/** Statements about many rows: one takes a limited number of parameters, of which each value of each row is one. */
import type { Insertable } from 'kysely';
import type { Queries, Tables } from './schema.js';

/** Rows of one statement: with 20 columns, a third of the 32,766 parameters of the embedded database. */
const ROWS = 500;

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += ROWS) yield items.slice(start, start + ROWS);
}

/** Inserts rows, however many; none is no error. */
export async function insertInChunks<Table extends keyof Tables>(
  transaction: Queries,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of chunksOf(rows)) await transaction.insertInto(table).values(some).execute();
}
