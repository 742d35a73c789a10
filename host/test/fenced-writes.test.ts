/** A delayed write of a suspended or disconnected host does not persist. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { BlobChangedError, type BlobContent, type BlobStore } from '../src/storage/blob-store.js';
import { openS3Blobs } from '../src/storage/s3/s3-blobs.js';
import { startAzurite } from './support/azurite.js';
import {
  folderBlobsOf,
  writeOptions,
  makeLibrary,
  openContentService,
  silentLog,
  type TestStore,
} from './support/content-services.js';
import { testStores } from './support/databases.js';
import { s3Options, startS3ForFile } from './support/s3.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const KEY = 'components/demo/hero/responsive/published.html';
const azurite = await startAzurite();
const s3 = await startS3ForFile();
const unconditional = await startS3ForFile({ conditions: 'ignored' });
let containers = 0;
const STORES: Readonly<Record<string, (place: TestStore) => BlobStore | Promise<BlobStore>>> = {
  folder: folderBlobsOf,
  azure: () => createAzureBlobs(azurite.connectionString, `late-${++containers}`, silentLog),
  'S3 with conditional writes': () => openS3Blobs(s3Options('late', s3.url), silentLog),
  'S3 without conditional writes': () => openS3Blobs(s3Options('late', unconditional.url), silentLog),
};

/** Delays writes of the last revision. Their result never reaches the writer, as if it had crashed. */
function withDelayedWrites(blobs: BlobStore): { blobs: BlobStore; stalled: Promise<void>; land: () => Promise<void> } {
  let land = async (): Promise<void> => {};
  let onStalled = (): void => {};
  const stalled = new Promise<void>((resolve) => (onStalled = resolve));
  const hold = (key: string, put: (blob: BlobContent) => Promise<void>, blob: BlobContent): Promise<void> => {
    if (key !== KEY || !Buffer.from(blob.bytes).includes('four')) return put(blob);
    land = () => put(blob).catch((error: unknown) => assert.ok(error instanceof BlobChangedError));
    onStalled();
    return new Promise(() => {});
  };
  return {
    blobs: {
      ...blobs,
      put: (key, blob) => hold(key, (late) => blobs.put(key, late), blob),
      ...(blobs.fence && {
        async fence(key) {
          const put = await blobs.fence!(key);
          return (blob) => hold(key, put, blob);
        },
      }),
    },
    stalled,
    land: () => land(),
  };
}

/** Terminates every connection to a database, which releases their locks. */
async function cutConnections({ settings: { url } }: TestStore): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

describe('a delayed write that is applied after a later write', () => {
  for (const [name, storeOf] of Object.entries(STORES)) {
    test(`heals without an operator: ${name}`, { timeout: 60_000 }, async (t: TestContext) => {
      const place = await testStores('postgres').newStore();
      const shared = await storeOf(place);
      const slow = withDelayedWrites(shared);
      const first = await openContentService(place, { blobs: slow.blobs, timeout: 100 });
      const hero = await makeLibrary(first, 'demo');
      await first.save(hero, 'three', writeOptions(0));
      await first.step('publish', hero, writeOptions(1));
      await first.save(hero, 'four', writeOptions(1));
      await first.step('publish', hero, writeOptions(2));
      await slow.stalled;
      await cutConnections(place);
      const second = await openContentService(place, { blobs: shared, timeout: 5_000, readBackInterval: 50 });
      cleanUp(t, () => second.close());
      await second.save(hero, 'five', writeOptions(2));
      await second.step('publish', hero, writeOptions(3));
      const text = async (): Promise<string | undefined> => (await shared.get(KEY))?.bytes.toString();
      await waitUntil(async () => (await text()) === 'five');
      await second.delivered();
      // The writer is not notified any more.
      await first.close();
      await slow.land();
      await sleep(20);
      await waitUntil(async () => (await text()) === 'five');
      await sleep(200);
      assert.equal(await text(), 'five');
      assert.deepEqual(await second.check(), []);
    });
  }
});

test('Azure fences writes: a writer that read before another write fails', async () => {
  const store = await STORES['azure']!({} as TestStore);
  const blob = (text: string): BlobContent => ({
    ...{ contentType: 'text/html', cacheControl: 'no-cache', metadata: {} },
    bytes: Buffer.from(text),
  });
  const [one, other] = [await store.fence!(KEY), await store.fence!(KEY)];
  await one(blob('one'));
  await assert.rejects(other(blob('other')), BlobChangedError, 'there was none, and there is one');
  const [third, fourth] = [await store.fence!(KEY), await store.fence!(KEY)];
  await fourth(blob('four'));
  await assert.rejects(third(blob('three')), BlobChangedError);
  assert.equal((await store.get(KEY))?.bytes.toString(), 'four');
});
