/** The cache: lifetime and limits of entries, and how it works when the storage fails or never responds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '../../../global/hash';
import type { DeliveryOptionName } from '../delivery-options';
import type { Metadata } from '../resource';
import { CacheStore, byteLength, type Table } from './cache-store';
import { IndexedDBTable } from './indexed-db-table';

class MemoryTable<T> implements Table<T> {
  readonly isPersistent = true;
  readonly values = new Map<string, T>();
  /** The next writes fail with these errors. */
  failures: Error[] = [];
  read = async (keys: string[]) => keys.map((key) => this.values.get(key));
  write = async (pairs: [string, T][]) => {
    const failure = this.failures.shift();
    if (failure) throw failure;
    pairs.forEach(([key, value]) => this.values.set(key, value));
  };
  delete = async (keys: string[]) => keys.forEach((key) => this.values.delete(key));
  all = async () => [...this.values.values()];
  clear = async () => this.values.clear();
}

const DAY = 86_400_000;

function setUp(options: Partial<Record<DeliveryOptionName, number>> = {}) {
  const metadata = new MemoryTable<Metadata>();
  const bodies = new MemoryTable<string>();
  const state = { now: 1e12, marks: 0 };
  const all: Record<DeliveryOptionName, number> = {
    freshness: 0,
    timeout: 10,
    maxAge: 30 * 86_400,
    maxBytes: 1e6,
    maxEntries: 100,
    ...options,
  };
  const create = (): CacheStore =>
    new CacheStore({ metadata, bodies, now: () => state.now, option: (name) => all[name], mark: () => state.marks++ });
  const write = async (url: string, text: string): Promise<void> => {
    const cache = create();
    cache.write(describe(url, text, state.now), text);
    await cache.whenWritten();
    state.now += 100_000;
  };
  return { metadata, bodies, state, create, write, urls: () => [...metadata.values.keys()].sort() };
}

const describe = (url: string, text: string, now: number): Metadata => ({
  url,
  etag: null,
  lastModified: null,
  fetchedAt: now,
  checkedAt: now,
  usedAt: now,
  deletedAt: null,
  fork: false,
  size: byteLength(text),
  hash: hash(text),
  library: 'lib',
});

test('written entries are read by the next page, and at once by the current one', async () => {
  const { create, state } = setUp();
  const cache = create();
  cache.write(describe('/a', 'one', state.now), 'one');
  assert.equal((await cache.read('/a'))!.text, 'one');
  await cache.whenWritten();
  assert.equal((await create().read('/a'))!.text, 'one');
  assert.equal(state.marks, 1);
});

test('truncated, swapped and expired entries are ignored', async () => {
  const { create, write, bodies, state } = setUp();
  await write('/torn', 'one');
  await write('/old', 'one');
  bodies.values.set('/torn', 'on');
  assert.equal(await create().read('/torn'), undefined);
  state.now += 29 * DAY;
  assert.equal((await create().read('/old'))!.text, 'one');
  state.now += 2 * DAY;
  assert.equal(await create().read('/old'), undefined);
  assert.equal(await create().readMetadata('/old'), undefined);
});

test('a response that is written while an older one is read is stored', async () => {
  const { create, write, metadata, state } = setUp();
  await write('/a', 'one');
  state.now += DAY;
  const cache = create();
  const { read } = metadata;
  metadata.read = async (keys) => {
    const found = await read(keys);
    cache.write(describe('/a', 'two', state.now), 'two');
    return found;
  };
  await cache.read('/a');
  await cache.whenWritten();
  metadata.read = read;
  assert.equal((await create().read('/a'))?.text, 'two');
});

test('maxEntries: the least recently used go first', async () => {
  const { create, write, urls } = setUp({ maxEntries: 3 });
  for (const url of ['/a', '/b', '/c']) await write(url, url);
  // Reading counts as use.
  const cache = create();
  await cache.read('/a');
  await cache.whenWritten();
  await write('/d', 'd');
  assert.deepEqual(urls(), ['/a', '/c', '/d']);
});

