/** Cached copies: lifetime, number, and use while the host, the browser or the storage fails. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type { Page } from 'puppeteer';
import { launch } from './lib/browser';
import { send, WWW, type Route } from './lib/server';
import { waitForDelivery, pageText, waitForPageText, takeEvents, visitorJourney } from './lib/visitor-journey';

const at = visitorJourney();
const component = (name: string): string => `<feaas-component id="${name}" component="${name}"></feaas-component>`;

beforeEach(async () => {
  await at.resetProfile();
  at.host.style('lib', '.x { color: red }');
});

/** Names of the components with a cached copy. */
const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const keys = async (name: string): Promise<string[]> => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const all = await new Promise<IDBValidKey[]>((resolve) => {
        const request = db.transaction('entries').objectStore('entries').getAllKeys();
        request.onsuccess = () => resolve(request.result);
      });
      db.close();
      return all as string[];
    };
    const bodies = await keys('feaas-kit-bodies');
    return (await keys('feaas-kit'))
      .filter((url) => url.includes('/components/') && bodies.includes(url))
      .map((url) => url.split('/').at(-3)!)
      .sort();
  });

test('a day after the host went down, the same profile shows everything; once the host is back, it shows new content', async () => {
  const names = Array.from({ length: 12 }, (_each, index) => `c${index}`);
  for (const name of names) at.host.publish(`lib/${name}`, `<p>${name} one</p>`);
  at.body = names.map(component).join('');
  const userDataDir = mkdtempSync(join(tmpdir(), 'feaas-profile-'));
  const browsers = [await launch([`--user-data-dir=${userDataDir}`])];
  try {
    const before = at.context;
    at.context = browsers[0]!.defaultBrowserContext();
    await at.open();
    await browsers[0]!.close();
    await at.host.kill();

    browsers.push(await launch([`--user-data-dir=${userDataDir}`]));
    at.context = browsers[1]!.defaultBrowserContext();
    const page = await at.open({ ahead: 24 * 3600 * 1000 });
    at.context = before;
    assert.equal(await pageText(page), names.map((name) => `${name} one`).join(' '));
    const last = new Map((await takeEvents(page)).map((each) => [each.id, each]));
    for (const name of names) {
      assert.deepEqual(last.get(name), {
        type: 'feaasRender',
        id: name,
        phase: 'check',
        stale: true,
        error: 'Fetch failed',
      });
    }

    for (const name of names) at.host.publish(`lib/${name}`, `<p>${name} two</p>`);
    await at.host.start();
    await waitForPageText(page, names.map((name) => `${name} two`).join(' '));
    await waitForDelivery(page);
    const healed = new Map((await takeEvents(page)).map((each) => [each.id, each]));
    for (const name of names) assert.equal(healed.get(name)!.stale, false);
    assert.deepEqual(at.uncaught, []);
  } finally {
    for (const browser of browsers) await browser.close();
    rmSync(userDataDir, { recursive: true, force: true });
  }
});

test('a page without any copy recovers by itself when the host is back', async () => {
  at.body = component('late');
  at.host.publish('lib/late', '<p>late</p>');
  await at.host.kill();
  const page = await at.open();
  assert.equal(await pageText(page), '');
  assert.ok((await takeEvents(page)).some(({ type, error }) => type === 'feaasError' && error === 'Fetch failed'));
  await at.host.start();
  await waitForPageText(page, 'late');
  await page.waitForFunction(() => document.querySelector('style[data-href]'));
});

test('a copy older than the limit is not shown', async () => {
  at.body = component('old');
  at.host.publish('lib/old', '<p>old</p>');
  await at.open();
  await at.host.kill();
  assert.equal(await pageText(await at.open({ ahead: 29 * 24 * 3600 * 1000 })), 'old');
  assert.equal(await pageText(await at.open({ ahead: 31 * 24 * 3600 * 1000 })), '');
  await at.host.start();
});

test('least recently used copies are removed first when there are too many', async () => {
  at.head = '<meta name="feaas-delivery" content="maxEntries=4">';
  for (const name of ['a', 'b', 'c', 'd', 'e']) at.host.publish(`lib/${name}`, `<p>${name}</p>`);
  at.body = component('a') + component('b');
  await at.open();
  at.body = component('c');
  await at.open({ ahead: 100_000 });
  at.body = component('a');
  await at.open({ ahead: 200_000 });
  at.body = component('d');
  const page = await at.open({ ahead: 300_000 });
  // The stylesheet is cached as well, and every visit uses it.
  assert.deepEqual(await keptNames(page), ['a', 'c', 'd']);
});

test('least recently used copies are removed first when they take too much space', async () => {
  at.head = '<meta name="feaas-delivery" content="maxBytes=25000">';
  for (const name of ['a', 'b', 'c']) at.host.publish(`lib/${name}`, `<p>${name.repeat(10_000)}</p>`);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    at.body = component(name);
    await at.open({ ahead: index * 100_000 });
  }
  at.body = '';
  assert.deepEqual(await keptNames(await at.open({ settle: false })), ['b', 'c']);
});

