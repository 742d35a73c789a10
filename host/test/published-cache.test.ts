/** The memory cache equals the store: no I/O without changes, and no stale content after a change. */
import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { sql } from 'kysely';
import { createCachedBlobs } from '../src/storage/cached-blobs.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { type Blob, type BlobStore, BlobStoreError } from '../src/storage/blob-store.js';
import { addChange } from '../src/content/entries/change-feed.js';
import { sendRequest } from './support/client.js';
import { startPostgres } from './support/postgres.js';
import {
  ACTOR,
  HERO_ADDRESS,
  HERO_URL,
  type PublishedHost,
  startPublishedHost,
  makePublishedFolder,
} from './support/published-host.js';
import { createDeferred } from './support/deferred.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const PUBLISHED = `${HERO_URL}/published.html`;
const ROUNDS = process.env['FEAAS_LONG'] === '1' ? 1000 : 50;
const HEADERS = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {} };

/** Sends requests until a response was served from memory only. */
async function warmCache({ url, calls }: PublishedHost, path: string): Promise<void> {
  await waitUntil(async () => {
    calls.length = 0;
    await sendRequest(url + path);
    return calls.length === 0;
  });
}

test(
  'an unchanged template is served from memory without a read of the store or the content service',
  { timeout: 60_000 },
  async (t) => {
    const host = await startPublishedHost(t);
    await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    const paths = [PUBLISHED, `${HERO_URL}/1.html`, '/components/demo/hero/no-such-fork/published.html'];
    for (const path of paths) await warmCache(host, path);
    host.calls.length = 0;
    for (let round = 0; round < 20; round++) {
      for (const path of paths) {
        await sendRequest(host.url + path);
        await sendRequest(host.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
      }
    }
    assert.deepEqual(host.calls, []);
  },
);

test('the next GET returns an acknowledged write, also under concurrent reads', async (t) => {
  const host = await startPublishedHost(t);
  await host.write(HERO_ADDRESS, 'revision 0', 'publish');
  let done = false;
  const reader = async (): Promise<void> => {
    let last = 0;
    while (!done) {
      const { text, status } = await sendRequest(host.url + PUBLISHED);
      // The version is unpublished at the end.
      if (status === 410) break;
      const number = Number(/^revision (\d+)$/.exec(text)?.[1]);
      assert.ok(number >= last, `${text} after revision ${last}`);
      last = number;
    }
  };
  const readers = [reader(), reader(), reader()];
  for (let round = 1; round <= ROUNDS; round++) {
    await host.write(HERO_ADDRESS, `revision ${round}`, 'publish');
    assert.equal((await sendRequest(host.url + PUBLISHED)).text, `revision ${round}`);
  }
  await host.step('unpublish', HERO_ADDRESS);
  const { headers } = await sendRequest(host.url + PUBLISHED);
  assert.ok(headers['x-ms-meta-versiondeletedat']);
  done = true;
  await Promise.all(readers);
});

test(
  'published content is served while the content service is unavailable, and the failure is logged',
  { timeout: 60_000 },
  async (t) => {
    const host = await startPublishedHost(t);
    await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    await warmCache(host, PUBLISHED);
    await host.contentService.close();
    const other = '/components/demo/hero/other/published.html';
    await host.blobs.put(other.slice(1), { ...HEADERS, bytes: Buffer.from('<p>other</p>') });
    for (let round = 0; round < 5; round++) {
      assert.equal((await sendRequest(host.url + PUBLISHED)).text, '<p>one</p>');
      assert.equal((await sendRequest(host.url + other)).text, '<p>other</p>');
    }
    assert.match(host.log.join('\n'), /library 'demo'/);
    // The blob is read each time: a change by others would be served.
    host.calls.length = 0;
    await sendRequest(host.url + PUBLISHED);
    assert.ok(host.calls.includes(`get ${PUBLISHED.slice(1)}`));
  },
);

test(
  'a blob that cannot be written is read on each request; all others are served from memory',
  { timeout: 60_000 },
  async (t) => {
    const unwritable = new Set<string>();
    const folder = await makePublishedFolder(t);
    const host = await startPublishedHost(t, { folder, unwritable });
    const card = { ...HERO_ADDRESS, component: 'card' };
    await host.contentService.putComponent({ library: 'demo', id: 'card', name: 'Card', collections: [] });
    await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    await host.write(card, '<p>card</p>', 'publish');
    const cardUrl = '/components/demo/card/responsive/published.html';
    await warmCache(host, cardUrl);
    unwritable.add(PUBLISHED.slice(1));
    await host.write(HERO_ADDRESS, '<p>two</p>', 'publish');
    await warmCache(host, cardUrl);
    // Other blobs of the same version are cached, too, because the exception is per key.
    await warmCache(host, `${HERO_URL}/1.html`);
    host.calls.length = 0;
    await sendRequest(host.url + PUBLISHED);
    assert.deepEqual(host.calls, ['get ' + PUBLISHED.slice(1)]);
    // A host that starts meanwhile caches the other blobs, too.
    const other = await startPublishedHost(t, { folder: await makePublishedFolder(t), unwritable });
    await other.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    await other.contentService.putComponent({ library: 'demo', id: 'card', name: 'Card', collections: [] });
    await other.write(card, '<p>card</p>', 'publish');
    await warmCache(other, cardUrl);
    unwritable.clear();
    await waitUntil(async () => (await sendRequest(host.url + PUBLISHED)).text === '<p>two</p>');
    await warmCache(host, PUBLISHED);
  },
);

/** Two hosts on one PostgreSQL and one folder of blobs. */
async function startTwo(t: TestContext) {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const place = { database: { url: await server.newDatabase() }, folder: await makePublishedFolder(t) };
  return [await startPublishedHost(t, place), await startPublishedHost(t, place)] as const;
}

test('of two hosts on one PostgreSQL, each serves what the other publishes', { timeout: 60_000 }, async (t) => {
  const [a, b] = await startTwo(t);
  await a.write(HERO_ADDRESS, 'revision 0', 'publish');
  await warmCache(b, PUBLISHED);
  const forkUrl = '/components/demo/hero/fork/published.html';
  await warmCache(b, forkUrl);
  const second = `${HERO_URL}/2.html`;
  assert.equal((await sendRequest(b.url + second)).status, 401, 'not published yet');
  for (let round = 1; round <= 10; round++) {
    await a.write(HERO_ADDRESS, `revision ${round}`, 'publish');
    assert.equal((await sendRequest(a.url + PUBLISHED)).text, `revision ${round}`);
    // The time limit of the test ends this loop if the other host is never notified.
    await waitUntil(async () => (await sendRequest(b.url + PUBLISHED)).text === `revision ${round}`);
    await warmCache(b, PUBLISHED);
  }
  await waitUntil(async () => (await sendRequest(b.url + second)).status === 200);
  await a.write({ ...HERO_ADDRESS, version: 'fork' }, 'fork', 'publish');
  await waitUntil(async () => (await sendRequest(b.url + forkUrl)).status === 200);
  await a.step('unpublish', HERO_ADDRESS);
  await waitUntil(async () => (await sendRequest(b.url + PUBLISHED)).headers['x-ms-meta-versiondeletedat']);
  await a.step('delete', HERO_ADDRESS);
  await waitUntil(async () => (await sendRequest(b.url + second)).headers['x-ms-meta-versiondeletedat']);
  assert.deepEqual(await b.contentService.check(), []);
});

test(
  'of two hosts on one PostgreSQL, each serves earlier revisions of a release of the other',
  { timeout: 60_000 },
  async (t) => {
    const [a, b] = await startTwo(t);
    const isGone = async (path: string) =>
      (await sendRequest(b.url + path)).headers['x-ms-meta-versiondeletedat'] !== undefined;
    await a.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    await a.write(HERO_ADDRESS, '<p>two</p>');
    await a.step('unpublish', HERO_ADDRESS);
    const first = `${HERO_URL}/1.html`;
    await waitUntil(async () => (await isGone(first)) && (await isGone(PUBLISHED)));
    for (const path of [first, PUBLISHED]) await warmCache(b, path);
    await a.contentService.saveRelease(
      { library: 'demo', id: 'back', name: 'B', items: [{ ...HERO_ADDRESS, revision: 1 }] },
      0,
      ACTOR,
    );
    await a.contentService.publishRelease('demo', 'back', 1, ACTOR);
    await waitUntil(async () => !(await isGone(PUBLISHED)));
    // Both blobs belong to the same change; one is recorded as written shortly after the other.
    await waitUntil(async () => !(await isGone(first)), 10_000);
  },
);

test('a change by another host while this host subscribes is not missed', { timeout: 30_000 }, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const folder = await makePublishedFolder(t);
  const database = { url: await server.newDatabase() };
  const host = await startPublishedHost(t, { database, folder });
  const other = await openDatabase(database);
  cleanUp(t, () => other.close());
  await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
  const locked = createDeferred();
  const asked = createDeferred();
  const changing = other.write(async (transaction) => {
    await sql`lock table sequences in access exclusive mode`.execute(transaction);
    locked.resolve();
    await asked.promise;
    await addChange(transaction, HERO_ADDRESS, { action: 'publish', revision: 1, at: 0 });
  });
  await locked.promise;
  for (let round = 0; round < 20; round++) assert.equal((await sendRequest(host.url + PUBLISHED)).text, '<p>one</p>');
  // Like another host: the blob, and the change.
  await createFolderBlobs(join(folder, 'blobs')).put(PUBLISHED.slice(1), { ...HEADERS, bytes: Buffer.from('two') });
  asked.resolve();
  await changing;
  other.publish('demo');
  await waitUntil(async () => (await sendRequest(host.url + PUBLISHED)).text === 'two');
});

