/** Searches by the index of trigrams find what a search without it finds, whatever is written, searched or upgraded. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { createComponentRepository } from '../src/content/components/component-repository.js';
import { createMediaRepository } from '../src/content/media/media-repository.js';
import { toSearchText, matchesSearch } from '../src/content/search.js';
import type { Database } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { folderBlobsOf, silentLog, type TestStore } from './support/content-services.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import { fillLargeLibrary, LARGE_LIBRARY } from './support/large-content.js';
import { writeOldTables } from './support/old-tables.js';

type Table = 'components' | 'media';
const TABLES: readonly Table[] = ['components', 'media'];

const libraryRow = (id: string) => ({ id, name: id, description: '', settings: '{}', created_at: 0 });

const rowOf = (table: Table, library: string, id: string, folded: string): Record<string, unknown> => ({
  ...{ library, id, name: id, folded, created_at: folded.length },
  ...(table === 'components'
    ? { description: '', modified_at: 0 }
    : {
        width: 1,
        height: 1,
        variants: JSON.stringify([{ width: 1, height: 1, type: 'image/png', bytes: 1, path: 'x' }]),
        author: 'Ann',
      }),
});

/** Every item of a list, read in pages. */
async function allOf<Item>(
  page: (after: string | undefined) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let after: string | undefined; ;) {
    const { items, next } = await page(after);
    all.push(...items);
    if (next === null) return all;
    after = next;
  }
}

/** Compares searches with a scan of all texts, in both tables of a library. @returns the number of results */
async function compare(place: TestStore, libraries: readonly string[], searches: readonly string[]): Promise<number> {
  const database = await openDatabase(place.settings);
  const contentService = createContentService({ database, blobs: folderBlobsOf(place), log: silentLog });
  let found = 0;
  for (const library of libraries)
    for (const search of searches)
      for (const first of [7, 100]) {
        const of = (table: Table) =>
          database.read.selectFrom(table).select('id').where('library', '=', library).where(matchesSearch(search));
        const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
        const place = `${JSON.stringify(search)} in ${library}, ${first} a page`;
        const components = ids(await of('components').orderBy('id').execute());
        const { read } = database;
        const isMember = read
          .selectFrom('memberships')
          .select('component')
          .where('library', '=', library)
          .where('collection', '=', 'some');
        const members = ids(await of('components').where('id', 'in', isMember).orderBy('id').execute());
        const media = ids(await of('media').orderBy('created_at', 'desc').orderBy('id', 'desc').execute());
        const page = (after: string | undefined) => ({ first, search, ...(after === undefined ? {} : { after }) });
        const listed = await allOf((after) => contentService.components(library, page(after)));
        assert.deepEqual(ids(listed), components, place);
        const inCollection = { collection: 'some' };
        const some = await allOf((after) => contentService.components(library, { ...page(after), ...inCollection }));
        assert.deepEqual(ids(some), members, place);
        assert.deepEqual(ids(await allOf((after) => contentService.media(library, page(after)))), media, place);
        found += components.length + members.length + media.length;
      }
  await contentService.close();
  return found;
}

/** Random numbers below a limit, the same in each run. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor(state / 65_536) % limit;
  };
}

function vacuum(file: string): void {
  const connection = new Libsql(file);
  connection.exec('vacuum');
  connection.close();
}

const WORDS = [
  'hero',
  'card',
  'teaser',
  'straße',
  'οδός',
  'ἀρχή',
  '標題圖片',
  '😀😃😄',
  'naïve',
  'a',
  'ab',
  '100%_sure',
];
/** Single letters, so that texts share many trigrams, and characters with a meaning in `like`, FTS5 or Unicode. */
const LETTERS = [
  'a',
  'b',
  'c',
  'A',
  'ß',
  'ς',
  '"',
  "'",
  '%',
  '_',
  '!',
  '\\',
  '*',
  '^',
  '(',
  '-',
  '😀',
  '\uffff',
  '\ufffd',
  '\ud800',
  'K',
];

