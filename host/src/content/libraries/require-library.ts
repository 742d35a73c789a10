import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';

/** It stays until the transaction ends: its deletion waits for that. @throws NotFoundError */
export async function requireLibrary(transaction: Queries, library: string, kind: DatabaseKind): Promise<void> {
  const found = await transaction
    .selectFrom('libraries')
    .select('id')
    .where('id', '=', library)
    .where('deleted_at', 'is', null)
    // An embedded database has one writer at a time.
    .$if(kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no library '${library}'. Check the id.`);
}
