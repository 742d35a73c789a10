/**
 * Deletion of whole components and libraries. One transaction begins it; from then on nothing is created or published
 * in them. Many short transactions carry it out. The last one removes the row in `deletions`.
 */
import type { PrincipalIdentity } from '../../auth/identity.js';
import { revokePreviewLinks } from '../../auth/preview-link-keys.js';
import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { BadInputError, UnavailableError } from '../../lib/domain-error.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { retireWebhooks } from '../webhooks/record-events.js';
import type { VersionAddress } from '../model.js';

/** A component, or a library if `component` is empty. */
export type Deletion = Omit<VersionAddress, 'version'>;

/** Maximum number of versions that the error message names. */
const MAX_NAMES = 10;

interface Beginning {
  readonly kind: DatabaseKind;
  readonly at: number;
  readonly by: PrincipalIdentity | undefined;
}

/** Returns false if the component does not exist. @throws BadInputError if versions are published, unless `force` is set */
export async function beginComponentDeletion(
  transaction: Queries,
  { library, component }: Deletion,
  { kind, at, by, force }: Beginning & { readonly force: boolean },
): Promise<boolean> {
  const isShared = kind === 'postgres';
  // The lock waits for concurrent writers of versions. Later writers find that the component is deleted.
  const found = await transaction
    .selectFrom('components')
    .select('name')
    .where('library', '=', library)
    .where('id', '=', component)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) return false;
  const versions = await transaction
    .selectFrom('documents')
    .select(['version', 'published'])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('deleted_at', 'is', null)
    .orderBy('version')
    .$if(isShared, (query) => query.forShare())
    .execute();
  const published = versions.filter((each) => each.published !== null).map(({ version }) => version);
  if (published.length > 0 && !force) throw componentPublished(`${library}/${component}`, published);
  await transaction
    .deleteFrom('memberships')
    .where('library', '=', library)
    .where('component', '=', component)
    .execute();
  await transaction.deleteFrom('components').where('library', '=', library).where('id', '=', component).execute();
  await addDeletion(transaction, { library, component }, at);
  const details = { name: found.name, versions: versions.length, published: published.length };
  const subject = `${library}/${component}`;
  await addAuditEntry(transaction, { at, action: 'deleteComponent', library, subject, details }, by);
  return true;
}

function componentPublished(id: string, published: readonly string[]): BadInputError {
  const remaining = published.length - MAX_NAMES;
  const names = published.slice(0, MAX_NAMES).join(', ') + (remaining > 0 ? ` and ${remaining} more` : '');
  return new BadInputError(
    `The component '${id}' has published versions: ${names}. Unpublish them first, or delete it with 'force'.`,
    'force',
  );
}

/** Returns false if the library does not exist. */
export async function beginLibraryDeletion(
  transaction: Queries,
  library: string,
  { at, by }: Beginning,
): Promise<boolean> {
  const found = await transaction
    .updateTable('libraries')
    .set({ deleted_at: at })
    .where('id', '=', library)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!found) return false;
  // The tokens must not apply to a later library of the same name.
  const tokens = await transaction
    .updateTable('tokens')
    .set({ revoked_at: at })
    .where('library', '=', library)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  await retireWebhooks(transaction, library, at);
  const previewLinks = await revokePreviewLinks(transaction, at, library);
  await addDeletion(transaction, { library, component: '' }, at);
  const details = { name: found.name, tokens: tokens.length, previewLinks };
  await addAuditEntry(transaction, { at, action: 'deleteLibrary', library, subject: library, details }, by);
  return true;
}

const addDeletion = (transaction: Queries, { library, component }: Deletion, at: number): Promise<unknown> =>
  transaction
    .insertInto('deletions')
    .values({ library, component, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Ordered by age, oldest first. */
export const openDeletions = (queries: Queries): Promise<Deletion[]> =>
  queries.selectFrom('deletions').select(['library', 'component']).orderBy('at').execute();

export async function isDeletionOpen(queries: Queries, { library, component }: Deletion): Promise<boolean> {
  const query = queries.selectFrom('deletions').select('at');
  return (
    (await query.where('library', '=', library).where('component', '=', component).executeTakeFirst()) !== undefined
  );
}

/** Rejects an id that is being deleted: new content would be deleted, too. @throws UnavailableError */
export async function requireNoDeletion(transaction: Queries, deletion: Deletion): Promise<void> {
  if (!(await isDeletionOpen(transaction, deletion))) return;
  const { library, component } = deletion;
  const id = component === '' ? `library '${library}'` : `component '${library}/${component}'`;
  throw new UnavailableError(`The host still deletes the ${id}: try again in a few seconds.`);
}
