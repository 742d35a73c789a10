/**
 * The batches of a deletion. Each is a transaction that holds locks for milliseconds only. Batches are repeatable: an
 * interrupted deletion starts again with the first one.
 */
import { sql } from 'kysely';
import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { addChange, addChanges } from '../entries/change-feed.js';
import { entryEvents, type NewEvent, recordEvents, recordLibraryEnd } from '../webhooks/record-events.js';
import type { Outbox } from '../entries/outbox.js';
import { styleAddress } from '../addresses.js';
import type { VersionAddress } from '../model.js';
import type { Deletion } from './deletions.js';

/** Entries per transaction. */
const MAX_ENTRIES = 50;
/** Components, or rows of other tables, per transaction. */
const MAX_ROWS = 100;
/** Releases per transaction, with their items. */
const MAX_RELEASES = 10;
/** Maximum revisions per transaction, and their approximate total in bytes. */
const MAX_REVISIONS = 100;
const MAX_REVISION_BYTES = 4 * 1024 * 1024;

/** The result of a batch: keys whose blobs must be written, and the start of the next batch; undefined after the last one. */
export interface Batch<Cursor> {
  readonly keys: readonly string[];
  readonly next: Cursor | undefined;
}

type Tombstones = Pick<Outbox, 'enqueueTombstones' | 'enqueueErased'>;

/** Deletes some versions of a component, as the action `delete` does. */
export async function deleteVersions(
  transaction: Queries,
  outbox: Tombstones,
  { library, component }: Deletion,
  at: number,
): Promise<Batch<true>> {
  const versions = await transaction
    .selectFrom('documents')
    .select('version')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('deleted_at', 'is', null)
    .orderBy('version')
    .limit(MAX_ENTRIES)
    .execute();
  if (versions.length === 0) return { keys: [], next: undefined };
  const rows = await transaction
    .updateTable('documents')
    .set({ deleted_at: at, staged: null, published: null, modified_at: at })
    .where('library', '=', library)
    .where('component', '=', component)
    .where(
      'version',
      'in',
      versions.map(({ version }) => version),
    )
    .where('deleted_at', 'is', null)
    .returning(['version', 'revision'])
    .execute();
  const keys: string[] = [];
  const events: NewEvent[] = [];
  for (const { version, revision } of rows) {
    const address = { library, component, version };
    const removed = await outbox.enqueueTombstones(transaction, address, 'everything', at);
    keys.push(...removed);
    events.push(...entryEvents(address, { action: 'delete', revision, at, keys: removed }));
  }
  await recordEvents(transaction, library, events);
  await addChanges(
    transaction,
    library,
    rows.map(({ version, revision }) => ({ library, component, version, revision, at, action: 'delete' as const })),
  );
  return { keys, next: true };
}

/** Removes some components of a library with their memberships. Nobody can create versions of them afterwards. */
export async function removeComponents(
  transaction: Queries,
  library: string,
  kind: DatabaseKind,
): Promise<Batch<true>> {
  const rows = await transaction
    .selectFrom('components')
    .select('id')
    .where('library', '=', library)
    .orderBy('id')
    .limit(MAX_ROWS)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute();
  if (rows.length === 0) {
    await transaction.deleteFrom('collections').where('library', '=', library).execute();
    return { keys: [], next: undefined };
  }
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('memberships').where('library', '=', library).where('component', 'in', ids).execute();
  await transaction.deleteFrom('components').where('library', '=', library).where('id', 'in', ids).execute();
  return { keys: [], next: true };
}

type EntryCursor = Pick<VersionAddress, 'component' | 'version'>;

/**
 * Erases some entries of a library. An erased entry keeps its revision number, at which a new entry of the same name
 * continues. It also keeps an empty revision 0, which its tombstones name. `removeRevisions` removes the rest.
 */
