/** A blob store that accepts connections and never responds: waiting calls fail with a reason, and the store recovers. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { startAzurite } from './support/azurite.js';
import { testStores } from './support/databases.js';
import { type FreezableProxy, startFreezableProxy } from './support/freezable-proxy.js';
import { writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const LIMIT = { timeout: 60_000 };
const azurite = await startAzurite();
const KEY = 'components/demo/hero/responsive/published.html';
const BLOB = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from('one') };

/** Azurite behind a proxy that can stop responding. */
async function startStore(
  t: TestContext,
  container: string,
  timeout = 1_000,
): Promise<{ gate: FreezableProxy; store: BlobStore }> {
  const { port } = new URL(azurite.url);
  const gate = await startFreezableProxy(Number(port));
  cleanUp(t, () => gate.close());
  const connection = azurite.connectionString.replace(`:${port}/`, `:${gate.port}/`);
  return { gate, store: createAzureBlobs(connection, container, silentLog, timeout) };
}

async function drain(store: BlobStore): Promise<void> {
  for await (const key of store.list('')) void key;
}

test('every call to a silent store fails with its reason', LIMIT, async (t) => {
  const { gate, store } = await startStore(t, 'silent-1');
  gate.setFrozen(true);
  const silent = /it did not respond for 1 s\.$/;
  await assert.rejects(store.put(KEY, BLOB), silent, 'while it is set up');
  gate.setFrozen(false);
  await store.put(KEY, BLOB);
  gate.setFrozen(true);
  await assert.rejects(store.put(KEY, BLOB), silent);
  await assert.rejects(store.get(KEY), silent);
  await assert.rejects(store.head(KEY), silent);
  await assert.rejects(store.delete('another'), silent);
  await assert.rejects(drain(store), silent);
  gate.setFrozen(false);
  assert.equal((await store.get(KEY))?.bytes.toString(), 'one');
});

test('publication resumes when the store recovers; the acknowledged write reported it', LIMIT, async (t) => {
  const { gate, store } = await startStore(t, 'silent-2');
  const contentService = await openContentService(await testStores('libsql').newStore(), {
    blobs: store,
    timeout: 100,
  });
  cleanUp(t, () => contentService.close());
  const hero = await makeLibrary(contentService, 'demo');
  await contentService.save(hero, 'one', writeOptions(0));
  await contentService.step('publish', hero, writeOptions(1));
  await contentService.delivered();
  assert.equal(await contentService.isDelivered(hero), true);
  gate.setFrozen(true);
  await contentService.save(hero, 'two', writeOptions(1));
  assert.equal((await contentService.step('publish', hero, writeOptions(2))).published, 2);
  assert.equal(await contentService.isDelivered(hero), false);
  gate.setFrozen(false);
  await contentService.delivered();
  assert.equal(await contentService.isDelivered(hero), true);
  assert.equal((await store.get(KEY))?.bytes.toString(), 'two');
});
