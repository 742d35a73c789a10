/** Components and the collections that show them. The last write wins. */
import type { Database } from '../../db/database.js';
import type { ComponentRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { NotFoundError } from '../../lib/domain-error.js';
import { checkCollection, checkComponent } from '../check-content.js';
import { columnsOf, conditionsOf, fieldsOf, initialFields } from '../component-fields.js';
import type { ContentService } from '../content-service.js';
import { withRevision } from '../entries/entries.js';
import { requireNoDeletion } from '../deletions/deletions.js';
import { requireLibrary } from '../locks/require-library.js';
import type { Component } from '../model.js';
import { checkPage, MAX_LIST_SIZE, pageOf } from '../pagination.js';

type ComponentRepository = Pick<
  ContentService,
  'component' | 'components' | 'putComponent' | 'collections' | 'collectionPage' | 'putCollection'
>;

export function createComponentRepository({ read, write, kind }: Database, clock: Clock): ComponentRepository {
  return {
    async component(library, id) {
      const row = await read
        .selectFrom('components')
        .selectAll()
        .where('library', '=', library)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && (await hydrateComponent(read, library, [row]))[0];
    },

    async components(library, { first, after, ...filter }) {
      checkPage({ first });
      let query = read.selectFrom('components').selectAll().where('library', '=', library);
      if (after !== undefined) query = query.where('id', '>', after);
      for (const condition of conditionsOf(library, filter)) query = query.where(condition);
      const rows = await query
        .orderBy('id')
        .limit(first + 1)
        .execute();
      const page = pageOf(
        rows,
        first,
        (row) => row,
        ({ id }) => id,
      );
      return { items: await hydrateComponent(read, library, page.items), next: page.next };
    },

    async putComponent(input) {
      const { library, id } = input;
      const given = checkComponent(input);
      const { collections } = given;
      const row = await write(async (transaction) => {
        await requireLibrary(transaction, library, kind);
        if (collections) await requireCollections(transaction, library, collections);
        const now = clock();
        // Locks the row where there is one: what another writer changes at the same time is then known, and stays.
        const known = await transaction
          .insertInto('components')
          .values({ library, id, ...columnsOf(id, initialFields(id)), created_at: now, modified_at: now })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet({ modified_at: now }))
          .returningAll()
          .executeTakeFirstOrThrow();
        // Only now: one that was being deleted when this began is gone by now.
        await requireNoDeletion(transaction, { library, component: id });
        const written = await transaction
          .updateTable('components')
          .set(columnsOf(id, { ...fieldsOf(known), ...given }))
          .where('library', '=', library)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (!collections) return written;
        await transaction
          .deleteFrom('memberships')
          .where('library', '=', library)
          .where('component', '=', id)
          .execute();
        if (collections.length > 0) {
          await transaction
            .insertInto('memberships')
            .values(collections.map((collection) => ({ library, component: id, collection })))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        return written;
      });
      const [component] = await hydrateComponent(read, library, [row]);
      return component!;
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

const componentOf = (
  row: ComponentRow,
  collections: readonly string[],
  changed = 0,
  publishedAt: number | null = null,
): Component => ({
  ...{ library: row.library, id: row.id, ...fieldsOf(row), collections },
  createdAt: row.created_at,
  describedAt: row.modified_at,
  modifiedAt: Math.max(row.modified_at, changed),
  publishedAt,
});

/** Components with what other tables know of them. */
async function hydrateComponent(
  read: Queries,
  library: string,
  rows: readonly ComponentRow[],
): Promise<readonly Component[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const memberships = await read
    .selectFrom('memberships')
    .select(['component', 'collection'])
    .where('library', '=', library)
    .where('component', 'in', ids)
    .orderBy('collection')
    .execute();
  const of = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { component, collection } of memberships) of.get(component)?.push(collection);
  // A fork is its page's, and changes nothing of the component.
  const versions = await read
    .selectFrom('documents')
    .select(({ fn }) => ['component', fn.max('modified_at').as('at')])
    .where('library', '=', library)
    .where('component', 'in', ids)
    .where('fork_origin', 'is', null)
    .groupBy('component')
    .execute();
  const changed = new Map(versions.map(({ component, at }) => [component, at]));
  const publications = await withRevision(read, 'published')
    .select(({ eb, fn, ref }) => {
      const at = eb
        .case()
        .when('d.published', '=', ref('d.revision'))
        .then(ref('d.modified_at'))
        .else(ref('r.at'))
        .end();
      const own = eb.case().when('d.fork_origin', 'is', null).then(at).else(0).end();
      return ['d.component', fn.max(own).as('at')];
    })
    .where('d.library', '=', library)
    .where('d.component', 'in', ids)
    .where('d.deleted_at', 'is', null)
    .groupBy('d.component')
    .execute();
  const published = new Map(publications.map(({ component, at }) => [component, at]));
  return rows.map((row) => componentOf(row, of.get(row.id) ?? [], changed.get(row.id), published.get(row.id) ?? null));
}

async function requireCollections(transaction: Queries, library: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // All of them: what is wanted may be more than a statement may name.
  const rows = await transaction.selectFrom('collections').select('id').where('library', '=', library).execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new NotFoundError(`The library '${library}' has no collection '${unknown}'. Add it to the library first.`);
}