test('a picture that another host replaced is served at once', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const folder = await makePublishedFolder(t);
  const database = { url: await server.newDatabase() };
  // Its clock does not advance: nothing ever expires.
  const now = Date.now();
  const a = await startPublishedHost(t, { database, folder });
  const b = await startPublishedHost(t, { database, folder, clock: () => now });
  for (const key of ['media/demo/größe.png', 'thumbnails/demo/hero.png']) {
    const shows = async (host: PublishedHost): Promise<string> => {
      const { status, text } = await sendRequest(`${host.url}/${encodeURI(key)}`);
      return status === 200 ? text : '';
    };
    const shown = async (text: string): Promise<void> => {
      assert.equal(await shows(a), text);
      await waitUntil(async () => (await shows(b)) === text);
    };
    assert.equal(await shows(b), '', 'that there is none is kept too');
    for (const text of ['first', 'second', 'third']) {
      await a.blobs.put(key, { ...HEADERS, contentType: 'image/png', bytes: Buffer.from(text) });
      await shown(text);
    }
    await a.blobs.delete(key);
    await shown('');
  }
});

test('a picture that another process replaced is served after a while', async (t) => {
  const folder = await makePublishedFolder(t);
  let now = Date.now();
  const host = await startPublishedHost(t, { folder, clock: () => now });
  const other = createFolderBlobs(join(folder, 'blobs'));
  const put = (text: string) => other.put('media/demo/a.png', { ...HEADERS, bytes: Buffer.from(text) });
  const get = async () => (await sendRequest(`${host.url}/media/demo/a.png`)).text;
  await put('first');
  assert.equal(await get(), 'first');
  await put('second');
  assert.equal(await get(), 'first');
  now += 10_001;
  assert.equal(await get(), 'second');
});

