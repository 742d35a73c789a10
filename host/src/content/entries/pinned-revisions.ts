/** Revisions that a pending schedule or an open release refers to. They are kept until it is done. */
import type { Queries } from '../../db/schema.js';
import type { VersionAddress } from '../model.js';

export async function pinnedNumbers(
  queries: Queries,
  { library, component, version }: VersionAddress,
): Promise<readonly number[]> {
  const scheduled = await queries
    .selectFrom('scheduled_jobs')
    .select('revision')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('state', '=', 'pending')
    .where('revision', 'is not', null)
    .execute();
  const released = await queries
    .selectFrom('release_items as i')
    .innerJoin('releases as r', (join) => join.onRef('r.library', '=', 'i.library').onRef('r.id', '=', 'i.release'))
    .select('i.revision')
    .where('i.library', '=', library)
    .where('i.component', '=', component)
    .where('i.version', '=', version)
    .where('i.revision', 'is not', null)
    .where('r.state', '=', 'open')
    .execute();
  return [...scheduled, ...released].flatMap(({ revision }) => (revision === null ? [] : [revision]));
}
