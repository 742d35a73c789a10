/** What should be delivered, as rows that a write leaves in its transaction and a worker carries out afterwards. */
import type { Database } from '../../db/database.js';
import { deliveryKey, kindOf, subjectOf } from '../../content/addresses.js';
import type { Removed } from '../../content/entries/outbox.js';
import type { BlobHeaders } from '../../storage/blob-store.js';
import type { OutboxRow, EntryRow, Queries, RevisionRow } from '../../db/schema.js';
import { metaValue } from '../../storage/metadata-value.js';
import type { StylesheetContent, VersionAddress } from '../../content/model.js';
import { MAX_AGE_NAME } from './published-max-age.js';

/** For so long a write's own host has a delivery to itself, before others that find it try as well; milliseconds. */
const OWN_HOST_MILLISECONDS = 2_000;

/** Asks for a revision to be delivered under a word. */
export async function enqueue(transaction: Queries, row: EntryRow, word: string): Promise<string> {
  const { library, component, version, revision: number } = row;
  const key = deliveryKey(subjectOf(row), word);
  const due_at = Date.now() + OWN_HOST_MILLISECONDS;
  await transaction
    .insertInto('deliveries')
    .values({
      ...{ key, library, component, version, word, number, due_at },
      ...{ deleted_at: null, wanted: 1, delivered: 0, attempts: 0 },
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref, eb }) => ({
        number,
        deleted_at: null,
        wanted: eb(ref('deliveries.wanted'), '+', 1),
        attempts: 0,
        due_at,
      })),
    )
    .execute();
  return key;
}

/** Has deliveries of a document written again. */
const writeAgain = (transaction: Queries, { library, component, version }: VersionAddress) =>
  transaction
    .updateTable('deliveries')
    .set(({ ref, eb }) => ({
      wanted: eb(ref('wanted'), '+', 1),
      attempts: 0,
      due_at: Date.now() + OWN_HOST_MILLISECONDS,
    }))
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version);

/** Asks for tombstones, as of `at`, in place of what is delivered of a document. */
export async function enqueueTombstones(
  transaction: Queries,
  address: VersionAddress,
  removed: Removed,
  at: number,
): Promise<string[]> {
  let update = writeAgain(transaction, address).set({ deleted_at: at }).where('deleted_at', 'is', null);
  if (removed !== 'everything') update = update.where('word', removed === 'staged' ? '=' : '!=', 'staged');
  const rows = await update.returning('key').execute();
  return rows.map(({ key }) => key);
}

/**
 * Asks for tombstones of a document whose content is erased. Those of before keep their time, and are written again: they say when the
 * revision was made that they are of, which is another now.
 */
export async function enqueueErased(transaction: Queries, address: VersionAddress, at: number): Promise<string[]> {
  const rows = await writeAgain(transaction, address)
    .set(({ eb, fn }) => ({ number: 0, deleted_at: fn.coalesce('deleted_at', eb.val(at)) }))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Asks for every blob to be written again, to whichever store there is now. */
export async function enqueueAll(database: Pick<Database, 'write'>): Promise<void> {
  await database.write(async (transaction) => {
    await transaction
      .updateTable('deliveries')
      .set(({ ref, eb }) => ({ wanted: eb(ref('wanted'), '+', 1), attempts: 0, due_at: 0 }))
      .execute();
  });
}

/** Of a document, what is not noted as written. */
export async function pendingDeliveries(
  queries: Queries,
  { library, component, version }: VersionAddress,
): Promise<readonly Pick<OutboxRow, 'key' | 'wanted'>[]> {
  return queries
    .selectFrom('deliveries')
    .select(['key', 'wanted'])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .whereRef('delivered', '<', 'wanted')
    .execute();
}

/** When the tombstone of what was published was asked for; null while there is none. */
export async function unpublishedAt(queries: Queries, address: VersionAddress): Promise<number | null> {
  const row = await queries
    .selectFrom('deliveries')
    .select('deleted_at')
    .where('key', '=', deliveryKey(subjectOf(address), 'published'))
    .executeTakeFirst();
  return row?.deleted_at ?? null;
}

/** Of a library, what is not noted as written. */
export const openDeliveries = (queries: Queries, library: string): Promise<Pick<OutboxRow, 'key' | 'wanted'>[]> =>
  queries
    .selectFrom('deliveries')
    .select(['key', 'wanted'])
    .where('library', '=', library)
    .whereRef('delivered', '<', 'wanted')
    .execute();

/** A delivery with the revision it delivers, and the recorded max-age of published blobs. */
export type OutboxEntry = OutboxRow & Pick<RevisionRow, 'content' | 'at'> & { readonly max_age: string | null };

export function outboxEntries(queries: Queries) {
  return queries
    .selectFrom('deliveries as d')
    .innerJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'd.library')
        .onRef('r.component', '=', 'd.component')
        .onRef('r.version', '=', 'd.version')
        .onRef('r.number', '=', 'd.number'),
    )
    .selectAll('d')
    .select(['r.content', 'r.at'])
    .select((eb) => eb.selectFrom('secrets').select('value').where('name', '=', MAX_AGE_NAME).as('max_age'));
}

/** The blob that a delivery should be. What was removed is a tombstone: its bytes are gone, and its headers say when. */
export function blobOf(delivery: OutboxEntry): BlobHeaders & { bytes: Buffer } {
  const { component, version, word, content, at, deleted_at: deletedAt } = delivery;
  const modifiedat = new Date(at).toISOString();
  const deleted = deletedAt === null ? undefined : new Date(deletedAt).toISOString();
  const cacheControl = cacheControlOf(word, deletedAt !== null, delivery.max_age ?? '0');
  const bytes = (text: string): Buffer => Buffer.from(deleted === undefined ? text : '');
  if (kindOf(delivery) === 'stylesheet') {
    return {
      bytes: bytes((JSON.parse(content) as StylesheetContent).css),
      contentType: 'text/css; charset=utf-8',
      cacheControl,
      metadata: { modifiedat, ...(deleted === undefined ? {} : { deletedat: deleted }) },
    };
  }
  return {
    bytes: bytes(content),
    contentType: 'text/html; charset=utf-8',
    cacheControl,
    metadata: {
      componentid: metaValue(component),
      versionid: metaValue(version),
      versionrevision: word,
      modifiedat,
      ...(deleted === undefined ? {} : { versiondeletedat: deleted }),
    },
  };
}

/** A number's content never changes, but it may be taken back. */
function cacheControlOf(word: string, deleted: boolean, maxAge: string): string {
  if (word === 'staged') return 'no-cache';
  if (deleted) return 'public, max-age=0, must-revalidate';
  if (word === 'published') return `public, max-age=${maxAge}, must-revalidate`;
  return 'public, max-age=31536000, immutable';
}
