import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';

/** @throws NotFoundError */
export async function requireLibrary(transaction: Queries, library: string): Promise<void> {
  const found = await transaction.selectFrom('libraries').select('id').where('id', '=', library).executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no library '${library}'.`);
}
