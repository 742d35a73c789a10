import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';

/** It stays until the transaction ends: its deletion waits for that. @throws NotFoundError */
export const requireLibrary = (transaction: Queries, library: string, kind: DatabaseKind): Promise<void> =>
  lockLibrary(transaction, library, kind, 'share');

/** The same, and whoever else asks for it alone waits as well, and then sees what this transaction did. @throws NotFoundError */
export const requireLibraryAlone = (transaction: Queries, library: string, kind: DatabaseKind): Promise<void> =>
  lockLibrary(transaction, library, kind, 'update');

async function lockLibrary(
  transaction: Queries,
  library: string,
  kind: DatabaseKind,
  lock: 'share' | 'update',
): Promise<void> {
  const found = await transaction
    .selectFrom('libraries')
    .select('id')
    .where('id', '=', library)
    .where('deleted_at', 'is', null)
    // An embedded database has one writer at a time.
    .$if(kind === 'postgres', (query) => (lock === 'share' ? query.forShare() : query.forUpdate()))
    .executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no library '${library}'. Check the id.`);
}
