import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { VersionAddress } from '../model.js';

/** Locks the component until the transaction ends, so that its deletion waits. @throws NotFoundError */
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
    // An embedded database has only one writer at a time.
    .$if(kind === 'postgres', (query) => query.forKeyShare('c'))
    .executeTakeFirst();
  if (!found) throw new NotFoundError(`There is no component '${library}/${component}'. Check the id.`);
}