export async function eraseEntries(
  transaction: Queries,
  outbox: Tombstones,
  library: string,
  after: EntryCursor | undefined,
  at: number,
): Promise<Batch<EntryCursor>> {
  let query = transaction
    .selectFrom('documents')
    .select(['component', 'version'])
    .where('library', '=', library)
    .whereRef('removed', '<', 'revision');
  if (after)
    query = query.where(sql<boolean>`(component, version) > (${sql.val(after.component)}, ${sql.val(after.version)})`);
  const entries = await query.orderBy('component').orderBy('version').limit(MAX_ENTRIES).execute();
  const keys: string[] = [];
  const changes: Parameters<typeof addChanges>[2][number][] = [];
  for (const { component, version } of entries) {
    const address = { library, component, version };
    const row = await transaction
      .updateTable('documents')
      .set(({ ref }) => ({
        ...{ deleted_at: at, staged: null, published: null, fork_origin: null, page: '', modified_at: at },
        removed: ref('revision'),
      }))
      .where('library', '=', library)
      .where('component', '=', component)
      .where('version', '=', version)
      .whereRef('removed', '<', 'revision')
      .returning(['revision'])
      .executeTakeFirst();
    if (!row) continue;
    const content = component === '' ? JSON.stringify({ css: '', themes: [], breakpoints: [] }) : '';
    await transaction
      .insertInto('revisions')
      .values({ ...address, number: 0, content, author: '', at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    keys.push(...(await outbox.enqueueErased(transaction, address, at)));
    if (component !== '') changes.push({ ...address, revision: row.revision, at, action: 'delete' });
  }
  await addChanges(transaction, library, changes);
  return { keys, next: entries.length === MAX_ENTRIES ? entries.at(-1) : undefined };
}

type RevisionCursor = EntryCursor & { readonly number: number };

/** Removes some revisions of erased entries. */
export async function removeRevisions(
  transaction: Queries,
  library: string,
  after: RevisionCursor | undefined,
): Promise<Batch<RevisionCursor>> {
  let query = transaction
    .selectFrom('revisions')
    .select(['component', 'version', 'number', sql<number>`octet_length(content)`.as('bytes')])
    .where('library', '=', library)
    .where('number', '>', 0);
  if (after)
    query = query.where(
      sql<boolean>`(component, version, number) > (${sql.val(after.component)}, ${sql.val(after.version)}, ${sql.val(after.number)})`,
    );
  const rows = await query.orderBy('component').orderBy('version').orderBy('number').limit(MAX_REVISIONS).execute();
  let bytes = 0;
  const batch = rows.filter((row) => {
    const hasSpace = bytes < MAX_REVISION_BYTES;
    bytes += row.bytes;
    return hasSpace;
  });
  const last = batch.at(-1);
  if (!last) return { keys: [], next: undefined };
  await transaction
    .deleteFrom('revisions')
    .where('library', '=', library)
    .where(({ eb, and, or }) =>
      or(
        batch.map(({ component, version, number }) =>
          and([eb('component', '=', component), eb('version', '=', version), eb('number', '=', number)]),
        ),
      ),
    )
    .execute();
  return { keys: [], next: last };
}

/** Removes some data sources or pictures of a library. */
export async function removeRows(
  transaction: Queries,
  table: 'data_sources' | 'media',
  library: string,
): Promise<Batch<true>> {
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('library', '=', library)
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();
  if (rows.length === 0) return { keys: [], next: undefined };
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom(table).where('library', '=', library).where('id', 'in', ids).execute();
  return { keys: [], next: true };
}

/** Removes some webhook events of a library. The event about the end of the library is recorded later. */
export async function removeWebhookRows(transaction: Queries, library: string): Promise<Batch<true>> {
  const rows = await transaction
    .selectFrom('webhook_events')
    .select('id')
    .where('library', '=', library)
    .limit(MAX_ROWS)
    .execute();
  if (rows.length === 0) return { keys: [], next: undefined };
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('webhook_deliveries').where('library', '=', library).where('event', 'in', ids).execute();
  await transaction.deleteFrom('webhook_events').where('id', 'in', ids).execute();
  return { keys: [], next: true };
}

/** Removes schedules and releases of a library. None are created while the library is being deleted. */
export async function removeSchedules(transaction: Queries, library: string): Promise<Batch<true>> {
  const rows = await transaction
    .selectFrom('scheduled_jobs')
    .select('id')
    .where('library', '=', library)
    .limit(MAX_ROWS)
    .execute();
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await transaction.deleteFrom('scheduled_jobs').where('id', 'in', ids).execute();
    return { keys: [], next: true };
  }
  const releases = await transaction
    .selectFrom('releases')
    .select('id')
    .where('library', '=', library)
    .limit(MAX_RELEASES)
    .execute();
  if (releases.length === 0) return { keys: [], next: undefined };
  const ids = releases.map(({ id }) => id);
  await transaction.deleteFrom('release_items').where('library', '=', library).where('release', 'in', ids).execute();
  await transaction.deleteFrom('releases').where('library', '=', library).where('id', 'in', ids).execute();
  return { keys: [], next: true };
}

/** Completes the deletion. Notifies subscribers that the library has ended. */
export async function endDeletion(transaction: Queries, { library, component }: Deletion, at: number): Promise<void> {
  const completed = await transaction
    .deleteFrom('deletions')
    .where('library', '=', library)
    .where('component', '=', component)
    .returning('at')
    .executeTakeFirst();
  // Another host has completed it.
  if (!completed || component !== '') return;
  await transaction
    .updateTable('libraries')
    .set({ name: library, description: '', settings: '{}' })
    .where('id', '=', library)
    .execute();
  await addChange(transaction, styleAddress(library), { action: 'delete', revision: 0, at });
  await recordLibraryEnd(transaction, library, at);
}
