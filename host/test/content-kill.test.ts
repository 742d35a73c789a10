/** A few of the kills of `npm run test:kill`, and the recovery of pending work of a killed host by another. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { killLoop } from './kill/kill-loop.js';
import { DATABASE_KINDS, testStores } from './support/databases.js';
import { endWithTests } from './support/end-with-tests.js';
import { s3Options, startS3ForFile } from './support/s3.js';
import { makeLibrary, openContentService, writeOptions } from './support/content-services.js';
import { killAfterTest } from '../../tests/lib/clean-up.js';

const KILLS = Math.ceil(Number(process.env['FEAAS_KILLS'] ?? 500) / 160);
const STUCK = fileURLToPath(new URL('kill/stuck-publish.ts', import.meta.url));

test(`of ${KILLS} kills on PostgreSQL and S3 none loses or truncates content`, async () => {
  const s3 = await startS3ForFile();
  const stores = testStores('postgres');
  let buckets = 0;
  const place = async () => ({ ...(await stores.newStore()), bucket: s3Options(`killed-${buckets++}`, s3.url) });
  const tally = await killLoop(KILLS, place);
  assert.deepEqual([tally.lost, tally.torn, tally.kills], [[], [], KILLS]);
  assert.ok(tally.acknowledged >= KILLS);
});

for (const kind of DATABASE_KINDS) {
  describe(`killed on ${kind}`, () => {
    const stores = testStores(kind);

    test(`of ${KILLS} kills none loses or truncates content`, async () => {
      const tally = await killLoop(KILLS, stores.newStore);
      assert.deepEqual(tally.lost, []);
      assert.deepEqual(tally.torn, []);
      assert.equal(tally.kills, KILLS);
      assert.ok(tally.acknowledged >= KILLS);
    });

    test('a publication that a killed host began is completed', async (t) => {
      const place = await stores.newStore();
      const before = await openContentService(place);
      const hero = await makeLibrary(before, 'demo');
      await before.save(hero, '<p>1</p>', writeOptions(0));
      // On PostgreSQL, another host runs all the time.
      const other = kind === 'postgres' ? before : await before.close();
      const settings = { ...place.settings, log: undefined };
      const child = spawn(process.execPath, ['--import', 'tsx', STUCK, JSON.stringify(settings)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      endWithTests(child);
      killAfterTest(t, child);
      // The process has committed and is writing the blob.
      await once(child.stdout, 'data');
      const gone = once(child, 'exit');
      if (other) assert.equal((await other.versions([hero]))[0]?.published, 1);
      child.kill('SIGKILL');
      await gone;
      const contentService = other ?? (await openContentService(place));
      await contentService.delivered();
      const blob = await before.blobs.get('components/demo/hero/responsive/published.html');
      assert.equal(blob?.bytes.toString(), '<p>1</p>');
      assert.deepEqual(await contentService.check(), []);
      await contentService.close();
    });
  });
}
