/**
 * An entry is a row with the number of its last revision, and append-only revisions. A write changes the row only if it
 * still has the number that the writer has seen.
 */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { kindOf, subjectOf } from '../addresses.js';
import { ConflictError, NotFoundError } from '../../lib/domain-error.js';
import type { Revisioned, VersionAddress } from '../model.js';
import type { EntryRow, Queries } from '../../db/schema.js';

/** An entry's row with the content of its last revision. */
export interface Entry extends EntryRow {
  content: string;
}

/** Characters of a page's address that the index of forks contains. */
const PAGE_START = 250;

/** The beginning of a row's page, as in its index. Sorting by this, then by the page, uses the index. */
export const pageStart = (page: Expression<string>): RawBuilder<string> =>
  sql<string>`substr(${page}, 1, ${sql.lit(PAGE_START)})`;

/** The beginning of an address, counted in code points as databases do, not in UTF-16 units. */
export const startOfPage = (page: string): string => [...page].slice(0, PAGE_START).join('');

/** Maps the revision columns of a row to the model. */
export const revisionedOf = (row: Omit<EntryRow, 'page' | 'removed'>): Revisioned => ({
  revision: row.revision,
  staged: row.staged,
  published: row.published,
  deletedAt: row.deleted_at,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const labelOf = (address: VersionAddress): string => `${kindOf(address)} '${subjectOf(address)}'`;

export const entryNotFound = (address: VersionAddress): NotFoundError =>
  new NotFoundError(`There is no ${labelOf(address)}. Check the id.`);

export const entryDeleted = (address: VersionAddress): NotFoundError =>
  new NotFoundError(`Someone deleted the ${labelOf(address)}: restore it first.`);

export const conflict = <Current extends { revision: number }>(
  address: VersionAddress,
  expected: number,
  current: Current,
): ConflictError<Current> => new ConflictError(labelOf(address), expected, current);

/** Entries (`d`) joined to their last revision (`r`). */
export const withRevision = (queries: Queries) =>
  queries
    .selectFrom('documents as d')
    .innerJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'd.library')
        .onRef('r.component', '=', 'd.component')
        .onRef('r.version', '=', 'd.version')
        .onRef('r.number', '=', 'd.revision'),
    );

/** 1 for forks, 0 for originals. Indexes contain this exact expression; a different one would not use them. */
export const forkOrder = (table: 'd' | 'pages') =>
  sql<number>`case when ${sql.ref(`${table}.fork_origin`)} is null then 0 else 1 end`;

/** Whether the last revision exists. An entry that was erased with its library keeps its row, marked as deleted, without it. */
export const hasLastRevision = (table: 'd' | 'documents') => {
  const column = (name: keyof EntryRow) => sql.ref(`${table}.${name}`);
  return sql<boolean>`exists (select 1 from revisions as last where last.library = ${column('library')} and
    last.component = ${column('component')} and last.version = ${column('version')} and last.number = ${column('revision')})`;
};

/** Entries with the content of their last revision. */
export const withContent = (queries: Queries) => withRevision(queries).selectAll('d').select('r.content');

export async function findEntry(queries: Queries, address: VersionAddress): Promise<Entry | undefined> {
  return withContent(queries)
    .where('d.library', '=', address.library)
    .where('d.component', '=', address.component)
    .where('d.version', '=', address.version)
    .executeTakeFirst();
}

const revisionAt = (queries: Queries, { library, component, version }: VersionAddress, number: number) =>
  queries
    .selectFrom('revisions')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('number', '=', number);

export async function contentOf(
  queries: Queries,
  address: VersionAddress,
  number: number,
): Promise<string | undefined> {
  const row = await revisionAt(queries, address, number).select('content').executeTakeFirst();
  return row?.content;
}

/** Whether a revision exists and has content. */
export async function hasRevision(queries: Queries, address: VersionAddress, number: number): Promise<boolean> {
  if (number < 1) return false;
  return (await revisionAt(queries, address, number).select('number').executeTakeFirst()) !== undefined;
}

