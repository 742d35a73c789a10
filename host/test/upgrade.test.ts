/** Upgrades: all data of a host of an older release is migrated, and hosts of two releases work together. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { spawnCli, runCli, makeTemporaryFolder } from './support/cli.js';
import {
  folderBlobsOf,
  writeOptions,
  makeLibrary,
  openContentService,
  silentLog,
  type TestStore,
} from './support/content-services.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import type { Json } from './support/graphql-host.js';
import { openOldTables, writeOldTables } from './support/old-tables.js';

/** Rows of a host with the tables '0005-forks': the fork of a page, deleted content, a draft of a published version. */
const ROWS = new URL('fixtures/tables-0005.jsonl', import.meta.url);
const SECRET = 'feaas_before';
/** The time when they were written. */
const WRITTEN_AT = 1_795_737_808_860;

/** The tables of that release, with its rows. */
const writeRows = ({ settings }: TestStore): Promise<void> =>
  writeOldTables(settings, '0005-forks', async (queries) => {
    for (const line of (await readFile(ROWS, 'utf8')).trim().split('\n')) {
      const { table, rows } = JSON.parse(line) as { table: string; rows: Record<string, unknown>[] };
      await queries.insertInto(table).values(rows).execute();
    }
  });

/** A possible migration of a future release: columns with a default in every table, and a new table. */
async function addTables({ settings }: TestStore, oldestCompatible?: string): Promise<void> {
  const database = await openDatabase({ ...settings, tables: 'keep' });
  await database.write(async (transaction) => {
    // Virtual tables cannot get columns.
    for (const { name } of (await transaction.introspection.getTables()).filter(
      (table) => !/^search_/.test(table.name),
    ))
      await sql`alter table ${sql.table(name)} add column later text not null default 'x'`.execute(transaction);
    await sql`create table later_table (id text primary key)`.execute(transaction);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(transaction);
    if (oldestCompatible !== undefined)
      await transaction.updateTable('compatibility').set({ migration: oldestCompatible }).execute();
  });
  await database.close();
}

