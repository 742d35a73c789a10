/** Components and the collections that show them. The last write wins. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseKind } from '../../db/database.js';
import { insertInChunks } from '../../db/insert-in-chunks.js';
import { prepared, preparedOne } from '../../db/prepared-query.js';
import type { ComponentRow, Queries, Tables } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { checkCollection, checkCollectionsKnown, checkComponent } from '../check-content.js';
import { FIELD_COLUMNS, columnsOf, conditionsOf, fieldsOf, initialFields } from '../component-fields.js';
import type { ContentService, Page } from '../content-service.js';
import { forkOrder } from '../entries/entries.js';
import { requireNoDeletion } from '../deletions/deletions.js';
import { requireLibrary } from '../locks/require-library.js';
import type { Component, ComponentDetail, ListedComponent } from '../model.js';
import { checkPage, MAX_LIST_SIZE, pageOf } from '../pagination.js';
import { createTrigramIndex, type FindCandidates } from '../trigram-index.js';

type ComponentRepository = Pick<
  ContentService,
  | 'component'
  | 'components'
  | 'componentSummaries'
  | 'putComponent'
  | 'collections'
  | 'collectionPage'
  | 'putCollection'
>;

export function createComponentRepository(database: Database, clock: Clock): ComponentRepository {
  const { read, write, kind } = database;
  const findCandidates = createTrigramIndex(database, 'components');
  // Editors and pages request one component, or a page of the list.
  const findRow = preparedOne(read, (library: string, id: string) =>
    detailedRows(read, kind, ALL_DETAILS).where('library', '=', library).where('id', '=', id),
  );
  const findComponent = async (library: string, id: string): Promise<Component | undefined> => {
    const row = await findRow(library, id);
    return row && componentOf(row);
  };

  // Each combination of details is a query of its own.
  const listedPages = new Map<string, ReturnType<typeof pagesOf<DetailedRow, ListedComponent>>>();

  return {
    component: findComponent,
    components: pagesOf(read, findCandidates, detailedRows(read, kind, ALL_DETAILS), componentOf),
    componentSummaries(library, { details = [], ...page }) {
      const key = details.join();
      const pages = listedPages.get(key) ?? pagesOf(read, findCandidates, detailedRows(read, kind, details), listedOf);
      listedPages.set(key, pages);
      return pages(library, page);
    },

    async putComponent(input) {
      const { library, id } = input;
      const fields = checkComponent(input);
      const { collections } = fields;
      await write(async (transaction) => {
        await requireLibrary(transaction, library, kind);
        if (collections) await requireCollections(transaction, library, collections);
        const now = clock();
        // Locks the row if it exists. Concurrent changes by other writers are then visible, and are not lost.
        const current = await transaction
          .insertInto('components')
          .values({ library, id, ...columnsOf(id, initialFields(id)), created_at: now, modified_at: now })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet({ modified_at: now }))
          .returningAll()
          .executeTakeFirstOrThrow();
        // This check comes after the lock. A component whose deletion was running before is deleted now.
        await requireNoDeletion(transaction, { library, component: id });
        await transaction
          .updateTable('components')
          .set(columnsOf(id, { ...fieldsOf(current), ...fields }))
          .where('library', '=', library)
          .where('id', '=', id)
          .execute();
        if (!collections) return;
        await transaction
          .deleteFrom('memberships')
          .where('library', '=', library)
          .where('component', '=', id)
          .execute();
        // The ids are unique. Nobody else adds memberships, because the component's row is locked.
        const memberships = collections.map((collection) => ({ library, component: id, collection }));
        await insertInChunks(transaction, 'memberships', memberships);
      });
      return (await findComponent(library, id))!;
    },

    collections: (library) =>
      read.selectFrom('collections').selectAll().where('library', '=', library).orderBy('id').execute(),

    async collectionPage(library, { first, after }) {
      checkPage({ first }, MAX_LIST_SIZE);
      let query = read.selectFrom('collections').selectAll().where('library', '=', library);
      if (after !== undefined) query = query.where('id', '>', after);
      const rows = await query
        .orderBy('id')
        .limit(first + 1)
        .execute();
      return pageOf(
        rows,
        first,
        (row) => row,
        ({ id }) => id,
      );
    },

    async putCollection({ library, id, name }) {
      checkCollection({ library, id, name });
      return write(async (transaction) => {
        await requireLibrary(transaction, library, kind);
        return transaction
          .insertInto('collections')
          .values({ library, id, name })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet({ name }))
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    },
  };
}

type PageOfComponents = Parameters<ContentService['components']>[1];

/** Reads pages of components. `itemOf` makes an item from each row. */
function pagesOf<Row extends SummaryRow, Item>(
  read: Queries,
  findCandidates: FindCandidates,
  rows: SelectQueryBuilder<Tables, 'components', Row>,
  itemOf: (row: Row) => Item,
): (library: string, page: PageOfComponents) => Promise<Page<Item>> {
  const ofLibrary = (library: string) => rows.where('library', '=', library);
  const page = (library: string, after: string, limit: number) =>
    ofLibrary(library).where('id', '>', after).orderBy('id').limit(limit);
  const unfilteredPage = prepared(read, page);
  // Reads in the order of the index of published versions, because most of a library may be drafts.
  const publishedPage = prepared(read, (library: string, after: string, limit: number) =>
    ofLibrary(library)
      .where(
        'id',
        'in',
        publishedVersions(read)
          .select('d.component')
          .distinct()
          .where('d.library', '=', library)
          .where('d.component', '>', after)
          .orderBy('d.component')
          .limit(limit),
      )
      .orderBy('id'),
  );
  const isPublished = publishedVersions(read)
    .select('d.version')
    .where('d.library', '=', sql.ref<string>('components.library'))
    .where('d.component', '=', sql.ref<string>('components.id'))
    // Reads in the order of the index. Otherwise PostgreSQL scans the whole table for one row.
    .orderBy('d.version')
    .limit(1);

  return async (library, { first, after = '', published = false, ...filter }) => {
    checkPage({ first });
    const conditions = [...conditionsOf(library, filter)];
    let found: readonly Row[];
    if (conditions.length === 0) {
      found = await (published ? publishedPage : unfilteredPage)(library, after, first + 1);
    } else {
      const candidates = filter.search ? await findCandidates(library, filter.search, first + 1) : undefined;
      if (candidates) conditions.push(sql<SqlBool>`id in (${candidates})`);
      const query = page(library, after, first + 1).where(({ and }) => and(conditions));
      found = await (published ? query.where(({ eb }) => eb(isPublished, 'is not', null)) : query).execute();
    }
    return pageOf(found, first, itemOf, ({ id }) => id);
  };
}

