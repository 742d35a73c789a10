import { sql } from 'kysely';
import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';

/**
 * Locks additions of this kind to a library until the transaction ends. The next holder sees and counts what was added.
 * Take this lock before every other lock. No other kind of transaction waits for it, which prevents deadlocks with
 * publishers: they lock rows before the library. Saves do not wait.
 */
export async function lockAdditions(
  transaction: Queries,
  { library, adds }: { readonly library: string; readonly adds: 'releases' | 'schedules' },
  kind: DatabaseKind,
): Promise<void> {
  // An embedded database has only one writer at a time.
  if (kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feaas ${adds} ${library}`}, 0))`.execute(transaction);
}