for (const kind of DATABASE_KINDS) {
  describe(`upgrades on ${kind}`, () => {
    const stores = testStores(kind);

    test('an update that fails halfway changes nothing, and is done again', async () => {
      const place = await stores.newStoreWithoutTables();
      // A table in the way of one of the later migrations, which has made another one by then.
      await writeOldTables(place.settings, '0005-forks', async (queries) => {
        await sql`create table releases (id integer)`.execute(queries);
      });
      const namesOf = async (): Promise<string[]> =>
        openOldTables(place.settings, async (queries) =>
          (await queries.introspection.getTables()).map(({ name }) => name).sort(),
        );
      const before = await namesOf();
      await assert.rejects(openDatabase({ ...place.settings, tables: 'update' }), /could not update its tables/);
      assert.deepEqual(await namesOf(), before);
      await openOldTables(place.settings, (queries) => sql`drop table releases`.execute(queries));
      await (await openDatabase({ ...place.settings, tables: 'update' })).close();
    });

    test('the tables of the previous release are migrated with their content', async () => {
      const place = await stores.newStoreWithoutTables();
      await writeRows(place);
      const headers = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {} };
      const gone = ['published', 'staged', '1'].map((word) => `components/demo/gone/responsive/${word}.html`);
      const old = folderBlobsOf(place);
      for (const key of gone) await old.put(key, { ...headers, bytes: Buffer.from('<p>Gone</p>') });

      const contentService = await openContentService(place, { clock: () => WRITTEN_AT + 60_000 });
      await contentService.delivered();
      const [hero, fork, deleted] = await contentService.versions([
        { library: 'demo', component: 'hero', version: 'responsive' },
        { library: 'demo', component: 'hero', version: 'page-1' },
        { library: 'demo', component: 'gone', version: 'responsive' },
      ]);
      assert.deepEqual(
        [hero!.view, hero!.revision, hero!.published, hero!.staged],
        ['<p data-path="title">Two</p>', 2, 1, 1],
      );
      assert.deepEqual([fork!.view, fork!.published, fork!.forkOrigin], ['<p>Sale</p>', 2, 'demo/hero/responsive']);
      assert.ok(deleted!.deletedAt);
      const { items } = await contentService.history(hero!, { first: 9 });
      assert.deepEqual(
        items.map(({ number, author }) => [number, author]),
        [
          [2, 'Ann'],
          [1, 'import'],
        ],
      );
      const { items: forks } = await contentService.forks('demo', { first: 9, page: 'https://shop.example/' });
      assert.deepEqual(
        forks.map(({ version }) => version),
        ['page-1'],
      );
      assert.equal((await contentService.stylesheet('demo'))!.published, 1);
      assert.equal((await contentService.dataSource('news', 'demo'))!.sample, '{"title":"News"}');
      assert.equal((await contentService.tokenOf(SECRET))!.role, 'admin');
      assert.deepEqual((await contentService.auditPage({ first: 9 })).items, []);
      // Tombstones have no content, including those by number.
      for (const key of gone) {
        const blob = await contentService.blobs.get(key);
        assert.equal(blob!.bytes.length, 0, key);
        assert.ok(Object.keys(blob!.metadata).length > 0, key);
      }
      // A write that was pending is not applied twice.
      const write = {
        actor: { name: 'Ann', id: 'b2196fac-e9d8-438f-a636-28dc2c4b305c' },
        expected: 0,
        key: 'k1',
        page: 'https://shop.example/sale',
      };
      const again = await contentService.fork(
        { library: 'demo', component: 'hero', version: 'responsive' },
        'page-1',
        write,
      );
      assert.deepEqual([again.revision, again.view], [1, '<p data-path="title">One</p>\n']);
      const saved = await contentService.save(hero!, '<p>Three</p>', writeOptions(2));
      assert.equal(saved.revision, 3);
      await contentService.close();
    });

    test('hosts of the previous release record publication times, and published content keeps its time', async () => {
      const place = await stores.newStoreWithoutTables();
      await writeRows(place);
      const hero = { library: 'demo', component: 'hero', version: 'responsive' };
      const times = async () => {
        const contentService = await openContentService(place, { clock: () => WRITTEN_AT + 60_000 });
        const [summary] = await contentService.versionSummaries([hero]);
        await contentService.close();
        return summary!;
      };
      const { publishedAt, modifiedAt } = await times();
      assert.equal(publishedAt, modifiedAt);
      for (const [published, at] of [
        [2, WRITTEN_AT + 70_000],
        [1, WRITTEN_AT + 80_000],
        [null, WRITTEN_AT + 90_000],
        [1, WRITTEN_AT + 100_000],
      ] as const) {
        const before = await openDatabase(place.settings);
        // The statement of that release, which does not have the new columns.
        await before.write((transaction) =>
          sql`update documents set published = ${published}, modified_at = ${at}
            where library = ${hero.library} and component = ${hero.component} and version = ${hero.version}`.execute(
            transaction,
          ),
        );
        await before.close();
        assert.equal((await times()).publishedAt, at);
      }
    });

    test('this release works with tables to which a later release only added', async () => {
      const place = await stores.newStore();
      const before = await openContentService(place);
      const hero = await makeLibrary(before, 'demo');
      await before.save(hero, 'a', writeOptions(0));
      await before.close();
      await addTables(place);

      const said: string[] = [];
      const log = { ...silentLog, info: (line: string) => void said.push(line) };
      const contentService = await openContentService({ ...place, settings: { ...place.settings, log } });
      assert.match(
        said.join(),
        /a newer feaas-host \(its tables are at '9999-later', ours at .*\) updated .*; this version still works on it/,
      );
      await contentService.step('publish', hero, writeOptions(1, 'key'));
      await contentService.fork(hero, 'page', writeOptions(0));
      await contentService.step('delete', { ...hero, version: 'page' }, writeOptions(1));
      await contentService.putLibrary({ id: 'other', name: 'Other' });
      await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{}' });
      const { secret } = await contentService.createToken({
        name: 'x',
        library: 'demo',
        role: 'viewer',
        expiresAt: undefined,
      });
      assert.equal((await contentService.tokenOf(secret))!.name, 'x');
      assert.equal((await contentService.versions([hero]))[0]!.published, 1);
      assert.deepEqual(await contentService.check(), []);
      await contentService.close();
    });

    test('this release rejects incompatible tables', async () => {
      const place = await stores.newStore();
      await (await openContentService(place)).close();
      await addTables(place, '9999-later');
      await assert.rejects(
        openContentService(place),
        /a newer feaas-host \(its tables are at '9999-later', ours at '.*'\) updated .*\. Start that/,
      );
    });
  });
}

test('a host keeps serving, and starts again, after a later release has migrated its PostgreSQL', async (t) => {
  const place = await testStores('postgres').newStore();
  const folder = await makeTemporaryFolder(t);
  const environment = { DATABASE_URL: place.settings.url!, FEAAS_ENV: 'production', FEAAS_DRAIN_SECONDS: '0' };
  const start = () => spawnCli(t, folder, ['start', '--port', '0'], environment);
  await runCli(t, folder, ['import', new URL('../library', import.meta.url).pathname], environment);
  const first = start();
  const url = (await first.waitForOutput(/"url":"([^"]+)"/))[1]!;
  await addTables(place);
  const page = '/components/aurora/hero/responsive/published.html';
  assert.equal((await fetch(url + page)).status, 200);
  const token = (await runCli(t, folder, ['token', 'create', 'Kim', '--role', 'publisher'], environment)).out.trim();
  const query = '{ versions(ids: ["aurora/hero/responsive"]) { revision } }';
  const ask = async (to: string, text: string) => {
    const response = await fetch(`${to}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: text }),
    });
    return (await response.json()) as { data: Record<string, Json>; errors?: unknown };
  };
  const { revision } = (await ask(url, query)).data['versions'][0];
  const saved = await ask(
    url,
    `mutation { saveVersion(id: "aurora/hero/responsive", view: "<p>Later</p>", expectedRevision: ${revision}) { revision } }`,
  );
  assert.equal(saved.errors, undefined);
  first.process.kill('SIGTERM');
  assert.equal(await first.exited, 0, first.output.err);

  const second = start();
  const again = (await second.waitForOutput(/"url":"([^"]+)"/))[1]!;
  const published = await ask(
    again,
    `mutation { publishVersion(id: "aurora/hero/responsive", expectedRevision: ${revision + 1}) { revision } }`,
  );
  assert.equal(published.errors, undefined);
  assert.equal(await (await fetch(again + page)).text(), '<p>Later</p>');
});
