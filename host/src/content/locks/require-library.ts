import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';

/** Locks the library (shared) until the transaction ends, so that its deletion waits. @throws NotFoundError */
export const requireLibrary = (transaction: Queries, library: string, kind: DatabaseKind): Promise<void> =>
  lockLibrary(transaction, library, kind, 'share');

/** Locks the library exclusively. The next exclusive holder sees the changes of this transaction. @throws NotFoundError */
export const lockLibraryExclusively = (transaction: Queries, library: string, kind: DatabaseKind): Promise<void> =>
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
    // An embedded database has only one writer at a time.
    .$if(kind === 'postgres', (query) => (lock === 'share' ? query.forShare() : query.forUpdate()))
    .executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no library '${library}'. Check the id.`);
}
