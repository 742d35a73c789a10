/** Checks and retries: each URL once per page load (S6), after the first render, and only with a subscriber. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchFailedError } from '../../global/errors';
import { retryDelay } from './backoff';
import { CacheStore, type Table } from './cache/cache-store';
import { CheckQueue } from './check-queue';
import type { DeliveryOptionName } from './delivery-options';
import { fetchResource, type Fetch } from './fetch-resource';
import { Persistence } from './persistence';
import type { CachedResource, Metadata } from './resource';
import { lazyModules } from '../scheduling/lazy-modules';
import { checkRenderedTemplate } from './rendered-template';
import { FORK, TEMPLATE } from './resource-request';
import { ResourceStore } from './resource-store';
import { Revalidator } from './revalidator';
import { RetryTimers } from './retry-timers';
import { ServerClock } from './server-clock';
import { TabChannel } from './tab-channel';

const URL = 'https://cdn.test/components/lib/a/responsive/published.html';
const START = Date.parse('2026-01-01T00:00:00Z');

class MemoryTable<T> implements Table<T> {
  readonly isPersistent = true;
  readonly values = new Map<string, T>();
  read = async (keys: string[]) => keys.map((key) => this.values.get(key));
  write = async (pairs: [string, T][]) => pairs.forEach(([key, value]) => this.values.set(key, value));
  delete = async (keys: string[]) => keys.forEach((key) => this.values.delete(key));
  all = async () => [...this.values.values()];
  clear = async () => this.values.clear();
}

const turn = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve));
};

/** State that outlives a page: the host, and the storage of the browser. */
function createWorld() {
  const documents = new Map<string, { text: string; lastModified: string; headers?: Record<string, string> }>();
  const log: string[] = [];
  const world = {
    documents,
    log,
    now: START,
    status: 200,
    /** The status of HEAD responses. */
    headStatus: 200,
    options: {} as Partial<Record<DeliveryOptionName, number>>,
    metadata: new MemoryTable<Metadata>(),
    bodies: new MemoryTable<string>(),
    channels: new Set<{ onmessage?: (event: { data: string }) => void }>(),
    asked: () => log.splice(0),
  };
  const fetch: Fetch = async (url, { method = 'GET', signal }) => {
    log.push(`${method} ${/lib\/(\w+)/.exec(url)![1]}`);
    signal?.throwIfAborted();
    const document = documents.get(url.replace(/[?&]head$/, ''));
    const status = method === 'HEAD' && world.headStatus !== 200 ? world.headStatus : world.status;
    if (status !== 200 || !document) return new Response('', { status: status === 200 ? 404 : status });
    return new Response(method === 'HEAD' ? null : document.text, {
      headers: {
        'content-type': 'text/html',
        'last-modified': document.lastModified,
        date: new Date(world.now).toUTCString(),
        'cache-control': 'no-cache',
        ...document.headers,
      },
    });
  };
  return Object.assign(world, { fetch });
}

