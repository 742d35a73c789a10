/** The resource store: one request per URL, none without a subscriber; forks and originals (S4). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchFailedError } from '../../global/errors';
import { subscribeToTemplate } from './component-template';
import { fetchTemplate } from './fetch-template';
import { reduceRevalidation } from './reduce-revalidation';
import type { CachedResource, Resource } from './resource';
import { FORK, TEMPLATE } from './resource-request';
import { tryModule } from '../scheduling/lazy-modules';
import { ResourceStore, type ResourceCache, type RestoredResource } from './resource-store';

/** The requests for a component that has a fork. */
const FORKED = [
  { url: '/fork', type: FORK },
  { url: '/original', type: TEMPLATE },
];

interface Request {
  readonly url: string;
  readonly signal: AbortSignal;
  answer(text: string): void;
  fail(status: number): void;
}

const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** A store with a host and a cache that the test controls. */
function setUp(options: { cached?: Record<string, RestoredResource>; keepsUnused?: boolean } = {}) {
  const requests: Request[] = [];
  let forgotten = 0;
  const store = new ResourceStore({
    fetchResource: (url, _type, signal) =>
      new Promise<CachedResource>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new FetchFailedError({ url })));
        requests.push({
          url,
          signal,
          answer: (text) => resolve({ url, text, headers: new Headers() }),
          fail: (status) => reject(new FetchFailedError({ url, status })),
        });
      }),
    loadCache: () =>
      options.cached &&
      Promise.resolve({ restore: async (url) => options.cached![url], clear: () => void forgotten++ }),
    reduce: reduceRevalidation,
    ...('keepsUnused' in options && { keepsUnused: options.keepsUnused! }),
  });
  const asked = (): string[] => requests.map(({ url }) => url);
  const last = (url: string): Request => requests.findLast((request) => request.url === url)!;
  return { store, requests, asked, last, forgotten: () => forgotten };
}

const cached = (url: string, text?: string): RestoredResource => ({
  metadata: {
    url,
    etag: null,
    lastModified: null,
    fetchedAt: 0,
    checkedAt: 0,
    usedAt: 0,
    deletedAt: text === undefined ? '404' : null,
    fork: false,
    size: 0,
    hash: '',
    library: '',
  },
  isFresh: true,
  ...(text !== undefined && { response: { url, text, headers: new Headers() } }),
});

test('one request per URL serves all subscribers', async () => {
  const { store, asked, last } = setUp();
  const told: string[] = [];
  for (let index = 0; index < 3; index++)
    store.subscribe('/a', TEMPLATE, ({ response }) => response && told.push(`${index} ${response.text}`));
  assert.deepEqual(asked(), ['/a']);
  last('/a').answer('one');
  await turn();
  assert.deepEqual(told, ['0 one', '1 one', '2 one']);
  // A later subscriber receives it, too, but not before `subscribe` returns.
  store.subscribe('/a', TEMPLATE, ({ response }) => told.push(`late ${response!.text}`));
  assert.equal(told.length, 3);
  await turn();
  assert.deepEqual(told.slice(3), ['late one']);
  assert.deepEqual(asked(), ['/a']);
});

test('a request without subscribers is cancelled, and its late response overwrites nothing (E8)', async () => {
  const { store, requests, asked } = setUp();
  const told: Resource[] = [];
  const listen = (resource: Resource): void => void told.push(resource);
  const [one, other] = [store.subscribe('/a', TEMPLATE, listen), store.subscribe('/a', TEMPLATE, listen)];
  one();
  // Unsubscribing twice has no further effect.
  one();
  assert.equal(requests[0]!.signal.aborted, false);
  other();
  assert.equal(requests[0]!.signal.aborted, true);
  store.subscribe('/a', TEMPLATE, listen);
  requests[0]!.answer('late');
  requests[1]!.answer('one');
  await turn();
  assert.deepEqual(asked(), ['/a', '/a']);
  assert.deepEqual(told.map(({ response }) => response?.text).filter(Boolean), ['one']);
});