const HOSTILE = [
  ...[
    '"',
    '""',
    '"""',
    "'''",
    '"a" OR "b"',
    'abc OR def',
    'NOT abc',
    'NEAR(abc def)',
    '{folded}: abc',
    '- abc',
    '^abc',
    'abc*',
    '(abc',
  ],
  ...[
    '\u0000',
    'a\u0000bc',
    '\u0000\u0000\u0000',
    'ab\u0000',
    '\ud800',
    'ab\udc00',
    '\ud83d\ud83d\ud83d',
    '%%%',
    '___',
    '!!!',
    '\\\\\\',
  ],
  ...[
    "'; drop table components; --",
    'x'.repeat(200),
    '"'.repeat(200),
    '😀'.repeat(100),
    'ß'.repeat(200),
    'a b c '.repeat(33),
  ],
  Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
];

for (const kind of DATABASE_KINDS) {
  describe(`searches on ${kind}`, () => {
    const stores = testStores(kind);

    test('an index finds what a scan finds, after any changes', async () => {
      const place = await stores.newStore();
      const random = randomOf(7);
      const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;
      const text = (): string =>
        random(2)
          ? Array.from({ length: random(4) }, () => pick(WORDS)).join(' ')
          : Array.from({ length: random(12) }, () => pick(LETTERS)).join('');
      const libraries = ['one', 'two', 'three'];
      const inDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
        const database = await openDatabase(place.settings);
        await work(database).finally(() => database.close());
      };
      await inDatabase(async ({ write }) => {
        await write(async (transaction) => {
          await transaction.insertInto('libraries').values(libraries.map(libraryRow)).execute();
          const collections = libraries.map((library) => ({ library, id: 'some', name: 'Some' }));
          await transaction.insertInto('collections').values(collections).execute();
        });
      });
      const change = (database: Database) =>
        database.write(async (transaction) => {
          const [table, library, id] = [pick(TABLES), pick(libraries), `i${random(70)}`];
          const row = rowOf(table, library, id, toSearchText(id, text()));
          const isAdded = random(4) > 0;
          if (isAdded)
            await transaction
              .insertInto(table)
              .values(row as never)
              .onConflict((conflict) =>
                conflict.columns(['library', 'id']).doUpdateSet({ folded: row['folded'] as string }),
              )
              .execute();
          const member = { library, component: id, collection: 'some' };
          const rows = transaction.deleteFrom('memberships').where('library', '=', library).where('component', '=', id);
          if (table === 'components' && (!isAdded || random(2))) await rows.execute();
          else if (table === 'components')
            await transaction
              .insertInto('memberships')
              .values(member)
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          if (!isAdded)
            await transaction.deleteFrom(table).where('library', '=', library).where('id', '=', id).execute();
          // As a transaction that fails.
          if (random(6) === 0) throw new Error('undone');
        });
      let found = 0;
      for (let round = 0; round < 3; round++) {
        await inDatabase(async (database) => {
          for (let step = 0; step < 80; step++)
            await Promise.allSettled(Array.from({ length: 1 + random(4) }, () => change(database)));
        });
        // An operator may do so. It may change row ids.
        if (kind === 'libsql' && round === 1) vacuum(place.settings.file!);
        const searches = Array.from({ length: 15 }, () => text().slice(random(3), 3 + random(8)));
        found += await compare(place, libraries, [...searches, ...WORDS]);
      }
      assert.ok(found > 500, `${found} results`);
      await compare(place, ['one'], HOSTILE);
    });

    test('what the previous release wrote is found, and what it writes beside this release', async () => {
      const place = await stores.newStoreWithoutTables();
      await writeOldTables(place.settings, '0026-outbox-keys', async (queries) => {
        for (const library of ['one', 'two']) {
          await queries.insertInto('libraries').values(libraryRow(library)).execute();
          for (const table of TABLES) {
            const rows = Array.from({ length: 90 }, (_, index) =>
              rowOf(table, library, `i${index}`, toSearchText(`i${index} ${index % 2 ? 'Straße' : 'Weg'} ${library}`)),
            );
            await queries.insertInto(table).values(rows).execute();
          }
        }
      });
      const searches = ['i17', 'i4', 'straße', 'WEG one', 'weg two', 'three', 'other', 'οδός', 'late'];
      assert.ok((await compare(place, ['one', 'two', 'none'], searches)) > 500);
      // The previous release has neither the index nor the letters that the current folding changes.
      const before = await openDatabase(place.settings);
      await before.write(async (transaction) => {
        for (const table of TABLES) {
          await transaction.updateTable(table).set({ folded: 'οδός straße' }).where('id', '=', 'i17').execute();
          await transaction.deleteFrom(table).where('id', '=', 'i18').execute();
          await transaction
            .insertInto(table)
            .values(rowOf(table, 'one', 'late', 'late') as never)
            .execute();
        }
      });
      await before.close();
      const service = await openDatabase(place.settings);
      const late = await service.read.selectFrom('components').select('id').where(matchesSearch('LATE')).execute();
      assert.deepEqual(late, [{ id: 'late' }]);
      await service.close();
      assert.ok((await compare(place, ['one', 'two'], searches)) > 500);
    });
  });
}