/** Simulates a page load with this host and storage. */
function openPage(world: ReturnType<typeof createWorld>, { render = true } = {}) {
  const page = new EventTarget();
  const timers: { run: () => void; milliseconds: number }[] = [];
  const network = new EventTarget();
  const option = (name: DeliveryOptionName): number =>
    world.options[name] ?? { freshness: 0, timeout: 10, maxAge: 1e6, maxBytes: 1e6, maxEntries: 100 }[name];
  const store = new ResourceStore({
    fetchResource: async (url, type, signal): Promise<CachedResource> => ({
      ...(await fetchResource(url, type, signal, {}, world.fetch)),
      requestedAt: world.now,
      receivedAt: world.now,
    }),
    loadCache: () => Promise.resolve(persistence),
  });
  const channel: { onmessage?: (event: { data: string }) => void; postMessage(data: string): void; close(): void } = { postMessage: (data) => world.channels.forEach((each) => each !== channel && each.onmessage?.({ data })), close() {} }; // prettier-ignore
  world.channels.add(channel);
  const retries = new RetryTimers({
    setTimer: (run, milliseconds) => {
      const timer = { run, milliseconds };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.splice(timers.indexOf(timer as (typeof timers)[0]), 1),
    network,
  });
  const persistence: Persistence = new Persistence(store, {
    cache: new CacheStore({ metadata: world.metadata, bodies: world.bodies, now: () => world.now, option, mark() {} }),
    tabs: new TabChannel({ openChannel: () => channel as unknown as BroadcastChannel, locks: () => undefined, page }),
    clock: new ServerClock({ responseOrigin: () => undefined, preloadedAt: () => undefined }),
    createRevalidator: (...parts) =>
      new Revalidator(...parts, {
        fetch: world.fetch,
        now: () => world.now,
        random: () => 1,
        option,
        pageStart: world.now,
        timers: retries,
        queue: new CheckQueue({ whenIdle: (start) => start(), setTimer: () => undefined, page }),
      }),
    now: () => world.now,
    option,
    whenIdle: (start) => start(),
    page,
  });
  if (render) persistence.start();
  const shown: string[] = [];
  const subscribe = (url = URL, type = TEMPLATE): (() => void) =>
    store.subscribe(url, type, ({ response, status }) =>
      shown.push(
        response ? `${response.text} ${response.phase ?? 'initial'}${response.error ? ' stale' : ''}` : status,
      ),
    );
  return {
    page,
    network,
    store,
    persistence,
    timers,
    shown,
    subscribe,
    delays: () => timers.map((each) => each.milliseconds),
  };
}

const publish = (world: ReturnType<typeof createWorld>, text: string, headers?: Record<string, string>): void =>
  void world.documents.set(URL, { text, lastModified: `${text} was published`, ...(headers && { headers }) });

/** Host and storage after an earlier page has cached the template. */
async function createVisited() {
  const world = createWorld();
  publish(world, 'one');
  openPage(world).subscribe();
  await turn();
  world.channels.clear();
  assert.deepEqual(world.asked(), ['GET a']);
  world.now += 60_000;
  return world;
}

test('S6: a repeat visit shows the cached copy and checks it once, without a body', async () => {
  const world = await createVisited();
  const { shown, subscribe } = openPage(world);
  subscribe();
  await turn();
  subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.equal(shown[0], 'one initial');
  assert.equal(shown.at(-1), 'one check');
});

test('a changed resource is fetched with a GET after the check', async () => {
  const world = await createVisited();
  publish(world, 'two');
  const { shown, subscribe } = openPage(world);
  subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.equal(shown.at(-1), 'two updated');
});

for (const status of [405, 501])
  test(`a host that answers HEAD with ${status} is asked for all of it`, async () => {
    const world = await createVisited();
    world.headStatus = status;
    const { shown, subscribe } = openPage(world);
    subscribe();
    await turn();
    assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
    assert.equal(shown.at(-1), 'one check');
  });

test('checks start after the first render', async () => {
  const world = await createVisited();
  const { subscribe, page } = openPage(world, { render: false });
  subscribe();
  await turn();
  assert.deepEqual(world.asked(), []);
  page.dispatchEvent(new Event('feaasRender'));
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
});

test('within the freshness window nothing is checked; a clock that was set back does not count as fresh', async () => {
  const world = await createVisited();
  world.options.freshness = 300;
  openPage(world).subscribe();
  await turn();
  assert.deepEqual(world.asked(), []);
  world.now = START - 1000;
  openPage(world).subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
});

test('a removed component is not checked before a new subscription', async () => {
  const world = await createVisited();
  const { subscribe, page } = openPage(world, { render: false });
  const stop = subscribe();
  await turn();
  stop();
  page.dispatchEvent(new Event('feaasRender'));
  await turn();
  assert.deepEqual(world.asked(), []);
  subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
});

for (const status of [404, 403, 500, 503])
  test(`${status}: asked again later, not while nobody wants it, and at once when somebody does`, async () => {
    const world = createWorld();
    world.status = status;
    const delayOf = (attempt: number): number => retryDelay(new FetchFailedError({ status }), attempt, 1);
    const { subscribe, timers, delays, shown } = openPage(world);
    const stop = subscribe();
    await turn();
    assert.deepEqual(world.asked(), ['GET a']);
    assert.equal(shown.at(-1), 'failed');
    assert.deepEqual(delays(), [delayOf(0)]);
    timers[0]!.run();
    await turn();
    assert.deepEqual(world.asked(), ['GET a']);
    assert.deepEqual(delays(), [delayOf(1)]);
    stop();
    assert.deepEqual(delays(), []);
    await turn();
    assert.deepEqual(world.asked(), []);
    world.status = 200;
    publish(world, 'one');
    subscribe();
    await turn();
    assert.deepEqual(world.asked(), ['GET a']);
    assert.deepEqual(delays(), []);
  });

test('a component that is removed during a retry is not retried; a stale copy is checked at the next subscription', async () => {
  const world = await createVisited();
  world.status = 503;
  const { subscribe, delays, timers, shown } = openPage(world);
  let stop = subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.equal(shown.at(-1), 'one check stale');
  timers[0]!.run();
  stop();
  await turn();
  world.asked();
  assert.deepEqual(delays(), []);
  world.status = 200;
  stop = subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.equal(shown.at(-1), 'one check');
  stop();
});

test('when the network is back, failed requests are retried at once', async () => {
  const world = createWorld();
  world.status = 503;
  const { subscribe, network, shown } = openPage(world);
  subscribe();
  await turn();
  world.asked();
  world.status = 200;
  publish(world, 'one');
  network.dispatchEvent(new Event('online'));
  await turn();
  assert.deepEqual(world.asked(), ['GET a']);
  assert.equal(shown.at(-1), 'one updated');
});

for (const timeout of [Infinity, 1e12, 10])
  test(`a time-out of ${timeout} seconds: requests and checks go out`, async () => {
    const world = await createVisited();
    world.options.timeout = timeout;
    publish(world, 'two');
    openPage(world).subscribe();
    await turn();
    assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  });

test('no-store is not cached', async () => {
  const world = createWorld();
  publish(world, 'one', { 'cache-control': 'no-store' });
  openPage(world).subscribe();
  await turn();
  assert.deepEqual([world.metadata.values.size, world.bodies.values.size], [0, 0]);
});

test('S4: the absence of a fork is remembered, and checked', async () => {
  const world = createWorld();
  openPage(world).subscribe(URL, FORK);
  await turn();
  assert.deepEqual(world.asked(), ['GET a']);
  world.now += 1000;
  const { shown, subscribe } = openPage(world);
  subscribe(URL, FORK);
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.equal(shown.at(-1), 'deleted');
  world.now += 1000;
  publish(world, 'fork');
  openPage(world).subscribe(URL, FORK);
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
});

test('updates of another tab are delivered; what it checked since the page load began is not checked again', async () => {
  const world = await createVisited();
  const first = openPage(world);
  first.subscribe();
  await turn();
  world.asked();
  world.now += 1000;
  publish(world, 'two');
  const second = openPage(world);
  const third = openPage(world, { render: false });
  third.subscribe();
  second.subscribe();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.equal(first.shown.at(-1), 'two updated');
  third.persistence.start();
  await turn();
  assert.deepEqual(world.asked(), []);
  assert.equal(third.shown.at(-1), 'two updated');
});

test('E12: server-rendered content is checked first, and fetched only if it is outdated', async () => {
  const world = createWorld();
  publish(world, 'one');
  const { store, persistence, shown } = openPage(world);
  store.subscribe(URL, TEMPLATE, ({ response }) => response && shown.push(response.text), true);
  persistence.checkRendered(URL, { lastModified: 'one was published', checkedAt: 0 });
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.deepEqual(shown, []);
  const old = openPage(createWorldWith(world, 'two'));
  old.store.subscribe(URL, TEMPLATE, ({ response }) => response && old.shown.push(response.text), true);
  old.persistence.checkRendered(URL, { lastModified: 'one was published', checkedAt: 0 });
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.deepEqual([[...new Set(shown)], [...new Set(old.shown)]], [[], ['two']]);
});

function createWorldWith(world: ReturnType<typeof createWorld>, text: string) {
  publish(world, text);
  return world;
}

test('a refresh requests at once, and informs other tabs', async () => {
  const world = await createVisited();
  const [here, there] = [openPage(world), openPage(world)];
  here.subscribe();
  there.subscribe();
  await turn();
  world.asked();
  world.now += 1000;
  publish(world, 'two');
  await here.persistence.refresh([{ url: URL, type: TEMPLATE }]);
  await turn();
  assert.deepEqual(world.asked(), ['GET a']);
  assert.deepEqual([here.shown.at(-1), there.shown.at(-1)], ['two updated', 'two updated']);
});

test('on a repeat visit, the modules that a template needs are loaded with it', async () => {
  const world = createWorld();
  publish(world, 'one');
  const loaded: string[] = [];
  const open = (): Persistence => {
    const page = openPage(world);
    const cache = new CacheStore({ metadata: world.metadata, bodies: world.bodies, now: () => world.now, mark() {}, option: () => 1e6 }); // prettier-ignore
    return new Persistence(page.store, {
      cache,
      tabs: new TabChannel({ openChannel: () => ({}) as BroadcastChannel, locks: () => undefined, page: page.page }),
      requirementsOf: (template) => (template === 'one' ? ['advancedPaths'] : []),
      loadRequirement: (name) => loaded.push(name),
      page: undefined,
      createRevalidator: () =>
        ({ start() {}, onFirstRender() {}, whenSettled: async () => {} }) as unknown as Revalidator,
    });
  };
  const first = open();
  first.start();
  const { store } = first as unknown as { store: ResourceStore };
  store.subscribe(URL, TEMPLATE, () => {});
  await turn();
  assert.deepEqual(loaded, []);
  assert.ok(await open().restore(URL, TEMPLATE));
  assert.deepEqual(loaded, ['advancedPaths']);
});

const restoreFromCache = async ({ page }: ReturnType<typeof openPage>): Promise<void> => {
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await turn();
};

test('S6: out of the back-forward cache, what a server rendered is checked again', async () => {
  const world = createWorld();
  publish(world, 'one');
  const opened = openPage(world);
  opened.store.subscribe(URL, TEMPLATE, ({ response }) => response && opened.shown.push(response.text), true);
  opened.persistence.checkRendered(URL, { lastModified: 'one was published', checkedAt: 0 });
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  world.now += 60_000;
  publish(world, 'two');
  await restoreFromCache(opened);
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.equal(opened.shown.at(-1), 'two');
});

test('S6: out of the back-forward cache, the absence of a fork is checked again', async () => {
  const world = createWorld();
  const opened = openPage(world);
  opened.subscribe(URL, FORK);
  await turn();
  assert.deepEqual(world.asked(), ['GET a']);
  world.now += 60_000;
  publish(world, 'fork');
  await restoreFromCache(opened);
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.equal(opened.shown.at(-1), 'fork updated');
});

test('S6: out of the back-forward cache, nothing is checked within the freshness window', async () => {
  const world = await createVisited();
  world.options.freshness = 300;
  const opened = openPage(world);
  opened.subscribe();
  await turn();
  world.now += 60_000;
  await restoreFromCache(opened);
  assert.deepEqual(world.asked(), []);
  world.now += 600_000;
  await restoreFromCache(opened);
  assert.deepEqual(world.asked(), ['HEAD a']);
});

for (const [title, open, asked] of [
  ['a check', createVisited, ['HEAD a', 'HEAD a', 'GET a']],
  ['a first request', async () => createWorld(), ['GET a', 'HEAD a', 'GET a']],
] as const)
  test(`S6: out of the back-forward cache, ${title} that was under way when the page went there is repeated`, async () => {
    const world = await open();
    publish(world, 'one');
    const { fetch } = world;
    let answer!: () => void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    // The host responds to the first request while the page is hidden. The page receives the response later.
    world.fetch = async (...request) => {
      const response = await fetch(...request);
      await held;
      return response;
    };
    const opened = openPage(world);
    opened.subscribe();
    await turn();
    assert.deepEqual(world.log, asked.slice(0, 1));
    world.now += 60_000;
    publish(world, 'two');
    await restoreFromCache(opened);
    answer();
    await turn();
    assert.deepEqual(world.asked(), asked);
    assert.equal(opened.shown.at(-1), 'two updated');
    await turn();
    assert.deepEqual(world.asked(), []);
  });

test('S6: out of the back-forward cache, a check that was under way and fails is repeated by itself, once', async () => {
  const world = await createVisited();
  const { fetch } = world;
  let fail!: (error: Error) => void;
  const held = new Promise<never>((_resolve, reject) => (fail = reject));
  world.fetch = (...request) => fetch(...request).then(() => held);
  const opened = openPage(world);
  opened.subscribe();
  await turn();
  world.now += 60_000;
  await restoreFromCache(opened);
  fail(new TypeError('the network changed'));
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
  assert.equal(opened.timers.length, 1);
});

test('a resource that another tab has checked, but whose stored body is lost, is requested once', async () => {
  const world = await createVisited();
  publish(world, 'two');
  const opened = openPage(world, { render: false });
  opened.store.subscribe(URL, TEMPLATE, ({ response }) => response && opened.shown.push(response.text), true);
  opened.persistence.checkRendered(URL, { lastModified: 'one was published', checkedAt: 0 });
  await turn();
  world.metadata.values.set(URL, { ...world.metadata.values.get(URL)!, checkedAt: world.now });
  world.bodies.values.clear();
  let reads = 0;
  const { read } = world.bodies;
  world.bodies.read = (keys) => {
    reads += keys.length;
    return read(keys);
  };
  opened.persistence.start();
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a', 'GET a']);
  assert.equal(opened.shown.at(-1), 'two');
  assert.ok(reads < 3, `${reads} reads`);
});

test('a response of an HTTP cache stays if the host is down before the check', async () => {
  const world = createWorld();
  publish(world, 'one', { 'cache-control': 'max-age=60', date: '' });
  openPage(world, { render: false }).subscribe();
  await turn();
  world.now += 60_000;
  world.status = 503;
  const next = openPage(world);
  next.subscribe();
  await turn();
  assert.equal(next.shown.at(-1), 'one check stale');
});

for (const [title, later] of [
  ['in one page', false],
  ['in a page that is loaded into this one', true],
] as const)
  test(`E12: what servers rendered at different times ${title}: the outdated one is fetched`, async () => {
    const world = createWorld();
    publish(world, 'two');
    const { store, persistence } = openPage(world);
    lazyModules.persistence = { persistence } as unknown as NonNullable<typeof lazyModules.persistence>;
    const outdated: string[] = [];
    const check = (name: string, checkedAt = 0): (() => void) =>
      checkRenderedTemplate(
        [{ url: URL, type: TEMPLATE }],
        { lastModified: `${name} was published`, checkedAt },
        () => outdated.push(name),
        store,
      );
    check('two');
    if (later) await turn();
    const stop = check('one');
    await turn();
    stop();
    assert.deepEqual(world.asked(), ['HEAD a']);
    assert.deepEqual(outdated, ['one']);
    check('two');
    await turn();
    assert.deepEqual([world.asked(), outdated], [[], ['one']]);
  });

test('E12: within the freshness window of one, what a server rendered before it is checked', async () => {
  const world = createWorld();
  world.options.freshness = 300;
  publish(world, 'two');
  const { store, persistence } = openPage(world);
  const render = (name: string, checkedAt: number): void => {
    store.subscribe(URL, TEMPLATE, () => {}, true);
    persistence.checkRendered(URL, { lastModified: `${name} was published`, checkedAt });
  };
  render('two', world.now - 1000);
  await turn();
  assert.deepEqual(world.asked(), []);
  render('one', world.now - 600_000);
  await turn();
  assert.deepEqual(world.asked(), ['HEAD a']);
});
