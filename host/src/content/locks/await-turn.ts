import { sql } from 'kysely';
import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';

/**
 * Until the transaction ends, nobody else adds things of this kind to the library: who waits then sees them, and counts them. It
 * comes before every other lock of the transaction. No other transaction waits for it, so that those who publish, who lock rows before
 * the library, never wait for one that waits for them, and saves do not wait at all.
 */
export async function awaitTurn(
  transaction: Queries,
  { library, adds }: { readonly library: string; readonly adds: 'releases' | 'schedules' },
  kind: DatabaseKind,
): Promise<void> {
  // An embedded database has one writer at a time.
  if (kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feaas ${adds} ${library}`}, 0))`.execute(transaction);
}