export interface NewRevision {
  readonly content: string;
  readonly author: string;
  readonly at: number;
  /** Address of the page that the revision was made on. If undefined, the stored address stays. */
  readonly page?: string | undefined;
}

/** Creates an entry with its first revision; undefined if it exists. After an erased entry, its revision numbers continue. */
export async function createEntry(
  transaction: Queries,
  address: VersionAddress,
  origin: string | null,
  revision: NewRevision,
): Promise<EntryRow | undefined> {
  const { library, component, version } = address;
  const { at, page = '' } = revision;
  const row = await transaction
    .insertInto('documents')
    .values({
      library,
      component,
      version,
      fork_origin: origin,
      page,
      revision: 1,
      staged: null,
      published: null,
      deleted_at: null,
      created_at: at,
      modified_at: at,
      removed: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) {
    await addRevision(transaction, address, 1, revision);
    return row;
  }
  return recreateEntry(transaction, address, origin, revision);
}

/**
 * Recreates an erased entry; undefined if there is none. Caches keep numbered addresses forever, so a number is never
 * reused.
 */
async function recreateEntry(
  transaction: Queries,
  address: VersionAddress,
  origin: string | null,
  revision: NewRevision,
): Promise<EntryRow | undefined> {
  const { library, component, version } = address;
  const { at, page = '' } = revision;
  const row = await transaction
    .updateTable('documents')
    .set(({ ref, eb }) => ({
      ...{
        fork_origin: origin,
        page,
        staged: null,
        published: null,
        deleted_at: null,
        created_at: at,
        modified_at: at,
      },
      removed: ref('revision'),
      revision: eb(ref('revision'), '+', 1),
    }))
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    // If two writers create it at the same time, the second one sees the change of the first.
    .where('deleted_at', 'is not', null)
    .where(({ not }) => not(hasLastRevision('documents')))
    .returningAll()
    .executeTakeFirst();
  if (row) await addRevision(transaction, address, row.revision, revision);
  return row;
}

async function addRevision(
  transaction: Queries,
  { library, component, version }: VersionAddress,
  number: number,
  { content, author, at }: NewRevision,
): Promise<void> {
  await transaction
    .insertInto('revisions')
    .values({ library, component, version, number, content, author, at })
    .execute();
}

export type Change = Partial<
  Pick<EntryRow, 'revision' | 'staged' | 'published' | 'deleted_at' | 'fork_origin' | 'page'>
>;

/**
 * Updates the row if its revision is `expected` and its deletion matches `deleted`; otherwise returns undefined. Of two
 * concurrent writers, the second waits for the first and then finds the row changed.
 */
export async function changeEntry(
  transaction: Queries,
  { library, component, version }: VersionAddress,
  { expected, deleted }: { expected: number; deleted: boolean },
  change: Change,
  now: number,
): Promise<EntryRow | undefined> {
  return transaction
    .updateTable('documents')
    .set({ ...change, modified_at: now })
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('revision', '=', expected)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds a revision to an entry whose revision is `expected`; otherwise returns undefined. */
export async function reviseEntry(
  transaction: Queries,
  address: VersionAddress,
  state: { expected: number; deleted: boolean },
  revision: NewRevision,
  change: Change = {},
): Promise<EntryRow | undefined> {
  const number = state.expected + 1;
  const page = revision.page === undefined ? {} : { page: revision.page };
  const row = await changeEntry(transaction, address, state, { ...change, ...page, revision: number }, revision.at);
  if (row) await addRevision(transaction, address, number, revision);
  return row;
}

/**
 * Throws the reason why a change of an entry did not apply.
 * @throws ConflictError, NotFoundError
 */
export async function throwWriteError(
  transaction: Queries,
  address: VersionAddress,
  expected: number,
  toConflictPayload: (row: Entry) => { revision: number },
): Promise<never> {
  const row = await findEntry(transaction, address);
  if (!row) throw entryNotFound(address);
  if (row.revision !== expected) throw conflict(address, expected, toConflictPayload(row));
  throw entryDeleted(address);
}
