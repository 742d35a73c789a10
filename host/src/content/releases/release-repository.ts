/** Releases in the database. */
import type { Database } from '../../db/database.js';
import type { Queries, ReleaseRow } from '../../db/schema.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Clock } from '../../lib/clock.js';
import { BadInputError, ConflictError, NotFoundError } from '../../lib/domain-error.js';
import { checkAddress, checkName, checkNumber, checkTitle } from '../../validation/check-input.js';
import { subjectOf } from '../addresses.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import type { ContentService } from '../content-service.js';
import type { Outbox } from '../entries/outbox.js';
import { lockAdditions } from '../locks/await-turn.js';
import { requireLibrary } from '../locks/require-library.js';
import { checkPage, pageOf } from '../pagination.js';
import { MAX_RELEASE_ITEMS, type Release, type ReleaseInput, type ReleaseItem, type ReleaseState } from '../release.js';
import { cancelJobs } from '../schedules/schedule-repository.js';
import { type PublishItems, pinItems } from '../versions/publish-items.js';

/** Maximum releases of one library. */
const MAX_RELEASES = 1_000;

type ReleaseRepository = Pick<
  ContentService,
  'releases' | 'release' | 'releaseItems' | 'saveRelease' | 'deleteRelease' | 'publishRelease'
>;

export interface ReleaseRepositoryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly publishItems: PublishItems;
}

export function createReleaseRepository({
  database,
  clock,
  outbox,
  publishItems,
}: ReleaseRepositoryOptions): ReleaseRepository {
  const { read, write, kind } = database;
  return {
    async releases(library, { first, after }) {
      checkPage({ first });
      let query = read.selectFrom('releases').selectAll().where('library', '=', library);
      if (after !== undefined) query = query.where('id', '>', after);
      const rows = await query
        .orderBy('id')
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, releaseOf, ({ id }) => id);
    },

    async release(library, id) {
      const row = await findRelease(read, library, id);
      return row && releaseOf(row);
    },

    releaseItems: (library, id) => itemsOfRelease(read, library, id),

    async saveRelease(input, expected, actor) {
      const items = checkRelease(input);
      checkNumber('expected', expected, 0);
      const { library, id, name } = input;
      const row = await write(async (transaction) => {
        const at = clock();
        if (expected === 0) await lockAdditions(transaction, { library, adds: 'releases' }, kind);
        await requireLibrary(transaction, library, kind);
        const row = await (expected === 0
          ? addRelease(transaction, input, actor, at)
          : changeRelease(transaction, input, expected, at));
        await pinItems(transaction, kind, items);
        await transaction
          .deleteFrom('release_items')
          .where('library', '=', library)
          .where('release', '=', id)
          .execute();
        await transaction
          .insertInto('release_items')
          .values(
            items.map(({ component, version, revision }) => ({ library, release: id, component, version, revision })),
          )
          .execute();
        const details = { name, revision: row.revision, items: items.length };
        const entry = { at, action: 'saveRelease', library, subject: `${library}/${id}`, details } as const;
        await addAuditEntry(transaction, entry, actor);
        return row;
      });
      return releaseOf(row);
    },

    deleteRelease(library, id, actor) {
      return write(async (transaction) => {
        const at = clock();
        // Before the release, in the same lock order as the schedule worker.
        await cancelJobs(transaction, { library, release: id }, at, actor);
        const row = await transaction
          .deleteFrom('releases')
          .where('library', '=', library)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        await transaction
          .deleteFrom('release_items')
          .where('library', '=', library)
          .where('release', '=', id)
          .execute();
        const details = { name: row.name, state: row.state };
        const entry = { at, action: 'deleteRelease', library, subject: `${library}/${id}`, details } as const;
        await addAuditEntry(transaction, entry, actor);
        return true;
      });
    },

    async publishRelease(library, id, expected, actor) {
      const publication = await publishItems({
        ...{ library, actor, details: { release: id } },
        items: (queries) => itemsOfRelease(queries, library, id),
        async claim(transaction, at) {
          await cancelJobs(transaction, { library, release: id }, at, actor);
          const row = await claimRelease(transaction, { library, id, expected }, at, { by: actor });
          if (row) return true;
          const found = await requireRelease(transaction, library, id);
          // A retry, or another caller has published it.
          if (found.state === 'published' && found.revision === expected) return false;
          throw conflict(found, expected);
        },
      });
      await outbox.flush(publication?.keys ?? []);
      return releaseOf(await requireRelease(read, library, id));
    },
  };
}

/**
 * Marks a release as published, in the transaction that publishes its items. Undefined if it is not open, or does not
 * have the expected revision.
 */