/** A real store whose next read is delayed after it has its result. */
function withDelayedReads(store: BlobStore): {
  store: BlobStore;
  hold(): { reached: Promise<void>; release: () => void };
} {
  let gate: { reached: () => void; released: Promise<void> } | undefined;
  return {
    store: {
      ...store,
      async get(key) {
        const here = gate;
        gate = undefined;
        const blob = await store.get(key);
        here?.reached();
        await here?.released;
        return blob;
      },
    },
    hold() {
      let release = (): void => {};
      let reached = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const arrived = new Promise<void>((resolve) => (reached = resolve));
      gate = { reached, released };
      return { reached: arrived, release };
    },
  };
}

test('a read that a write has overtaken is not cached', { timeout: 30_000 }, async (t) => {
  const { store, hold } = withDelayedReads(createFolderBlobs(await makePublishedFolder(t)));
  const blobs = createCachedBlobs(store);
  const text = (blob: Blob | undefined) => blob?.bytes.toString();
  await blobs.put('a', { ...HEADERS, bytes: Buffer.from('old') });
  for (const change of ['put', 'delete', 'forget', 'forgetAll'] as const) {
    blobs.invalidateAll();
    const { reached, release } = hold();
    const slow = blobs.read('a');
    await reached;
    if (change === 'put') await blobs.put('a', { ...HEADERS, bytes: Buffer.from('new') });
    if (change === 'delete') await blobs.delete('a');
    if (change === 'forget') await store.put('a', { ...HEADERS, bytes: Buffer.from('forgotten') });
    if (change === 'forget') blobs.invalidate('a');
    if (change === 'forgetAll') await store.put('a', { ...HEADERS, bytes: Buffer.from('all') });
    if (change === 'forgetAll') blobs.invalidateAll();
    const expected = { put: 'new', delete: undefined, forget: 'forgotten', forgetAll: 'all' }[change];
    assert.equal(text(await blobs.read('a')), expected, `${change}, before the slow one is back`);
    release();
    await slow;
    assert.equal(text(await blobs.read('a')), expected, `${change}, after it`);
  }
});

