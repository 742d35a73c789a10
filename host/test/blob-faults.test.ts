/**
 * Every network driver on a failing connection: a call fails with an error that names the blob, or succeeds. No blob is truncated,
 * and the store recovers. Faults of the folder are in `full-disk`, `content-kill` and `blobs-folder`.
 */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { BlobChangedError, type BlobContent, type BlobStore, BlobStoreError } from '../src/storage/blob-store.js';
import type { StorageDrivers } from '../src/storage/drivers/registry.js';
import { openS3Blobs } from '../src/storage/s3/s3-blobs.js';
import { startAzurite } from './support/azurite.js';
import { testStores } from './support/databases.js';
import { writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { type Fault, type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.js';
import { s3Options, startS3ForFile } from './support/s3.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const LIMIT = { timeout: 120_000 };
/** In milliseconds. */
const TIMEOUT = 1_000;
const KEY = 'components/demo/hero/responsive/published.html';

const azurite = await startAzurite();
const s3 = await startS3ForFile();
let stores = 0;

/** The port of each server, and a function that opens a new store over another port. */
const DRIVERS: Readonly<
  Record<Exclude<keyof StorageDrivers, 'folder'>, { port: number; open: (port: number) => Promise<BlobStore> }>
> = {
  azure: {
    port: Number(new URL(azurite.url).port),
    open: async (port) => {
      const connection = azurite.connectionString.replace(/:\d+\//, `:${port}/`);
      return createAzureBlobs(connection, `faults-${++stores}`, silentLog, TIMEOUT);
    },
  },
  s3: {
    port: s3.port,
    open: (port) => openS3Blobs(s3Options(`faults-${++stores}`, `http://127.0.0.1:${port}`), silentLog, TIMEOUT),
  },
};

const blobOf = (text: string): BlobContent => ({
  ...{ contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', metadata: { text: text[0]! } },
  bytes: Buffer.from(text.repeat(40_000)),
});

for (const [name, { port, open }] of Object.entries(DRIVERS)) {
  const start = async (t: TestContext): Promise<{ store: BlobStore; proxy: FaultyProxy }> => {
    const proxy = await startFaultyProxy(port);
    cleanUp(t, () => proxy.close());
    const store = await open(proxy.port);
    await store.put(KEY, blobOf('a'));
    return { store, proxy };
  };
  const textOf = async (store: BlobStore): Promise<string | undefined> => {
    const blob = await store.get(KEY);
    const letter = blob?.metadata['text'];
    if (letter !== undefined)
      assert.equal(blob!.bytes.toString(), letter.repeat(40_000), 'one whole blob, with its headers');
    return letter;
  };
  const failed = (error: unknown): boolean => {
    assert.ok(error instanceof BlobStoreError, String(error));
    assert.match(error.message, /^(Blob '|Could not list |Another writer changed blob ')/);
    return true;
  };

  for (const fault of ['error', 'reset', 'torn upload', 'torn download', 'lost answer'] as const satisfies Fault[]) {
    test(`${name}: one ${fault} fault is retried without an error`, LIMIT, async (t) => {
      const { store, proxy } = await start(t);
      proxy.setFault(fault, 1);
      await store.put(KEY, blobOf('b'));
      proxy.setFault(fault, 1);
      assert.equal(await textOf(store), 'b');
      proxy.setFault(fault, 1);
      assert.equal((await store.head(KEY))?.metadata['text'], 'b');
      proxy.setFault(fault, 1);
      await store.delete(KEY);
      proxy.setFault();
      assert.equal(await store.get(KEY), undefined);
    });
  }

  for (const fault of ['error', 'reset', 'torn upload', 'silent'] as const satisfies Fault[]) {
    test(`${name}: a permanent ${fault} fault fails, changes nothing, and is recovered`, LIMIT, async (t) => {
      const { store, proxy } = await start(t);
      proxy.setFault(fault);
      const list = async (): Promise<void> => {
        for await (const key of store.list('')) assert.fail(key);
      };
      await Promise.all([
        assert.rejects(store.put(KEY, blobOf('b')), failed),
        assert.rejects(store.get(KEY), failed),
        assert.rejects(store.head(KEY), failed),
        assert.rejects(store.delete('another'), failed),
        assert.rejects(store.fence!(KEY), failed),
        assert.rejects(list(), failed),
      ]);
      proxy.setFault();
      assert.equal(await textOf(store), 'a');
      await store.put(KEY, blobOf('c'));
      assert.equal(await textOf(store), 'c');
    });
  }

  test(`${name}: a response that is always truncated is an error, not a partial blob`, LIMIT, async (t) => {
    const { store, proxy } = await start(t);
    proxy.setFault('torn download');
    await assert.rejects(store.get(KEY), failed);
    proxy.setFault();
    assert.equal(await textOf(store), 'a');
  });

  test(`${name}: a response that trickles for longer than the timeout is read to its end`, LIMIT, async (t) => {
    const { store, proxy } = await start(t);
    proxy.setFault('slow');
    const start_ = performance.now();
    assert.equal(await textOf(store), 'a');
    assert.ok(performance.now() - start_ > TIMEOUT, 'slower than the time-out');
  });

  test(
    `${name}: a fenced write whose response is lost is applied, and reports a change, which the outbox repeats`,
    LIMIT,
    async (t) => {
      const { store, proxy } = await start(t);
      const write = await store.fence!(KEY);
      proxy.setFault('lost answer', 1);
      // The driver repeats the request. By then, the blob has another ETag: that of this very write.
      await assert.rejects(write(blobOf('b')), BlobChangedError);
      assert.equal(await textOf(store), 'b');
      const again = await store.fence!(KEY);
      await again(blobOf('c'));
      assert.equal(await textOf(store), 'c');
    },
  );

  test(`${name}: content that was acknowledged during faults is published after them`, LIMIT, async (t) => {
    const { store, proxy } = await start(t);
    const contentService = await openContentService(await testStores('libsql').newStore(), {
      blobs: store,
      timeout: 100,
    });
    cleanUp(t, () => contentService.close());
    const hero = await makeLibrary(contentService, 'demo');
    let revision = 0;
    for (const fault of ['error', 'torn upload', 'reset', 'lost answer', 'silent'] as const satisfies Fault[]) {
      proxy.setFault(fault);
      await contentService.save(hero, `<p>${fault}</p>`, writeOptions(revision++));
      assert.equal((await contentService.step('publish', hero, writeOptions(revision))).published, revision);
    }
    proxy.setFault();
    await contentService.delivered();
    assert.equal((await store.get(KEY))?.bytes.toString(), '<p>silent</p>');
    assert.deepEqual(await contentService.check(), []);
  });
}