test('after a failure a new subscriber requests again at once; the others receive the result', async () => {
  const { store, asked, last } = setUp();
  const told: string[] = [];
  store.subscribe('/a', TEMPLATE, ({ status }) => told.push(status));
  last('/a').fail(503);
  await turn();
  assert.equal(store.get('/a')!.status, 'failed');
  store.subscribe('/a', TEMPLATE, () => {});
  last('/a').answer('one');
  await turn();
  assert.deepEqual(asked(), ['/a', '/a']);
  assert.deepEqual(told, ['failed', 'loading', 'ready']);
});

test('the cache is read first; missing entries are requested, and a broken cache counts as empty', async () => {
  const { store, asked } = setUp({ cached: { '/a': cached('/a', 'one') } });
  store.subscribe('/a', TEMPLATE, () => {});
  store.subscribe('/b', TEMPLATE, () => {});
  assert.deepEqual(asked(), []);
  await turn();
  assert.deepEqual(asked(), ['/b']);
  assert.equal(store.get('/a')!.response!.text, 'one');

  const asked2: string[] = [];
  const broken = new ResourceStore({
    fetchResource: async (url) => (asked2.push(url), { url, text: 'x', headers: new Headers() }),
    loadCache: () => Promise.reject(new Error('no chunk')),
  });
  broken.subscribe('/a', TEMPLATE, () => {});
  await turn();
  assert.deepEqual(asked2, ['/a']);
});

for (const isHostUp of [true, false])
  test(`E14: a cache whose module fails to load at first ${isHostUp ? 'is not waited for' : 'is waited for when the host fails, too'}`, async () => {
    let load!: (cache: ResourceCache) => void;
    let isLoaded = false;
    const repeated = new Promise<ResourceCache>((resolve) => (load = resolve));
    const store = new ResourceStore({
      fetchResource: (url) =>
        isHostUp
          ? Promise.resolve({ url, text: 'host', headers: new Headers() })
          : Promise.reject(new FetchFailedError({ url })),
      loadCache: (by) => (by === tryModule && !isLoaded ? Promise.reject(new Error('no chunk')) : repeated),
      reduce: reduceRevalidation,
    });
    const told: string[] = [];
    store.subscribe('/a', TEMPLATE, ({ status, response }) => told.push(response?.text ?? status));
    await turn();
    isLoaded = true;
    load({ restore: async (url) => cached(url, 'cache'), clear() {} });
    await turn();
    assert.deepEqual(told, isHostUp ? ['loading', 'host'] : ['loading', 'restoring', 'cache']);
  });

test('a cleared resource is requested by the next subscriber, and earlier subscribers receive it too', async () => {
  const { store, asked, last, forgotten } = setUp({ cached: {} });
  const told: (string | undefined)[] = [];
  store.subscribe('/a', TEMPLATE, ({ response }) => response && told.push(response.text));
  await turn();
  last('/a').answer('one');
  await turn();
  store.clear();
  await turn();
  assert.equal(forgotten(), 1);
  store.subscribe('/a', TEMPLATE, () => {});
  await turn();
  last('/a').answer('two');
  await turn();
  assert.deepEqual(asked(), ['/a', '/a']);
  assert.deepEqual(told, ['one', 'two']);
});

test('a server keeps no response without subscribers', async () => {
  const { store, last } = setUp({ keepsUnused: false });
  const fetched = fetchTemplate([{ url: '/a', type: TEMPLATE }], store);
  last('/a').answer('one');
  assert.equal((await fetched).text, 'one');
  await turn();
  assert.deepEqual(store.all(), []);
});