type SummaryRow = Omit<ComponentRow, 'folded'>;

/** A component with values from other tables. Those of details that were not requested are undefined. */
type DetailedRow = SummaryRow & {
  versions_at?: number | null;
  published_at?: number | null;
  /** Null if nothing is published. */
  has_published?: number | null;
  /** A JSON array, unordered. */
  collections?: string | null;
};

const ALL_DETAILS: readonly ComponentDetail[] = ['collections', 'modifiedAt', 'publishedAt'];

/** Components with details. Changes of a fork do not count, because a fork belongs to its page. */
const detailedRows = (read: Queries, kind: DatabaseKind, details: readonly ComponentDetail[]) => {
  const [library, component] = [sql.ref<string>('components.library'), sql.ref<string>('components.id')];
  const versionsAt = read
    .selectFrom('documents as d')
    .select(({ fn }) => fn.max('d.modified_at').as('at'))
    .where('d.library', '=', library)
    .where('d.component', '=', component)
    .where(forkOrder('d'), '=', 0);
  // Includes unpublished versions, because unpublishing changes what visitors get, too.
  const originalAt = read
    .selectFrom('documents as d')
    .select(({ fn }) => fn.max('d.published_at').as('at'))
    .where('d.library', '=', library)
    .where('d.component', '=', component)
    .where(forkOrder('d'), '=', 0);
  // A component may have a hundred thousand forks. So this only checks whether any version or fork is published.
  const hasPublished = publishedVersions(read)
    .select(sql.lit(1).as('one'))
    .where('d.library', '=', library)
    .where('d.component', '=', component)
    .limit(1);
  const collections = read
    .selectFrom('memberships')
    .select(
      kind === 'postgres'
        ? sql<string>`json_agg(collection)::text`.as('list')
        : sql<string>`json_group_array(collection)`.as('list'),
    )
    .where('memberships.library', '=', library)
    .where('memberships.component', '=', component);
  return read
    .selectFrom('components')
    .select(['library', 'id', ...FIELD_COLUMNS, 'created_at', 'modified_at'])
    .$if(details.includes('modifiedAt'), (rows) => rows.select(versionsAt.as('versions_at')))
    .$if(details.includes('publishedAt'), (rows) =>
      rows.select([originalAt.as('published_at'), hasPublished.as('has_published')]),
    )
    .$if(details.includes('collections'), (rows) => rows.select(collections.as('collections')));
};

const listedOf = (row: DetailedRow): ListedComponent => ({
  library: row.library,
  id: row.id,
  ...fieldsOf(row),
  collections: row.collections === undefined ? undefined : collectionsOf(row),
  createdAt: row.created_at,
  describedAt: row.modified_at,
  modifiedAt: row.versions_at === undefined ? undefined : Math.max(row.modified_at, row.versions_at ?? 0),
  publishedAt: row.has_published === undefined ? undefined : publishedAtOf(row),
});

/** The component of a row with all details. */
const componentOf = (row: DetailedRow): Component => listedOf(row) as Component;

const collectionsOf = ({ collections }: DetailedRow): string[] => (JSON.parse(collections ?? '[]') as string[]).sort();

const publishedAtOf = ({ has_published, published_at }: DetailedRow): number | null =>
  has_published === null ? null : (published_at ?? 0);

/** Versions and forks that are delivered to visitors. */
const publishedVersions = (read: Queries) =>
  read.selectFrom('documents as d').where('d.published', 'is not', null).where('d.deleted_at', 'is', null);

async function requireCollections(transaction: Queries, library: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Reads all collections, because `ids` may exceed the number of parameters of a statement.
  const rows = await transaction.selectFrom('collections').select('id').where('library', '=', library).execute();
  checkCollectionsKnown(library, ids, new Set(rows.map(({ id }) => id)));
}
