/** Writers and deletions with overlapping transactions; an embedded database has one writer at a time anyway. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { requireComponent } from '../src/content/components/require-component.js';
import { createEntry } from '../src/content/entries/entries.js';
import { addChange } from '../src/content/entries/change-feed.js';
import { requireLibrary } from '../src/content/locks/require-library.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import type { Queries } from '../src/db/schema.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { folderBlobsOf, writeOptions, makeLibrary, silentLog } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const REVISION = { content: '<p>late</p>', author: 'Ann', at: 1 };

/** A content service, and a transaction that is kept open between two of its statements. */
async function open(t: TestContext) {
  const place = await testStores('postgres').newStore();
  const database = await openDatabase(place.settings);
  const contentService = createContentService({ database, blobs: folderBlobsOf(place), log: silentLog });
  cleanUp(t, () => contentService.close());
  const hero = await makeLibrary(contentService, 'demo');
  const hold = async <First>(
    first: (transaction: Queries) => Promise<First>,
    then: (transaction: Queries, result: First) => Promise<void> = async () => {},
  ) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let done: Promise<void> | undefined;
    const result = await new Promise<First>((resolve, reject) => {
      done = database.write(async (transaction) => {
        const found = await first(transaction);
        resolve(found);
        await released;
        await then(transaction, found);
      });
      done.catch(reject);
    });
    return { result, finish: () => (release(), done) };
  };
  return { contentService, database, hero, hold };
}

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([work, new Promise((resolve) => setTimeout(resolve, 300, isPending))])) === isPending;

test('a version that is created during the deletion of its component is deleted with it', async (t) => {
  const { contentService, hero, hold } = await open(t);
  const saving = await hold(
    (transaction) => requireComponent(transaction, hero, 'postgres'),
    async (transaction) => {
      assert.ok(await createEntry(transaction, hero, null, REVISION));
      await addChange(transaction, hero, { action: 'save', revision: 1, at: 1 });
    },
  );
  const deleting = contentService.deleteComponent('demo', 'hero');
  assert.ok(await isPending(deleting));
  await saving.finish();
  assert.equal(await deleting, true);
  const [version] = await contentService.versions([hero]);
  assert.ok(version?.deletedAt);
});

test('content that is created during the deletion of its library is deleted with it', async (t) => {
  const { contentService, database, hold } = await open(t);
  const saving = await hold(
    (transaction) => requireLibrary(transaction, 'demo', 'postgres'),
    async (transaction) => {
      const source = { library: 'demo', id: 'late', sample: '{}', settings: null, modified_at: 1, public: 0 };
      await transaction.insertInto('data_sources').values(source).execute();
    },
  );
  const deleting = contentService.deleteLibrary('demo');
  assert.ok(await isPending(deleting));
  await saving.finish();
  assert.equal(await deleting, true);
  assert.deepEqual(await database.read.selectFrom('data_sources').selectAll().execute(), []);
});

test('one of two concurrent creations of a version at an erased address, on two hosts, succeeds', async (t) => {
  const { contentService, database, hero, hold } = await open(t);
  await contentService.save(hero, '<p>1</p>', writeOptions(0));
  await contentService.deleteLibrary('demo');
  await makeLibrary(contentService, 'demo');
  const one = await hold((transaction) => createEntry(transaction, hero, null, REVISION));
  assert.equal(one.result?.revision, 2);
  const another = database.write((transaction) => createEntry(transaction, hero, null, REVISION));
  assert.ok(await isPending(another));
  await one.finish();
  assert.equal(await another, undefined);
  assert.deepEqual(await contentService.check(), []);
});