/** The texts of the selects of a table that are sent to the embedded database during the work. */
async function sentDuring(work: () => Promise<unknown>, table: Table): Promise<readonly string[]> {
  const sent: string[] = [];
  const { prepare } = Libsql.prototype;
  Libsql.prototype.prepare = function (this: Libsql.Database, text: string) {
    sent.push(text);
    return prepare.call(this, text);
  } as typeof prepare;
  await work().finally(() => (Libsql.prototype.prepare = prepare));
  return sent.filter((text) => text.includes(`from "${table}"`));
}

describe('the index of trigrams', () => {
  const stores = testStores('libsql');

  test('a search for a rare word reads few rows, and one for a frequent word reads in order', async () => {
    const place = await stores.newStore();
    const database = await openDatabase(place.settings);
    await fillLargeLibrary(database, { components: 1_000, revisions: 1 });
    await database.write(async (transaction) => {
      await transaction.insertInto('libraries').values(libraryRow('other')).execute();
      for (const table of TABLES) {
        // Rare here, frequent in the other library.
        await transaction
          .updateTable(table)
          .set({ folded: 'rare word' })
          .where('id', 'like', '%7')
          .where('id', 'like', '%77%')
          .execute();
        const rows = Array.from({ length: 500 }, (_, index) => rowOf(table, 'other', `i${index}`, 'rare word'));
        await transaction
          .insertInto(table)
          .values(rows as never)
          .execute();
      }
    });
    await database.close();
    /** A database caches statements, so each query has its own. */
    const queryOf = async (table: Table, library: string, search: string): Promise<string> => {
      const own = await openDatabase(place.settings);
      const repository =
        table === 'components' ? createComponentRepository(own, Date.now) : createMediaRepository(own, Date.now);
      const query: (library: string, page: { first: number; search: string }) => Promise<unknown> =
        'media' in repository ? repository.media : repository.components;
      const sent = await sentDuring(() => query(library, { first: 10, search }), table);
      await own.close();
      assert.equal(sent.length, 1);
      return sent[0]!;
    };
    const connection = new Libsql(place.settings.file!);
    for (const table of TABLES) {
      for (const search of ['rare', 'RARE word', 'rare wo', 'nothing']) {
        const query = await queryOf(table, LARGE_LIBRARY, search);
        const plan = (connection.prepare(`explain query plan ${query}`).all() as { detail: string }[])
          .map(({ detail }) => detail)
          .join('; ');
        assert.match(
          plan,
          new RegExp(`SEARCH ${table} USING INDEX sqlite_autoindex_${table}_1 \\(library=\\? AND id=\\?\\)`),
        );
        assert.match(plan, /SCAN t VIRTUAL TABLE INDEX \d+:M\d+></, 'only the entries of the library');
      }
      for (const [library, search] of [
        ...[table === 'media' ? 'picture' : 'card', 'ra', 'wo rd', ' ', '%'].map(
          (search) => [LARGE_LIBRARY, search] as const,
        ),
        ['other', 'rare'] as const,
      ])
        assert.doesNotMatch(await queryOf(table, library, search), /search_trigrams/, search);
    }
    connection.close();
  });

  test('removed rows leave no entries', async () => {
    const place = await stores.newStore();
    const database = await openDatabase(place.settings);
    await fillLargeLibrary(database, { components: 200, revisions: 1 });
    await database.write(async (transaction) => {
      await transaction.deleteFrom('memberships').execute();
      for (const table of TABLES) await transaction.deleteFrom(table).execute();
    });
    const { rows } = await sql`select number from search_rows
      union all select rowid from search_trigrams where search_trigrams match '"car" OR "pic" OR "c00"'`.execute(
      database.read,
    );
    assert.deepEqual(rows, []);
    await database.close();
  });
});