test('beyond the browser’s quota, older copies are removed, the page works, and no error is uncaught', async () => {
  const noise = (): string =>
    Array.from({ length: 200_000 }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join('');
  for (const name of ['a', 'b', 'c', 'd']) at.host.publish(`lib/${name}`, `<p>${name}</p><!--${noise()}-->`);
  at.body = '';
  const first = await at.open({ settle: false });
  const session = await first.createCDPSession();
  await session.send('Storage.overrideQuotaForOrigin', { origin: at.site.origin, quotaSize: 1_500_000 });
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
    at.body = component(name);
    assert.equal(await pageText(await at.open({ ahead: index * 100_000 })), name);
  }
  at.body = component('d') + component('a');
  assert.equal(await pageText(await at.open({ ahead: 500_000 })), 'd a');
  assert.deepEqual(at.uncaught, []);
});

// A repeat visit shows everything even if the storage never responds, or throws.
const BROKEN: readonly (readonly [what: string, prepare: () => void])[] = [
  ['caches.open never settles', () => void (CacheStorage.prototype.open = () => new Promise(() => {}))],
  ['indexedDB.open never answers', () => void (IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest)],
  [
    'indexedDB.open throws',
    () =>
      void (IDBFactory.prototype.open = () => {
        throw new DOMException('', 'SecurityError');
      }),
  ],
  ['a read never answers', () => void (IDBObjectStore.prototype.get = () => ({}) as IDBRequest)],
  ['locks.request never settles', () => void (LockManager.prototype.request = () => new Promise(() => {}))],
  [
    'BroadcastChannel throws',
    () =>
      void Object.assign(window, {
        BroadcastChannel: function () {
          throw new DOMException('', 'SecurityError');
        },
      }),
  ],
];

for (const [what, prepare] of BROKEN)
  test(`${what} on a repeat visit: the page falls back after the storage timeout`, async () => {
    at.host.publish('lib/a', '<p>a</p>');
    at.body = component('a');
    await at.open();
    at.host.takeRequests();
    const page = await at.open({ settle: false, prepare });
    await waitForPageText(page, 'a');
    await waitForDelivery(page);
    assert.ok(at.host.takeRequests().length > 0);
    assert.deepEqual(at.uncaught, []);
  });

test('maxBytes counts bytes: two bodies of Chinese text fit, and three do not', async () => {
  at.head = '<meta name="feaas-delivery" content="maxBytes=65000">';
  for (const name of ['a', 'b', 'c']) at.host.publish(`lib/${name}`, `<p>${'漢'.repeat(10_000)}</p>`);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    at.body = component(name);
    await at.open({ ahead: index * 100_000 });
  }
  at.body = '';
  assert.deepEqual(await keptNames(await at.open({ settle: false })), ['b', 'c']);
});

test('clearFetchCache also removes copies', async () => {
  at.body = component('a');
  at.host.publish('lib/a', '<p>a</p>');
  const page = await at.open();
  await page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = await import(path);
    kit.clearFetchCache();
    await kit.whenDeliverySettled();
  });
  at.host.takeRequests();
  await at.open();
  assert.deepEqual(at.host.takeRequests().sort(), ['GET a', 'GET css']);
});

/** Files of the build that read the cache. */
const CACHE_FILES = readdirSync(`${WWW}build`).filter(
  (name) => name.endsWith('.js') && readFileSync(`${WWW}build/${name}`, 'utf8').includes('-bodies'),
);

for (const isHostDown of [false, true])
  test(`E14: a visit whose script of the cache fails to load ${isHostDown ? 'shows the copies once it loads' : 'asks the host at once'}`, async () => {
    at.host.publish('lib/hero', '<p>Hero</p>');
    at.body = component('hero');
    await at.open();
    assert.equal(CACHE_FILES.length, 1);
    let failures = isHostDown ? 1 : Infinity;
    const fail: Route = (_request, response, { pathname }) =>
      pathname === `/build/${CACHE_FILES[0]}` && failures-- > 0
        ? (send(response, 'busy', 'text/plain', {}, 503), true)
        : undefined;
    at.site.routes.unshift(fail);
    if (isHostDown) await at.host.kill();
    try {
      const page = await at.open({ settle: false });
      const startedAt = Date.now();
      await page.waitForSelector('feaas-component p');
      const took = Date.now() - startedAt;
      assert.ok(took < 3000, `${took} ms`);
      assert.equal(await pageText(page), 'Hero');
      assert.deepEqual(
        (await takeEvents(page)).filter(({ type }) => type === 'feaasError'),
        [],
      );
    } finally {
      at.site.routes.splice(at.site.routes.indexOf(fail), 1);
      if (isHostDown) await at.host.start();
    }
  });