test('the cache is bounded, also for missing content', async (t) => {
  const folder = await makePublishedFolder(t);
  const store = createFolderBlobs(folder);
  let gets = 0;
  const blobs = createCachedBlobs({ ...store, get: (key) => (gets++, store.get(key)) }, { limit: 20_000 });
  for (let at = 0; at < 8; at++) await store.put(`a/${at}`, { ...HEADERS, bytes: Buffer.alloc(5000) });
  for (let at = 0; at < 8; at++) await blobs.read(`a/${at}`);
  gets = 0;
  for (const at of [7, 6, 5]) await blobs.read(`a/${at}`);
  assert.equal(gets, 0, 'the last ones are kept');
  await blobs.read('a/0');
  assert.equal(gets, 1, 'the first one is not');
  for (let at = 0; at < 100; at++) await blobs.read(`none/${at}`);
  gets = 0;
  await blobs.read('a/0');
  assert.equal(gets, 1, 'a hundred misses weigh more than the limit');
});

test('a failure of the store is reported and not cached', async (t) => {
  const folder = await makePublishedFolder(t);
  const blobs = createCachedBlobs(createFolderBlobs(join(folder, 'blobs')));
  await blobs.put('a/b', { ...HEADERS, bytes: Buffer.from('x') });
  await rename(join(folder, 'blobs/a/b.blob'), join(folder, 'b.blob'));
  // A folder at the path of the file.
  await mkdir(join(folder, 'blobs/a/b.blob/full'), { recursive: true });
  await assert.rejects(blobs.put('a/b', { ...HEADERS, bytes: Buffer.from('y') }), /Could not write blob 'a\/b'/);
  await rename(join(folder, 'blobs/a/b.blob'), join(folder, 'gone'));
  await rename(join(folder, 'b.blob'), join(folder, 'blobs/a/b.blob'));
  assert.equal((await blobs.read('a/b'))?.bytes.toString(), 'x');
});

test('a blob that is older than allowed is returned while the store fails, unless it was invalidated', async (t) => {
  const store = createFolderBlobs(await makePublishedFolder(t));
  const key = 'media/demo/picture.png';
  const blobOf = (text: string) => ({
    ...{ contentType: 'image/png', cacheControl: 'no-cache', metadata: {} },
    bytes: Buffer.from(text),
  });
  let isDown = false;
  let gets = 0;
  const get = async (of: string) => {
    gets++;
    if (isDown) throw new BlobStoreError('The store is away.');
    return store.get(of);
  };
  let now = 0;
  const blobs = createCachedBlobs({ ...store, get }, { clock: () => now });
  const read = async () => (await blobs.read(key, 10))?.bytes.toString();
  await blobs.put(key, blobOf('one'));
  assert.equal(await read(), 'one');
  isDown = true;
  now = 11;
  gets = 0;
  for (let times = 0; times < 3; times++) assert.equal(await read(), 'one');
  assert.equal(gets, 1, 'the store is asked again only after the time');
  now = 22;
  assert.equal(await read(), 'one');
  isDown = false;
  await store.put(key, blobOf('two'));
  now = 33;
  assert.equal(await read(), 'two');
  isDown = true;
  now = 44;
  // Others are published meanwhile, also during an outage.
  const readingOld = read();
  blobs.invalidate('media/demo/other.png');
  assert.equal(await readingOld, 'two');
  now = 55;
  // Invalidated while the store is asked, as by a notification of another host.
  const reading = read();
  blobs.invalidate(key);
  assert.equal(await reading.catch(() => 'failed'), 'failed');
  await assert.rejects(read(), BlobStoreError);
});
