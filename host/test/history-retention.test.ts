/** Retention of histories, on both databases. */
import assert from 'node:assert/strict';
import nodeTest, { type TestContext } from 'node:test';
import type { ContentService } from '../src/content/content-service.js';
import { type HistoryRetention, trimHistories } from '../src/content/entries/history-retention.js';
import type { VersionAddress } from '../src/content/model.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createMetrics } from '../src/server/metrics/metrics.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { folderBlobsOf, writeOptions, makeLibrary, silentLog } from './support/content-services.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

const numbersOf = async (contentService: ContentService, address: VersionAddress): Promise<number[]> => {
  const found: number[] = [];
  let after: string | undefined;
  do {
    // In small pages, like an editor.
    const page = await contentService.history(address, { first: 3, ...(after === undefined ? {} : { after }) });
    found.push(...page.items.map(({ number }) => number));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found.reverse();
};

for (const kind of DATABASE_KINDS) {
  /** A content service whose clock advances by a day with each revision. */
  const open = async (t: TestContext) => {
    const place = await testStores(kind).newStore();
    const database = await openDatabase(place.settings);
    const time = { now: START };
    const contentService = createContentService({
      ...{ database, blobs: folderBlobsOf(place), log: silentLog },
      clock: () => time.now,
    });
    cleanUp(t, () => contentService.close());
    const hero = await makeLibrary(contentService, 'demo');
    const save = async (address: VersionAddress, count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const [before] = await contentService.versions([address]);
        const revision = before?.revision ?? 0;
        time.now += DAY;
        await contentService.save(address, `<p>${revision + 1}</p>`, writeOptions(revision));
      }
    };
    const trim = (retention: HistoryRetention): Promise<number> => trimHistories(database, retention, time.now);
    return { contentService, database, hero, save, time, trim };
  };

  nodeTest(
    `all is kept without a setting; the newest stay, or those of the last days, or what either keeps (${kind})`,
    async (t) => {
      const { contentService, hero, save, trim } = await open(t);
      await save(hero, 20);
      const other = { ...hero, version: 'wide' };
      await save(other, 4);
      assert.equal(await trim({}), 0);
      assert.equal((await numbersOf(contentService, hero)).length, 20);

      // Revision 20 is now 4 days old.
      assert.equal(await trim({ revisions: 5, days: 14 }), 9);
      assert.deepEqual(await numbersOf(contentService, hero), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
      assert.equal(await trim({ days: 8 }), 6);
      assert.deepEqual(await numbersOf(contentService, hero), [16, 17, 18, 19, 20]);
      assert.equal(await trim({ revisions: 3 }), 2 + 1);
      assert.deepEqual(await numbersOf(contentService, hero), [18, 19, 20]);
      assert.deepEqual(await numbersOf(contentService, other), [2, 3, 4]);
      // The last revision, and the one that it is compared with.
      assert.equal(await trim({ revisions: 1 }), 2);
      assert.deepEqual(await numbersOf(contentService, hero), [19, 20]);
      assert.equal(await trim({ revisions: 1 }), 0);
      assert.deepEqual(await contentService.check(), []);

      // Retained revisions can be restored, others are missing.
      await assert.rejects(contentService.revert(hero, 3, writeOptions(20)), /has no revision 3/);
      assert.equal(await contentService.revision(hero, 3), undefined);
      const restored = await contentService.revert(hero, 19, writeOptions(20));
      assert.deepEqual([restored.revision, restored.view], [21, '<p>19</p>']);
      assert.deepEqual(await contentService.check(), []);
    },
  );

  nodeTest(`revisions that are or were published, and those that forks refer to, are retained (${kind})`, async (t) => {
    const { contentService, hero, save, time, trim } = await open(t);
    const step = (name: 'publish' | 'stage' | 'unpublish' | 'delete', address: VersionAddress, at: number) =>
      contentService.step(name, address, writeOptions(at));
    await save(hero, 2);
    await step('publish', hero, 2);
    await save(hero, 2);
    time.now += 1000;
    await contentService.fork(hero, 'page', writeOptions(0));
    await save(hero, 2);
    const page = { ...hero, version: 'page' };
    await save(page, 1);
    await save(hero, 2);
    await step('stage', hero, 8);
    await save(hero, 2);
    await step('publish', hero, 10);
    await save(hero, 4);
    // The fork was created from 4, but 6 was the revision of the origin at its last save.
    await trim({ revisions: 2 });
    assert.deepEqual(await numbersOf(contentService, hero), [2, 6, 8, 10, 13, 14]);
    assert.deepEqual(await numbersOf(contentService, page), [1, 2]);
    await step('unpublish', hero, 14);
    await step('delete', hero, 14);
    await trim({ revisions: 2, days: 0 });
    assert.deepEqual(await numbersOf(contentService, hero), [2, 6, 8, 10, 13, 14]);
    await contentService.delivered();
    assert.deepEqual(await contentService.check(), []);
  });

  nodeTest(`retention covers stylesheets, long histories and concurrent writes (${kind})`, async (t) => {
    const { contentService, database, hero, save, trim, time } = await open(t);
    const sheet = (css: string) => ({ css, themes: [], breakpoints: [] });
    for (let revision = 0; revision < 6; revision++)
      await contentService.saveStylesheet('demo', sheet(`p { top: ${revision}px }`), writeOptions(revision));
    await contentService.stepStylesheet('publish', 'demo', writeOptions(6));
    await save(hero, 250);
    let running = true;
    let revision = 250;
    const saving = (async () => {
      while (running) {
        await contentService.save(hero, `<p>${revision}</p>`, writeOptions(revision));
        revision++;
      }
    })();
    // Two concurrent runs: one finds that the other is running.
    const [one, two] = await Promise.all([trim({ revisions: 3 }), trimHistories(database, { revisions: 3 }, time.now)]);
    running = false;
    await saving;
    assert.ok(one + two >= 247 + 3, `${one} + ${two}`);
    await trim({ revisions: 3 });
    assert.deepEqual(await numbersOf(contentService, hero), [revision - 2, revision - 1, revision]);
    const { items } = await contentService.stylesheetHistory('demo', { first: 9 });
    assert.deepEqual(
      items.map(({ number }) => number),
      [6, 5, 4],
    );
    await contentService.delivered();
    assert.deepEqual(await contentService.check(), []);
    // An erased library has lost all revisions, however many were removed before.
    await contentService.deleteLibrary('demo');
    await trim({ revisions: 2 });
    assert.deepEqual(await contentService.check(), []);
  });
}

test('the result of a write with an idempotency key is retained for its retries', async (t) => {
  const { execute, contentService, secrets, database } = await startGraphQLHost(t);
  const as = secrets.editor;
  const text =
    'mutation { saveVersion(id: "demo/hero/responsive", view: "<p>mine</p>", expectedRevision: 2, idempotencyKey: "K") { revision view } }';
  const given = { revision: 3, view: '<p>mine</p>' };
  assert.deepEqual((await execute(text, { token: as })).json.data.saveVersion, given);
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  const trim = (now: number) => trimHistories(database, { revisions: 2 }, now);
  for (let expected = 3; expected < 7; expected++)
    await contentService.save(hero, `<p>${expected + 1}</p>`, writeOptions(expected));
  // 1 is published, and 3 is the stored result.
  assert.equal(await trim(Date.now() + 1000), 3);
  assert.deepEqual((await execute(text, { token: as })).json.data.saveVersion, given);
  assert.deepEqual(await numbersOf(contentService, hero), [1, 3, 6, 7]);
  // The key is not retained longer.
  assert.equal(await trim(Date.now() + DAY + 1000), 1);
  assert.deepEqual(await numbersOf(contentService, hero), [1, 6, 7]);
});

nodeTest('the metric counts removed revisions', async () => {
  const { registry } = createMetrics({ removedRevisions: () => 7 });
  assert.match(await registry.metrics(), /^feaas_history_revisions_removed_total 7$/m);
});

nodeTest('the settings have a flag and a variable, and errors name the invalid value', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const { out } = await runCliInProcess(folder, ['config', '--history-revisions', '50'], { FEAAS_HISTORY_DAYS: '90' });
  assert.match(out, /FEAAS_HISTORY_REVISIONS +50 +--history-revisions/);
  assert.match(out, /FEAAS_HISTORY_DAYS +90 +FEAAS_HISTORY_DAYS/);
  const wrong = await runCliInProcess(folder, ['config', '--history-days', 'ten']);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /--history-days .*'ten'/);
});
