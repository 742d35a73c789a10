/** What has no revisions: libraries, components, collections, data sources, media. The last to write wins. */
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import type { ContentService } from '../content-service.js';
import type { Component, DataSource, Library, LibrarySettings, Media, MediaVariant } from '../model.js';
import type { Database } from '../../db/database.js';
import type { ComponentRow, DataSourceRow, LibraryRow, MediaRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { checkSettings } from '../../validation/check-data-settings.js';
import { withRevision } from '../entries/entries.js';
import { requireLibrary } from '../versions/entry-writes.js';
import {
  checkDescription,
  checkJson,
  checkName,
  checkNumber,
  checkText,
  checkTitle,
} from '../../validation/check-input.js';
import { badCursor, checkPage, pageOf } from '../pagination.js';
import { toSearchText, matchesSearch } from '../search.js';

type ComponentRepository = Pick<
  ContentService,
  | 'libraries'
  | 'library'
  | 'putLibrary'
  | 'component'
  | 'components'
  | 'putComponent'
  | 'collections'
  | 'putCollection'
  | 'dataSources'
  | 'putDataSource'
  | 'media'
  | 'mediaItem'
  | 'putMedia'
>;

const DEFAULT_SETTINGS: LibrarySettings = { embeds: [], cdns: [], publicDrafts: false };

export function createComponentRepository(database: Database, clock: Clock): ComponentRepository {
  const { read } = database;

  return {
    async libraries() {
      const rows = await read.selectFrom('libraries').selectAll().orderBy('id').execute();
      return rows.map(libraryOf);
    },

    async library(id) {
      const row = await read.selectFrom('libraries').selectAll().where('id', '=', id).executeTakeFirst();
      return row && libraryOf(row);
    },

    async putLibrary({ id, name, description, settings = {} }) {
      checkName('id', id);
      checkTitle('name', name);
      if (description !== undefined) checkDescription('description', description);
      for (const embed of settings.embeds ?? []) checkText('settings.embeds', embed);
      for (const cdn of settings.cdns ?? []) checkText('settings.cdns', cdn);
      const row = await database.write(async (transaction) => {
        // Locks the row where there is one: what another writer changes at the same time is then known, and stays.
        const known = await transaction
          .insertInto('libraries')
          .values({ id, name, description: '', settings: JSON.stringify(DEFAULT_SETTINGS), created_at: clock() })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const { embeds, cdns, publicDrafts } = { ...libraryOf(known).settings, ...settings };
        const written = await transaction
          .updateTable('libraries')
          .set({
            description: description ?? known.description,
            settings: JSON.stringify({ embeds, cdns, publicDrafts }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('sequences')
          .values({ library: id, last: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return written;
      });
      return libraryOf(row);
    },

    async component(library, id) {
      const row = await read
        .selectFrom('components')
        .selectAll()
        .where('library', '=', library)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && (await hydrateComponent(read, library, [row]))[0];
    },

    async components(library, { first, after, collection, search }) {
      checkPage({ first });
      let query = read.selectFrom('components').selectAll().where('library', '=', library);
      if (after !== undefined) query = query.where('id', '>', after);
      if (collection !== undefined) {
        query = query.where('id', 'in', (from) =>
          from
            .selectFrom('memberships')
            .select('component')
            .where('library', '=', library)
            .where('collection', '=', collection),
        );
      }
      if (search !== undefined) query = query.where(matchesSearch(search));
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

    async putComponent({ library, id, name, description, collections }) {
      checkName('library', library);
      checkName('id', id);
      checkTitle('name', name);
      if (description !== undefined) checkDescription('description', description);
      const wanted = [...new Set(collections)].sort();
      const row = await database.write(async (transaction) => {
        await requireLibrary(transaction, library);
        await requireCollections(transaction, library, wanted);
        const now = clock();
        const written = await transaction
          .insertInto('components')
          .values({
            ...{ library, id, name, description: description ?? '', created_at: now, modified_at: now },
            folded: toSearchText(id, name, description ?? ''),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['library', 'id'])
              .doUpdateSet({ name, ...(description === undefined ? {} : { description }), modified_at: now }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        // A description that stays is known only now.
        await transaction
          .updateTable('components')
          .set({ folded: toSearchText(id, name, written.description) })
          .where('library', '=', library)
          .where('id', '=', id)
          .execute();
        await transaction
          .deleteFrom('memberships')
          .where('library', '=', library)
          .where('component', '=', id)
          .execute();
        if (wanted.length > 0) {
          await transaction
            .insertInto('memberships')
            .values(wanted.map((collection) => ({ library, component: id, collection })))
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

    async putCollection({ library, id, name }) {
      checkName('library', library);
      checkName('id', id);
      checkTitle('name', name);
      return database.write(async (transaction) => {
        await requireLibrary(transaction, library);
        return transaction
          .insertInto('collections')
          .values({ library, id, name })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet({ name }))
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    },

    async dataSources(library) {
      const rows = await read
        .selectFrom('data_sources')
        .selectAll()
        .where('library', '=', library)
        .orderBy('id')
        .execute();
      return rows.map(dataSourceOf);
    },

    async putDataSource({ library, id, sample, settings }) {
      checkName('library', library);
      checkName('id', id);
      checkJson('sample', sample);
      if (settings !== null) checkSettings('settings', settings);
      const row = await database.write(async (transaction) => {
        await requireLibrary(transaction, library);
        const known = await transaction
          .selectFrom('data_sources')
          .selectAll()
          .where('library', '=', library)
          .where('id', '=', id)
          .executeTakeFirst();
        if (known && known.sample === sample && known.settings === settings) return known;
        const values = { sample, settings, modified_at: clock() };
        return transaction
          .insertInto('data_sources')
          .values({ library, id, ...values })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return dataSourceOf(row);
    },

    /** Latest first. */
    async media(library, { first, after, search }) {
      checkPage({ first });
      let query = read.selectFrom('media').selectAll().where('library', '=', library);
      if (after !== undefined) {
        const [, time, id] = /^(\d{1,15})\/(.+)$/.exec(after) ?? [];
        if (time === undefined || id === undefined) throw badCursor(after);
        query = query.where(({ eb, and, or }) =>
          or([eb('created_at', '<', Number(time)), and([eb('created_at', '=', Number(time)), eb('id', '<', id)])]),
        );
      }
      if (search !== undefined) query = query.where(matchesSearch(search));
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, mediaOf, ({ created_at, id }) => `${created_at}/${id}`);
    },

    async mediaItem(library, id) {
      const row = await read
        .selectFrom('media')
        .selectAll()
        .where('library', '=', library)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && mediaOf(row);
    },

    async putMedia({ library, id, name, width, height, variants, author, createdAt }) {
      checkName('library', library);
      checkName('id', id);
      checkTitle('name', name);
      checkTitle('author', author);
      checkNumber('width', width, 1);
      checkNumber('height', height, 1);
      checkNumber('createdAt', createdAt, 0);
      if (variants.length === 0) throw new BadInputError(`variants of '${id}' are empty.`, 'variants');
      const values = {
        ...{ name, width, height, variants: JSON.stringify(variants), author, created_at: createdAt },
        folded: toSearchText(name),
      };
      const row = await database.write(async (transaction) => {
        await requireLibrary(transaction, library);
        return transaction
          .insertInto('media')
          .values({ library, id, ...values })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return mediaOf(row);
    },
  };
}

const libraryOf = ({ id, name, description, settings, created_at }: LibraryRow): Library => ({
  ...{ id, name, description },
  // One that was written before there was a setting has its default.
  settings: { ...DEFAULT_SETTINGS, ...(JSON.parse(settings) as Partial<LibrarySettings>) },
  createdAt: created_at,
});

const componentOf = (
  row: ComponentRow,
  collections: readonly string[],
  changed = 0,
  publishedAt: number | null = null,
): Component => ({
  ...{ library: row.library, id: row.id, name: row.name, description: row.description, collections },
  createdAt: row.created_at,
  describedAt: row.modified_at,
  modifiedAt: Math.max(row.modified_at, changed),
  publishedAt,
});

const dataSourceOf = ({ library, id, sample, settings, modified_at }: DataSourceRow): DataSource => ({
  ...{ library, id, sample, settings },
  modifiedAt: modified_at,
});

const mediaOf = ({ library, id, name, width, height, variants, author, created_at }: MediaRow): Media => ({
  ...{ library, id, name, width, height, author },
  variants: JSON.parse(variants) as MediaVariant[],
  createdAt: created_at,
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
  if (unknown !== undefined) throw new NotFoundError(`The library '${library}' has no collection '${unknown}'.`);
}
