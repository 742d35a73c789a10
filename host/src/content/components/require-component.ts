import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { VersionAddress } from '../model.js';

/** It stays until the transaction ends: its deletion waits for that. @throws NotFoundError */
export async function requireComponent(
  transaction: Queries,
  { library, component }: Omit<VersionAddress, 'version'>,
  kind: DatabaseKind,
): Promise<void> {
  const found = await transaction
    .selectFrom('components as c')
    .innerJoin('libraries as l', 'l.id', 'c.library')
    .select('c.id')
    .where('c.library', '=', library)
    .where('c.id', '=', component)
    .where('l.deleted_at', 'is', null)
    // An embedded database has one writer at a time.
    .$if(kind === 'postgres', (query) => query.forKeyShare('c'))
    .executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no component '${library}/${component}'. Check the id.`);
}