for (const [what, character, bytes] of [
  ['Latin', 'a', 1],
  ['accented', 'é', 2],
  ['CJK', '漢', 3],
  ['emoji', '😀', 4],
] as const)
  test(`maxBytes counts bytes: ${what} text`, async () => {
    const { write, urls, metadata } = setUp({ maxBytes: 3000 * bytes });
    const text = character.repeat(1000);
    assert.equal(byteLength(text), 1000 * bytes);
    for (const url of ['/a', '/b', '/c']) await write(url, text);
    assert.deepEqual(urls(), ['/a', '/b', '/c']);
    await write('/d', text);
    assert.deepEqual(urls(), ['/b', '/c', '/d']);
    const stored = [...metadata.values.values()].reduce((sum, { size }) => sum + size, 0);
    assert.ok(stored <= 3000 * bytes, String(stored));
  });

test('over quota: older entries are evicted, then the write is repeated; a further failure does not throw', async () => {
  const { write, urls, bodies } = setUp();
  const quota = new DOMException('', 'QuotaExceededError');
  for (const url of ['/a', '/b', '/c']) await write(url, url);
  bodies.failures = [quota];
  await write('/d', 'd');
  assert.deepEqual(urls(), ['/c', '/d']);
  bodies.failures = [quota, quota];
  await write('/e', 'e');
  assert.ok(!urls().includes('/e'));
});

test('deleted entries keep their metadata and lose their body', async () => {
  const { create, write, bodies, state } = setUp();
  await write('/a', 'one');
  const cache = create();
  cache.write({ ...describe('/a', '', state.now), deletedAt: '404' });
  await cache.whenWritten();
  assert.deepEqual([...bodies.values], []);
  assert.equal((await create().read('/a'))!.metadata.deletedAt, '404');
});

// IndexedDB with calls that throw, fail, or never respond.

for (const [how, open] of [
  [
    'throws',
    () => {
      throw new DOMException('', 'SecurityError');
    },
  ],
  ['never answers', () => ({})],
  [
    'fails',
    () => {
      const request: { error: Error; onerror?: () => void } = { error: new DOMException('', 'UnknownError') };
      setImmediate(() => request.onerror?.());
      return request;
    },
  ],
] as const)
  // prettier-ignore
  test(`indexedDB.open ${how}: the table is in memory`, async (t) => {
    Object.assign(globalThis, { indexedDB: { open } });
    t.after(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
    const table = new IndexedDBTable<string>('x', 20);
    // Two concurrent writes share the fallback.
    await Promise.all([table.write([['a', 'one']]), table.write([['b', 'two']])]);
    assert.deepEqual(await table.read(['a', 'b', 'c']), ['one', 'two', undefined]);
    assert.equal(table.isPersistent, false);
  });

/** A database that opens, with transactions from `transaction`. */
const openWith = (transaction: () => unknown) => () => {
  const request: { result: object; onsuccess?: () => void } = { result: { transaction } };
  setImmediate(() => request.onsuccess?.());
  return request;
};

for (const [how, transaction] of [
  [
    'throws',
    () => {
      throw new DOMException('', 'UnknownError');
    },
  ],
  [
    'never completes',
    () => ({
      objectStore: () => ({ transaction: {}, put: () => ({}), get: () => ({}), delete: () => ({}) }),
    }),
  ],
] as const)
  test(`a transaction ${how}: the table is in memory from then on`, async (t) => {
    Object.assign(globalThis, { indexedDB: { open: openWith(transaction) } });
    t.after(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
    const table = new IndexedDBTable<string>('x', 20);
    await table.write([['/a', 'one']]);
    assert.deepEqual(await table.read(['/a', '/b']), ['one', undefined]);
    await table.delete(['/a']);
    assert.deepEqual(await table.read(['/a']), [undefined]);
    assert.equal(table.isPersistent, false);
  });

test('if bodies can not be stored, no metadata is stored either', async () => {
  const { create, state, bodies, metadata } = setUp();
  bodies.failures = [new DOMException('', 'UnknownError')];
  const cache = create();
  cache.write(describe('/a', 'one', state.now), 'one');
  await cache.whenWritten();
  assert.deepEqual([...metadata.values.keys()], []);
  assert.equal(state.marks, 0);
});
