/** Publication when blobs cannot be written, or not in time; and the findings of `check`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type BlobStore, BlobStoreError } from '../src/storage/blob-store.js';
import { removeOld } from '../src/content/cleanup/cleanup-job.js';
import type { Database } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { DATABASE_KINDS, testStores } from './support/databases.js';
import { folderBlobsOf, writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { createDeferred } from './support/deferred.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const PUBLISHED = 'components/demo/hero/responsive/published.html';

/** A real store with a function that runs before each `put`. */
function withPutHook(blobs: BlobStore, door: (key: string) => Promise<void>): BlobStore {
  return {
    ...blobs,
    put: async (key, blob) => {
      await door(key);
      await blobs.put(key, blob);
    },
  };
}

for (const kind of DATABASE_KINDS) {
  describe(`publication on ${kind}`, () => {
    const stores = testStores(kind);

    test('a write is acknowledged after its blobs are written', async () => {
      const place = await stores.newStore();
      let open = (): void => {};
      const door = new Promise<void>((resolve) => (open = resolve));
      const contentService = await openContentService(place, {
        blobs: withPutHook(folderBlobsOf(place), () => door),
        timeout: 600_000,
      });
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      let acknowledged = false;
      const published = contentService.step('publish', hero, writeOptions(1)).then(() => (acknowledged = true));
      await waitUntil(async () => (await contentService.versions([hero]))[0]?.published === 1);
      assert.equal(acknowledged, false);
      assert.match((await contentService.check()).join('\n'), /published\.html: has no blob \(still to be delivered\)/);
      open();
      await published;
      assert.equal((await contentService.blobs.get(PUBLISHED))?.bytes.toString(), 'a');
      await contentService.close();
    });

    test('a publication that takes too long is acknowledged after its commit, and written later, in order', async () => {
      const place = await stores.newStore();
      let open = (): void => {};
      const door = new Promise<void>((resolve) => (open = resolve));
      const contentService = await openContentService(place, {
        blobs: withPutHook(folderBlobsOf(place), () => door),
        timeout: 20,
      });
      const hero = await makeLibrary(contentService, 'demo');
      for (let count = 0; count < 5; count++) {
        await contentService.save(hero, `v${count}`, writeOptions(count));
        await contentService.step('publish', hero, writeOptions(count + 1));
      }
      assert.equal(await contentService.blobs.get(PUBLISHED), undefined);
      open();
      await contentService.delivered();
      assert.equal((await contentService.blobs.get(PUBLISHED))?.bytes.toString(), 'v4');
      assert.deepEqual(await contentService.check(), []);
      await contentService.close();
    });

    test('a publication that fails is acknowledged, and retried until it succeeds', async () => {
      const place = await stores.newStore();
      let failures = 0;
      const door = async (key: string): Promise<void> => {
        if (key === PUBLISHED && failures++ < 3) throw new Error('the store is away');
      };
      const lines: string[] = [];
      const contentService = await openContentService(place, {
        blobs: withPutHook(folderBlobsOf(place), door),
        timeout: 600_000,
        log: { ...silentLog, warn: (line) => void lines.push(line) },
      });
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      assert.equal((await contentService.step('publish', hero, writeOptions(1))).published, 1);
      await contentService.delivered();
      assert.equal(failures, 4);
      assert.equal((await contentService.blobs.get(PUBLISHED))?.bytes.toString(), 'a');
      assert.deepEqual(lines.slice(0, 2), [
        `delivery: ${PUBLISHED} failed, once more in 0.25 s: the store is away`,
        `delivery: ${PUBLISHED} failed, once more in 0.5 s: the store is away`,
      ]);
      assert.deepEqual(await contentService.check(), []);
      await contentService.close();
    });

    test('a clock that is set back after a failure does not delay the next retry', { timeout: 30_000 }, async (t) => {
      const place = await stores.newStore();
      let failures = 0;
      const door = async (): Promise<void> => {
        if (failures++ === 0) throw new Error('the store is away');
      };
      const contentService = await openContentService(place, { blobs: withPutHook(folderBlobsOf(place), door) });
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      const { now } = Date;
      const ahead = t.mock.method(Date, 'now', () => now() + 3_600_000);
      await contentService.step('stage', hero, writeOptions(1));
      // The failure is reported before it is recorded.
      await sleep(100);
      ahead.mock.restore();
      await waitUntil(() => contentService.blobs.get('components/demo/hero/responsive/staged.html'));
      await contentService.close();
    });

    test('publishing resolves once the blobs are written, before the outbox entry is removed', async () => {
      const place = await stores.newStore();
      const database = await openDatabase(place.settings);
      const notes: (() => Promise<void>)[] = [];
      let isNoting = false;
      const noting = async () => {
        isNoting = true;
      };
      const write: Database['write'] = (work) => {
        if (!isNoting) return database.write(work);
        return new Promise((resolve, reject) => {
          notes.push(() => database.write(work).then(resolve, reject));
        });
      };
      // During each read of the open deliveries, one more is recorded before the result returns.
      const read = database.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          const isOfOpen = result.rows.some((row) => !('delivered' in row));
          if (isNoting && isOfOpen)
            await notes
              .shift()?.()
              .then(() => setImmediate());
          return result;
        },
      });
      const blobs = withPutHook(folderBlobsOf(place), noting);
      const contentService = createContentService({ database: { ...database, read, write }, blobs, log: silentLog });
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      await contentService.step('publish', hero, writeOptions(1));
      assert.equal(notes.length, 2);
      assert.equal(await contentService.isDelivered(hero), true);
      isNoting = false;
      await Promise.all(notes.map((note) => note()));
      await contentService.close();
    });

    test('an attempt to write each blob once returns how many failed and why, and logs one line', async () => {
      const place = await stores.newStore();
      const lines: string[] = [];
      const refuse = (key: string) => Promise.reject(new Error(`no ${key}`));
      const log = { ...silentLog, warn: (line: string) => void lines.push(line) };
      const contentService = await openContentService(place, { blobs: withPutHook(folderBlobsOf(place), refuse), log });
      const hero = await makeLibrary(contentService, 'demo');
      for (const version of ['a', 'b', 'c']) {
        await contentService.save({ ...hero, version }, 'x', writeOptions(0));
        await contentService.step('publish', { ...hero, version }, writeOptions(1));
      }
      await assert.rejects(
        contentService.delivered({ once: true }),
        /^Error: could not write 6 blobs\. The host tries again by itself; check the store if it continues\. The first: no components\//,
      );
      assert.equal(lines.filter((line) => line.includes('once more in 0.25 s')).length, 1, lines.join('\n'));
      await contentService.close();
    });

    test('a store that asks for another wait each time is logged as often as one that asks for none', async () => {
      const place = await stores.newStore();
      const lines: string[] = [];
      let asked = 60;
      const refuse = async () => {
        throw new BlobStoreError('The store is busy.', { retryAfter: asked++ });
      };
      const time = { now: 0 };
      const contentService = await openContentService(place, {
        blobs: withPutHook(folderBlobsOf(place), refuse),
        timeout: 600_000,
        log: { ...silentLog, warn: (line) => void lines.push(line) },
        outbox: { elapsed: () => time.now },
      });
      const hero = await makeLibrary(contentService, 'demo');
      const publish = async (version: string): Promise<void> => {
        await contentService.save({ ...hero, version }, 'x', writeOptions(0));
        await contentService.step('publish', { ...hero, version }, writeOptions(1));
      };
      for (const version of ['a', 'b', 'c', 'd']) await publish(version);
      assert.equal(asked, 68, 'each blob failed');
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(
        lines[0]!,
        /^delivery: components\/demo\/hero\/a\/.* failed, once more in 6\d s: The store is busy\.$/,
      );
      time.now = 60_000;
      await publish('e');
      assert.equal(lines.length, 2, lines.join('\n'));
      await contentService.close();
    });

    test('everything is published again on request', async () => {
      const contentService = await openContentService(await stores.newStore());
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      await contentService.step('publish', hero, writeOptions(1));
      for await (const key of contentService.blobs.list('')) await contentService.blobs.delete(key);
      assert.equal((await contentService.check()).length, 2);
      await contentService.redeliver();
      await contentService.delivered();
      assert.deepEqual(await contentService.check(), []);
      await contentService.close();
    });

    test('pending publications are completed at the next start', async () => {
      const place = await stores.newStore();
      const never = withPutHook(folderBlobsOf(place), () => Promise.reject(new Error('away')));
      const first = await openContentService(place, { blobs: never });
      const hero = await makeLibrary(first, 'demo');
      await first.save(hero, 'a', writeOptions(0));
      await first.step('stage', hero, writeOptions(1));
      await first.step('publish', hero, writeOptions(1));
      await first.step('unstage', hero, writeOptions(1));
      assert.equal((await first.check()).length, 3);
      await first.close();
      const second = await openContentService(place);
      await second.delivered();
      assert.deepEqual(await second.check(), []);
      assert.ok((await second.blobs.get('components/demo/hero/responsive/staged.html'))?.metadata['versiondeletedat']);
      await second.close();
    });

    test('a publication to an unresponsive store does not prevent closing', { timeout: 30_000 }, async (t) => {
      // Keeps the process alive, as a socket does.
      const alive = setInterval(() => {}, 1_000);
      cleanUp(t, () => clearInterval(alive));
      const place = await stores.newStore();
      const away = withPutHook(folderBlobsOf(place), () => Promise.reject(new Error('away')));
      const first = await openContentService(place, { blobs: away });
      const hero = await makeLibrary(first, 'demo');
      await first.save(hero, 'a', writeOptions(0));
      await first.step('stage', hero, writeOptions(1));
      await first.close();
      const asked = createDeferred();
      const silent = withPutHook(folderBlobsOf(place), () => {
        asked.resolve();
        return new Promise(() => {});
      });
      // The delivery is found by polling, not by a write.
      const second = await openContentService(place, { blobs: silent, timeout: 20 });
      await asked.promise;
      await second.close();
      assert.equal(await second.ready(), false);
    });

    test('check names inconsistencies', async () => {
      const place = await stores.newStore();
      const contentService = await openContentService(place);
      const hero = await makeLibrary(contentService, 'demo');
      await contentService.save(hero, 'a', writeOptions(0));
      await contentService.step('stage', hero, writeOptions(1));
      await contentService.step('publish', hero, writeOptions(1));
      // A step is acknowledged before its blobs are recorded as written.
      await contentService.delivered();
      assert.deepEqual(await contentService.check(), []);
      const { blobs } = contentService;
      const folder = 'components/demo/hero/responsive';
      const blob = await blobs.get(PUBLISHED);
      assert.ok(blob);
      await blobs.put(PUBLISHED, { ...blob, bytes: Buffer.from('b') });
      await blobs.put(`${folder}/staged.html`, { ...blob, cacheControl: 'no-cache' });
      await blobs.delete(`${folder}/1.html`);
      await blobs.put('styles/demo/published.css', blob);
      assert.deepEqual((await contentService.check()).toSorted(), [
        `${folder}/1.html: has no blob`,
        `${folder}/published.html: has 1 other bytes in place of 1`,
        `${folder}/staged.html: versionrevision is 'published', not 'staged'`,
        'styles/demo/published.css: is a blob that the database does not know',
      ]);
      await contentService.close();
      const database = await openDatabase(place.settings);
      await database.write(async (transaction) => {
        await transaction.updateTable('documents').set({ published: null }).execute();
        await transaction
          .insertInto('revisions')
          .values({ ...hero, number: 3, content: '', author: '', at: 0 })
          .execute();
      });
      const broken = createContentService({ database, blobs, log: silentLog });
      const found = await broken.check();
      assert.ok(found.includes('demo/hero/responsive: is at revision 1, but has 2 up to 3'), found.join('\n'));
      assert.ok(found.includes(`${PUBLISHED}: its document is not published, but revision 1 is delivered`));
      await broken.close();
    });

    test('a closed content service is not ready and rejects reads', async () => {
      const contentService = await openContentService(await stores.newStore());
      await makeLibrary(contentService, 'demo');
      assert.equal(await contentService.ready(), true);
      await contentService.close();
      assert.equal(await contentService.ready(), false);
      await assert.rejects(contentService.library('demo'));
    });

    test('old idempotency keys and changes are removed', async () => {
      const place = await stores.newStore();
      const database = await openDatabase(place.settings);
      let now = 1_000_000;
      const contentService = createContentService({
        database,
        blobs: folderBlobsOf(place),
        log: silentLog,
        clock: () => now,
      });
      const hero = await makeLibrary(contentService, 'demo');
      const count = async (table: 'operations' | 'changes') =>
        (await database.read.selectFrom(table).selectAll().execute()).length;
      await contentService.save(hero, 'a', writeOptions(0, 'a'));
      now += 24 * 3_600_000 - 1;
      await removeOld(database, now);
      assert.deepEqual([await count('operations'), await count('changes')], [1, 1]);
      await removeOld(database, ++now);
      assert.deepEqual([await count('operations'), await count('changes')], [0, 1]);
      await removeOld(database, (now += 6 * 24 * 3_600_000));
      assert.equal(await count('changes'), 0);
      await contentService.close();
    });
  });
}