export async function claimRelease(
  transaction: Queries,
  { library, id, expected }: { library: string; id: string; expected?: number },
  at: number,
  { by, details = {} }: { by: PrincipalIdentity; details?: Readonly<Record<string, unknown>> },
): Promise<ReleaseRow | undefined> {
  const row = await transaction
    .updateTable('releases')
    .set({ state: 'published', published_at: at })
    .where('library', '=', library)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(expected !== undefined, (query) => query.where('revision', '=', expected!))
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const entry = { at, action: 'publishRelease', library, subject: `${library}/${id}` } as const;
  await addAuditEntry(transaction, { ...entry, details: { name: row.name, revision: row.revision, ...details } }, by);
  return row;
}

export async function itemsOfRelease(queries: Queries, library: string, release: string): Promise<ReleaseItem[]> {
  return queries
    .selectFrom('release_items')
    .select(['library', 'component', 'version', 'revision'])
    .where('library', '=', library)
    .where('release', '=', release)
    .orderBy('component')
    .orderBy('version')
    .execute();
}

const findRelease = (queries: Queries, library: string, id: string): Promise<ReleaseRow | undefined> =>
  queries.selectFrom('releases').selectAll().where('library', '=', library).where('id', '=', id).executeTakeFirst();

/** @throws NotFoundError */
async function requireRelease(queries: Queries, library: string, id: string): Promise<ReleaseRow> {
  const row = await findRelease(queries, library, id);
  if (!row) throw new NotFoundError(`There is no release '${library}/${id}'. Check the id.`);
  return row;
}

/** Locks the release until the transaction ends. @throws NotFoundError, BadInputError */
export async function requireOpenRelease(transaction: Queries, library: string, id: string): Promise<void> {
  // An update without changes locks the row on both databases.
  await transaction
    .updateTable('releases')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('library', '=', library)
    .where('id', '=', id)
    .execute();
  const row = await requireRelease(transaction, library, id);
  if (row.state !== 'open') throw releasePublished(row);
}

const labelOf = ({ library, id }: ReleaseRow): string => `release '${library}/${id}'`;

const releasePublished = ({ library, id }: ReleaseRow): BadInputError =>
  new BadInputError(
    `Someone published the release '${library}/${id}' already, so it stays unchanged. Create another one.`,
    'id',
  );

const conflict = (row: ReleaseRow, expected: number): ConflictError =>
  new ConflictError(labelOf(row), expected, releaseOf(row));

/** @throws BadInputError */
async function addRelease(
  transaction: Queries,
  { library, id, name }: ReleaseInput,
  actor: PrincipalIdentity,
  now: number,
): Promise<ReleaseRow> {
  const { count } = await transaction
    .selectFrom('releases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('library', '=', library)
    .executeTakeFirstOrThrow();
  if (count >= MAX_RELEASES) {
    throw new BadInputError(
      `The library '${library}' has ${count} releases, which is the maximum. Remove some first.`,
      'library',
    );
  }
  const row = await transaction
    .insertInto('releases')
    .values({
      ...{ library, id, name, state: 'open', revision: 1, created_by_name: actor.name },
      ...{ created_at: now, modified_at: now, published_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  throw conflict(await requireRelease(transaction, library, id), 0);
}

/** @throws NotFoundError, BadInputError, ConflictError */
async function changeRelease(
  transaction: Queries,
  { library, id, name }: ReleaseInput,
  expected: number,
  now: number,
): Promise<ReleaseRow> {
  const row = await transaction
    .updateTable('releases')
    .set({ name, revision: expected + 1, modified_at: now })
    .where('library', '=', library)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('revision', '=', expected)
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const found = await requireRelease(transaction, library, id);
  if (found.state !== 'open') throw releasePublished(found);
  throw conflict(found, expected);
}

/** @throws BadInputError */
function checkRelease({ library, id, name, items }: ReleaseInput): readonly ReleaseItem[] {
  checkName('library', library);
  checkName('key', id);
  checkTitle('name', name);
  if (items.length < 1 || items.length > MAX_RELEASE_ITEMS) {
    throw new BadInputError(`items has ${items.length} entries; it must have 1 to ${MAX_RELEASE_ITEMS}.`, 'items');
  }
  const subjects = new Set<string>();
  for (const item of items) {
    if (item.component === '') checkName('library', item.library);
    else checkAddress(item);
    const subject = subjectOf(item);
    if (item.library !== library)
      throw new BadInputError(`items: '${subject}' is not of the library '${library}'. Remove it.`, 'items');
    if (subjects.has(subject)) throw new BadInputError(`items: '${subject}' occurs twice. Remove one.`, 'items');
    if (item.revision !== null) checkNumber('items.revision', item.revision, 1);
    subjects.add(subject);
  }
  return items;
}

const releaseOf = (row: ReleaseRow): Release => ({
  library: row.library,
  id: row.id,
  name: row.name,
  revision: row.revision,
  state: row.state as ReleaseState,
  createdBy: row.created_by_name,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  publishedAt: row.published_at,
});
