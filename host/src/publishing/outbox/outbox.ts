/** The outbox: rows of blobs to deliver. A write inserts them in its transaction, and a worker delivers them afterwards. */
import type { Database } from '../../db/database.js';
import { deliveryKey, kindOf, subjectOf } from '../../content/addresses.js';
import type { Removed } from '../../content/entries/outbox.js';
import type { BlobHeaders } from '../../storage/blob-store.js';
import type { OutboxRow, EntryRow, Queries, RevisionRow } from '../../db/schema.js';
import { metaValue } from '../../storage/metadata-value.js';
import type { StylesheetContent, VersionAddress } from '../../content/model.js';
import { MAX_AGE_NAME } from './published-max-age.js';
import { writeAgain } from './write-again.js';

/** Milliseconds for which only the writing host attempts a delivery. Then other hosts may, too. */
const OWN_HOST_MILLISECONDS = 2_000;

/** Requests delivery of a revision as `staged`, `published` or its number. */
export async function enqueue(transaction: Queries, row: EntryRow, slot: string): Promise<string> {
  const { library, component, version, revision: number } = row;
  const key = deliveryKey(subjectOf(row), slot);
  const due_at = Date.now() + OWN_HOST_MILLISECONDS;
  await transaction
    .insertInto('deliveries')
    .values({
      ...{ key, library, component, version, word: slot, number, due_at },
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

/** Requests that deliveries of an entry are written again. */
const writeEntryAgain = (transaction: Queries, { library, component, version }: VersionAddress) =>
  writeAgain(transaction, Date.now() + OWN_HOST_MILLISECONDS)
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version);

/** Requests tombstones, dated `at`, in place of an entry's deliveries. */
export async function enqueueTombstones(
  transaction: Queries,
  address: VersionAddress,
  removed: Removed,
  at: number,
): Promise<string[]> {
  let update = writeEntryAgain(transaction, address).set({ deleted_at: at }).where('deleted_at', 'is', null);
  if (removed !== 'everything') update = update.where('word', removed === 'staged' ? '=' : '!=', 'staged');
  const rows = await update.returning('key').execute();
  return rows.map(({ key }) => key);
}

/**
 * Requests tombstones for an entry whose content is erased. Earlier tombstones keep their time. They are written again,
 * because they contain the time of their revision, which is now revision 0.
 */
export async function enqueueErased(transaction: Queries, address: VersionAddress, at: number): Promise<string[]> {
  const rows = await writeEntryAgain(transaction, address)
    .set(({ eb, fn }) => ({ number: 0, deleted_at: fn.coalesce('deleted_at', eb.val(at)) }))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

const KEYS_PER_STATEMENT = 200;

/** Requests that these blobs are written again. Returns how many of them the database has the content of. */
export async function enqueueKeys(transaction: Queries, keys: readonly string[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
    const rows = await writeAgain(transaction)
      .where('key', 'in', keys.slice(start, start + KEYS_PER_STATEMENT))
      .returning('key')
      .execute();
    count += rows.length;
  }
  return count;
}

/** Requests that every blob is written again, to the current store. */
export async function enqueueAll(database: Pick<Database, 'write'>): Promise<void> {
  await database.write(async (transaction) => {
    await writeAgain(transaction).execute();
  });
}

/** The deliveries of an entry that are not recorded as written. */
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

/** When the published content was replaced by a tombstone; null if it was not. */
export async function unpublishedAt(queries: Queries, address: VersionAddress): Promise<number | null> {
  const row = await queries
    .selectFrom('deliveries')
    .select('deleted_at')
    .where('key', '=', deliveryKey(subjectOf(address), 'published'))
    .executeTakeFirst();
  return row?.deleted_at ?? null;
}

/** The deliveries of a library that are not recorded as written. */
export const openDeliveries = (queries: Queries, library: string): Promise<Pick<OutboxRow, 'key' | 'wanted'>[]> =>
  queries
    .selectFrom('deliveries')
    .select(['key', 'wanted'])
    .where('library', '=', library)
    .whereRef('delivered', '<', 'wanted')
    .execute();

/** A delivery with its revision, and the recorded max-age of published blobs. */
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

/** The blob of a delivery. A removed one is a tombstone: an empty body, and headers with the time of removal. */
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

/** The content of a number is immutable, but it may be replaced by a tombstone. */
function cacheControlOf(slot: string, deleted: boolean, maxAge: string): string {
  if (slot === 'staged') return 'no-cache';
  if (deleted) return 'public, max-age=0, must-revalidate';
  if (slot === 'published') return `public, max-age=${maxAge}, must-revalidate`;
  return 'public, max-age=31536000, immutable';
}
