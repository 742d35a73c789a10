/** The blobs have the Cache-Control header that the host itself sends, for a CDN in front of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { recordMaxAge } from '../src/publishing/outbox/published-max-age.js';
import { folderBlobsOf, writeOptions, makeLibrary, silentLog } from './support/content-services.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';

for (const kind of DATABASE_KINDS) {
  describe(`max-age of blobs on ${kind}`, () => {
    test('published blobs have the max-age of the last started host; other blobs keep their own', async () => {
      const place = await testStores(kind).newStore();
      const database = await openDatabase(place.settings);
      const blobs = folderBlobsOf(place);
      const contentService = createContentService({ database, blobs, log: silentLog });
      const hero = await makeLibrary(contentService, 'demo');
      const gone = await makeLibrary(contentService, 'gone');
      const publish = async (address: typeof hero): Promise<void> => {
        await contentService.save(address, 'a', writeOptions(0));
        await contentService.step('publish', address, writeOptions(1));
      };
      await publish(gone);
      await contentService.step('unpublish', gone, writeOptions(1));
      await publish(hero);
      const controls = async (): Promise<(string | undefined)[]> => {
        await contentService.delivered();
        const keys = ['components/demo/hero/responsive/published.html', 'components/demo/hero/responsive/1.html'];
        keys.push('components/gone/hero/responsive/published.html');
        return Promise.all(keys.map(async (key) => (await blobs.head(key))?.cacheControl));
      };
      const forEver = 'public, max-age=31536000, immutable';
      const never = 'public, max-age=0, must-revalidate';
      assert.deepEqual(await controls(), [never, forEver, never]);
      await recordMaxAge(database, 60);
      assert.deepEqual(await controls(), ['public, max-age=60, must-revalidate', forEver, never]);
      await contentService.save(hero, 'b', writeOptions(1));
      await contentService.step('publish', hero, writeOptions(2));
      assert.equal((await controls())[0], 'public, max-age=60, must-revalidate');
      assert.deepEqual(await contentService.check(), []);
      await recordMaxAge(database, 0);
      assert.deepEqual(await controls(), [never, forEver, never]);
      await contentService.close();
    });
  });
}
