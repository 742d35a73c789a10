/** One suite for the stores of all drivers; azurite emulates Azure Blob Storage, s3rver S3. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { parseStorage, storageAt } from '../src/storage/drivers/registry.js';
import { BlobChangedError, type BlobHeaders, type BlobStore } from '../src/storage/blob-store.js';
import { BadInputError } from '../src/lib/domain-error.js';
import { silentLog } from './support/content-services.js';
import { makePublishedFolder } from './support/published-host.js';
import { DRIVER_EXAMPLES } from './support/storage-drivers.js';

const HEADERS: BlobHeaders = {
  contentType: 'text/html; charset=utf-8',
  cacheControl: 'public, max-age=0, must-revalidate',
  metadata: { versionid: 'responsive', versiondeletedat: '2024-05-06T07:08:09.000Z', _x: 'a, b;  "c"' },
};

const write = (store: BlobStore, key: string, text = key): Promise<void> =>
  store.put(key, { ...HEADERS, bytes: Buffer.from(text) });

async function listed(store: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}

for (const [name, { start }] of Object.entries(DRIVER_EXAMPLES)) {
  const settingsOfEmptyStore = await start();
  const open = async (t: TestContext): Promise<BlobStore> => {
    const data = await makePublishedFolder(t);
    const storage = storageAt(parseStorage(settingsOfEmptyStore()));
    storage.prepare(data);
    return storage.open({ data, log: silentLog });
  };
  const on = (what: string, run: (store: BlobStore) => Promise<void>): void =>
    void test(`${name}: ${what}`, async (t) => run(await open(t)));

  on('what was put comes back, byte for byte, with its headers', async (store) => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256);
    const before = Date.now();
    // A view into a larger buffer: only the bytes of the view are the blob.
    await store.put('media/demo/pixel.png', { ...HEADERS, bytes: bytes.subarray(5, 66_000) });
    const blob = await store.get('media/demo/pixel.png');
    assert.ok(blob);
    assert.ok(blob.bytes.equals(Buffer.from(bytes.subarray(5, 66_000))));
    assert.equal(blob.contentType, HEADERS.contentType);
    assert.equal(blob.cacheControl, HEADERS.cacheControl);
    assert.deepEqual(blob.metadata, HEADERS.metadata);
    // Azure has times in whole seconds.
    assert.ok(blob.modifiedAt >= before - 1000 && blob.modifiedAt <= Date.now());
  });

  on('a head tells the same as the blob, without its bytes', async (store) => {
    const key = 'thumbnails/demo/hero.jpg';
    assert.equal(await store.head(key), undefined);
    // Longer than the first read, also with its header.
    for (const metadata of [HEADERS.metadata, { ...HEADERS.metadata, long: 'x'.repeat(7_000) }]) {
      await store.put(key, { ...HEADERS, metadata, bytes: Buffer.alloc(20_000, 'ü') });
      const { bytes, ...head } = (await store.get(key))!;
      assert.equal(bytes.length, 20_000);
      assert.deepEqual(await store.head(key), head);
      assert.deepEqual(head.metadata, metadata);
    }
    await store.delete(key);
    assert.equal(await store.head(key), undefined);
  });

  on('a fenced put lands unless somebody has written the blob since', async (store) => {
    if (!store.fence) return;
    const key = 'components/demo/hero/responsive/published.html';
    const textOf = async (): Promise<string | undefined> => (await store.get(key))?.bytes.toString();
    const blobOf = (text: string) => ({ ...HEADERS, bytes: Buffer.from(text) });
    const late = await store.fence(key);
    const first = await store.fence(key);
    await first(blobOf('one'));
    assert.equal(await textOf(), 'one');
    await assert.rejects(late(blobOf('late')), BlobChangedError);
    await assert.rejects(first(blobOf('again')), BlobChangedError);
    const beforeWrite = await store.fence(key);
    await write(store, key, 'two');
    await assert.rejects(beforeWrite(blobOf('late')), BlobChangedError);
    const beforeDelete = await store.fence(key);
    await store.delete(key);
    await assert.rejects(beforeDelete(blobOf('late')), BlobChangedError);
    assert.equal(await textOf(), undefined);
    const ofAnother = await store.fence(key);
    await write(store, 'components/demo/hero/other/published.html');
    await ofAnother(blobOf('three'));
    const { bytes, modifiedAt, ...headers } = (await store.get(key))!;
    assert.equal(bytes.toString(), 'three');
    assert.ok(modifiedAt > 0);
    assert.deepEqual(headers, HEADERS);
  });

  on('an empty blob is a blob', async (store) => {
    await write(store, 'components/demo/hero/responsive/published.html', '');
    const blob = await store.get('components/demo/hero/responsive/published.html');
    assert.equal(blob?.bytes.length, 0);
    assert.equal(blob?.metadata['versionid'], 'responsive');
  });

  on('a put replaces bytes and headers, a delete removes both, and both may be repeated', async (store) => {
    const key = 'styles/demo/published.css';
    assert.equal(await store.get(key), undefined);
    await store.delete(key);
    await write(store, key, 'first');
    await store.put(key, { contentType: 'text/css', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from('2') });
    const { modifiedAt, ...blob } = (await store.get(key))!;
    assert.ok(modifiedAt > 0);
    assert.deepEqual(blob, {
      contentType: 'text/css',
      cacheControl: 'no-cache',
      metadata: {},
      bytes: Buffer.from('2'),
    });
    await store.delete(key);
    await store.delete(key);
    assert.equal(await store.get(key), undefined);
    assert.deepEqual(await listed(store, ''), []);
  });

  on('every name is one blob and comes back as it was', async (store) => {
    const names = [
      'hero',
      'Hero',
      'HERO',
      'größe',
      'gro\u0308ße',
      '日本 語',
      '👩‍🚀',
      'con',
      'CON',
      'nul.txt',
      'lpt1',
      'a.blob',
      ' leading and trailing ',
      '.hidden',
      '..double',
      'a+b',
      'a%2fb',
      'a:b*?"<>|',
      "it's~(fine)!",
      'x'.repeat(250),
      '日'.repeat(80),
    ];
    const keys = names.map((version) => `components/lib/${version}/published.html`);
    await Promise.all(keys.map((key) => write(store, key)));
    for (const key of keys) assert.equal((await store.get(key))?.bytes.toString(), key, key);
    assert.deepEqual(new Set(await listed(store, 'components/lib/')), new Set(keys));
    for (const key of keys) {
      await store.delete(key);
      assert.equal(await store.get(key), undefined, key);
    }
  });

  on('lists what begins with a prefix, in order, drafts among the others', async (store) => {
    const keys = [
      'components/demo/a-b/v/published.html',
      'components/demo/a/v/published.html',
      'components/demo/a/v/saved.html',
      'components/demo/a/v/staged.html',
      'components/demo/a/w/published.html',
      'components/demo/b/v/staged.html',
      'components/demon/a/v/published.html',
      'styles/demo/staged.css',
    ];
    for (const key of keys.toReversed()) await write(store, key);
    assert.deepEqual(await listed(store, ''), keys);
    assert.deepEqual(await listed(store, 'components/demo/'), keys.slice(0, 6));
    assert.deepEqual(await listed(store, 'components/demo'), keys.slice(0, 7));
    assert.deepEqual(await listed(store, 'components/demo/a'), keys.slice(0, 5));
    assert.deepEqual(await listed(store, 'components/demo/a/v/s'), keys.slice(2, 4));
    assert.deepEqual(await listed(store, 'components/demo/a/v/staged.html'), [keys[3]]);
    assert.deepEqual(await listed(store, 'none/'), []);
  });

  on('a long list is whole', async (store) => {
    const keys = Array.from({ length: 120 }, (_, at) => `thumbnails/demo/${String(at).padStart(4, '0')}.jpg`);
    await Promise.all(keys.map((key) => write(store, key, '')));
    assert.deepEqual(await listed(store, 'thumbnails/'), keys);
  });

  on('refuses keys that could mean another place', async (store) => {
    const keys = [
      '',
      '/',
      '/etc/passwd',
      'a//b',
      'a/',
      '..',
      'a/../b',
      'a/./b',
      'a/..',
      'a\\b',
      'a\0b',
      'a\nb',
      'a\u007fb',
      'a\ud800b',
      'x'.repeat(1025),
    ];
    for (const key of keys) {
      const refused = (error: unknown): boolean =>
        error instanceof BadInputError && error.argument === 'key' && error.message.startsWith('Blob key');
      await assert.rejects(write(store, key), refused, JSON.stringify(key));
      await assert.rejects(store.get(key), refused, JSON.stringify(key));
      await assert.rejects(store.delete(key), refused, JSON.stringify(key));
    }
    for (const prefix of ['../', 'a/../', '/', 'a//', 'a\0', 'a\\']) {
      await assert.rejects(listed(store, prefix), BadInputError, JSON.stringify(prefix));
    }
    assert.deepEqual(await listed(store, ''), []);
  });

  on('refuses headers that would be two, or none', async (store) => {
    const bytes = Buffer.from('x');
    const hostile: Partial<BlobHeaders>[] = [
      { contentType: 'text/html\r\nSet-Cookie: a=b' },
      { cacheControl: 'no-cache\nX: y' },
      { metadata: { versionid: 'a\r\nX-Injected: 1' } },
      { metadata: { versionid: 'größe' } },
      { metadata: { versionid: '' } },
      { metadata: { versionid: ' a' } },
      { cacheControl: '' },
      { metadata: { 'versionid: a\r\nx': 'b' } },
      { metadata: { 'version-id': 'b' } },
      { metadata: { VersionId: 'b' } },
      { metadata: { '': 'b' } },
    ];
    for (const headers of hostile) {
      await assert.rejects(store.put('styles/demo/published.css', { ...HEADERS, ...headers, bytes }), BadInputError);
    }
    assert.deepEqual(await listed(store, ''), []);
  });

  on('whoever reads while others write sees one whole blob, with its own headers', async (store) => {
    const key = 'components/demo/hero/responsive/published.html';
    const put = (letter: string): Promise<void> =>
      store.put(key, { ...HEADERS, metadata: { letter }, bytes: Buffer.from(letter.repeat(50_000)) });
    await put('a');
    let writing = true;
    const reader = async (): Promise<number> => {
      let read = 0;
      while (writing) {
        const blob = (await store.get(key))!;
        assert.equal(blob.bytes.toString(), blob.metadata['letter']!.repeat(50_000));
        read++;
      }
      return read;
    };
    const readers = [reader(), reader()];
    for (let round = 0; round < 10; round++) await Promise.all(['a', 'b', 'c', 'd'].map(put));
    writing = false;
    for (const read of await Promise.all(readers)) assert.ok(read > 0);
  });
}