// The rendered template of a fork and its original, by their results; `-` is pending.
const CHOICES: readonly (readonly [fork: string, original: string, shown: string])[] = [
  ['fork', 'original', 'fork'],
  ['fork', '-', 'fork'],
  ['fork', '503', 'fork'],
  ['404', 'original', 'original'],
  ['410', 'original', 'original'],
  ['503', 'original', 'original'],
  ['-', 'original', ''],
  ['404', '-', ''],
  ['404', '404', 'ComponentFetchError'],
  ['503', '503', 'ComponentFetchError'],
];

for (const [fork, original, expected] of CHOICES)
  test(`S4: fork ${fork}, original ${original}: ${expected || 'nothing yet'}`, async () => {
    const { store, asked, last } = setUp();
    const shown: string[] = [];
    subscribeToTemplate(FORKED, (template, error) => shown.push(template?.text ?? error!.name), store);
    // Both are requested at once.
    assert.deepEqual(asked(), ['/fork', '/original']);
    for (const [url, answer] of [
      ['/original', original],
      ['/fork', fork],
    ] as const) {
      if (answer === '-') continue;
      if (/^\d/.test(answer)) last(url).fail(+answer);
      else last(url).answer(answer);
      await turn();
    }
    assert.deepEqual(shown, expected ? [expected] : []);
  });

test('S4: a cached fork needs no original; a fork that is known to be missing needs no request', async () => {
  const here = setUp({ cached: { '/fork': cached('/fork', 'fork') } });
  assert.equal((await fetchTemplate(FORKED, here.store)).text, 'fork');
  assert.deepEqual(here.asked(), []);
  const absent = setUp({ cached: { '/fork': cached('/fork'), '/original': cached('/original', 'original') } });
  assert.equal((await fetchTemplate(FORKED, absent.store)).text, 'original');
  assert.deepEqual(absent.asked(), []);
});

test('S4: a fork that is created and deleted while the original is rendered is followed', async () => {
  const { store, asked, last } = setUp();
  const shown: string[] = [];
  const stop = subscribeToTemplate(FORKED, (template) => shown.push(`${template!.text} ${template!.phase}`), store); // prettier-ignore
  last('/fork').fail(404);
  last('/original').answer('original');
  await turn();
  store.dispatch('/fork', { type: 'checkStarted' });
  store.dispatch('/fork', { type: 'fetched', response: { url: '/fork', text: 'fork', headers: new Headers() } });
  store.dispatch('/fork', { type: 'deleted', error: new FetchFailedError({ url: '/fork', status: 404 }) });
  await turn();
  assert.deepEqual(shown, ['original initial', 'fork updated', 'original initial']);
  // While the fork is rendered, the original has no subscriber, but it is still in the store.
  assert.deepEqual(asked(), ['/fork', '/original']);
  stop();
  assert.deepEqual(
    store.all().map(({ subscribers }) => subscribers),
    [0, 0],
  );
});

test('an ended subscription calls no listener, and its request is cancelled', async () => {
  const { store, last, requests } = setUp();
  let told = 0;
  const stop = subscribeToTemplate(FORKED, () => told++, store);
  stop();
  assert.deepEqual(
    requests.map(({ signal }) => signal.aborted),
    [true, true],
  );
  last('/fork').answer('x');
  await turn();
  assert.equal(told, 0);
});

test('E8: a first response that arrives after a newer one, of a refresh or another tab, does not overwrite it', async () => {
  const { store, last } = setUp();
  const told: string[] = [];
  store.subscribe('/a', TEMPLATE, ({ response }) => response && told.push(response.text));
  store.dispatch('/a', { type: 'fetched', response: { url: '/a', text: 'new', headers: new Headers() } });
  last('/a').answer('old');
  await turn();
  assert.deepEqual(told, ['new']);
  assert.equal(store.get('/a')!.response!.text, 'new');
});

test('a first response that arrives after the store was cleared is delivered', async () => {
  const { store, last } = setUp();
  const told: string[] = [];
  store.subscribe('/a', TEMPLATE, ({ response }) => response && told.push(response.text));
  store.clear();
  last('/a').answer('one');
  await turn();
  assert.deepEqual(told, ['one']);
});
