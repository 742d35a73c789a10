/** The gateway in a real browser, against the real host: Web Crypto, tabs, and network failures. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, BrowserContext, CreatePageOptions, Page } from 'puppeteer';
import { type GraphQLHost, SEED_PRINCIPAL, startGraphQLHost } from '../host/test/support/graphql-host';
import { launch } from './lib/browser';
import { bundleGateway, gatewayPage } from './lib/gateway-page';
import { startServer, type TestServer } from './lib/server';
import { httpResponse, jsonResponse, type Responder, tcpServer } from './lib/tcp-server';
import { cleanUp } from './lib/clean-up';

/** Timeout for changes that must arrive. */
const LIMIT = { timeout: 60_000 };
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const ID = 'demo/hero/responsive';

let browser: Browser;
let site: TestServer;

before(async () => {
  // Map a name other than localhost, because browsers treat localhost as secure.
  browser = await launch(['--host-resolver-rules=MAP insecure.test 127.0.0.1'], true);
  site = await startServer(gatewayPage(await bundleGateway()));
});
after(async () => {
  await browser.close();
  await site.close();
});

interface Tab {
  readonly page: Page;
  /** Bodies of the POST requests to GraphQL. */
  readonly asked: any[];
}

/** Opens a tab with a gateway in `window.gateway`. All tabs of a context belong to one browser. */
async function openTab(
  context: BrowserContext,
  {
    url,
    auth = null,
    origin = site.origin,
    inWindow = false,
    ...options
  }: { url: string; auth?: string | null; origin?: string; inWindow?: boolean; [option: string]: unknown },
): Promise<Tab> {
  // Tabs in windows of their own are all visible.
  const page = await context.newPage({ type: inWindow ? 'window' : 'tab' } as CreatePageOptions);
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(JSON.parse(request.postData() ?? 'null'));
  });
  await page.evaluateOnNewDocument('globalThis.__name = (target) => target');
  await page.goto(`${origin}/page.html`);
  await page.evaluate(
    async (options: object) => {
      const path = '/gateway.js';
      const kit = await import(path);
      const changes: number[] = [];
      const gateway = kit.createGateway(options);
      Object.assign(window, { kit, gateway, changes, missed: 0 });
    },
    { url, auth, library: 'demo', ...options },
  );
  return { page, asked };
}

async function profile(t: TestContext): Promise<BrowserContext> {
  const context = await browser.createBrowserContext();
  cleanUp(t, () => context.close());
  return context;
}

const listen = ({ page }: Tab): Promise<unknown> =>
  page.evaluate(() => {
    const { gateway, changes } = window as any;
    const heard = ({ revision }: { revision: number }): void => void changes.push(revision);
    gateway.versions.subscribe('demo', { change: heard, missed: () => void (window as any).missed++ });
  });
const waitForSubscription = ({ page }: Tab): Promise<unknown> =>
  page.waitForFunction(() => (window as any).missed === 1);
const waitForRevisions = ({ page }: Tab, revisions: number[]): Promise<unknown> =>
  page.waitForFunction((all: string) => JSON.stringify((window as any).changes) === all, {}, JSON.stringify(revisions));
const subscriptions = ({ asked }: Tab): unknown[] => asked.filter((body) => body?.operationName === 'LibraryChanged');

async function save({ contentService }: GraphQLHost): Promise<void> {
  const [version] = await contentService.versions([HERO]);
  await contentService.save(HERO, `<p>${version!.revision}</p>`, {
    actor: SEED_PRINCIPAL,
    expected: version!.revision,
  });
}

/** Returns the error of a failing read in the page. */
const failure = ({ page }: Tab): Promise<{ name: string; status?: number; kind: boolean }> =>
  page.evaluate(async () => {
    const { gateway, kit } = window as any;
    const error = await gateway.versions.find(['demo/hero/responsive']).catch((error: Error) => error);
    return { name: error.name, status: error.status, kind: error instanceof (kit[error.name] ?? Array) };
  });

test('§7 sha256Hash by Web Crypto: two requests cold, one warm; §9 sizes are set', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const tab = await openTab(await profile(t), { url: `${host.url}/graphql`, auth: host.secrets.publisher });
  const found = await tab.page.evaluate(async (id: string) => {
    const { gateway, kit } = window as any;
    for (let round = 0; round < 2; round++) await gateway.versions.find([id]);
    const [version] = await gateway.versions.find([id]);
    const saved = await gateway.versions.save(id, '<p>3</p>', { expectedRevision: version.revision });
    const late = await gateway.versions.save(id, '<p>4</p>', { expectedRevision: 2 }).catch((error: Error) => error);
    return [saved.revision, late instanceof kit.ConflictError, late.current.view, kit.cacheSizes];
  }, ID);
  assert.deepEqual(found.slice(0, 3), [3, true, '<p>3</p>']);
  assert.deepEqual(found[3], {
    ...{ print: 2000, parser: 1000, canonicalStringify: 1000, 'documentTransform.cache': 2000 },
    'PersistedQueryLink.persistedQueryHashes': 2000,
  });
  assert.deepEqual(
    tab.asked.map(({ operationName, query }) => [operationName, !!query]),
    [
      ['Versions', false],
      ['Versions', true],
      ['Versions', false],
      ['Versions', false],
      ['Save', false],
      ['Save', true],
      ['Save', false],
    ],
  );
});

test('a relative URL is resolved against the page; the parser loads with the first text query', LIMIT, async (t) => {
  const tab = await openTab(await profile(t), { url: '/somewhere/graphql', attempts: 1 });
  assert.deepEqual(await failure(tab), { name: 'ResponseStatusError', status: 404, kind: true });
  assert.ok(site.log.includes('POST /somewhere/graphql'));
  const before = site.log.length;
  const kinds = await tab.page.evaluate(async () => {
    const { gateway } = window as any;
    const document = await gateway.document('query One { viewer { name } }');
    return [document.kind, document === (await gateway.document('query One { viewer { name } }'))];
  });
  assert.deepEqual(kinds, ['Document', true]);
  const loaded = site.log.slice(before);
  assert.ok(loaded.length > 0 && loaded.every((line) => line.startsWith('GET /chunk-')), loaded.join());
});

test(
  'three tabs hold one subscription; it is handed over when the leader is closed, and nothing is lost',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    const context = await profile(t);
    const options = { url: `${host.url}/graphql`, auth: host.secrets.viewer, inWindow: true };
    const tabs: Tab[] = [];
    for (let count = 0; count < 3; count++) {
      const tab = await openTab(context, options);
      await listen(tab);
      if (!count) await waitForSubscription(tab);
      tabs.push(tab);
    }
    await save(host);
    await save(host);
    for (const tab of tabs) await waitForRevisions(tab, [3, 4]);
    assert.deepEqual(
      tabs.map((tab) => subscriptions(tab).length),
      [1, 0, 0],
    );
    const [leader, ...others] = tabs as [Tab, Tab, Tab];
    await leader.page.close();
    await save(host);
    await save(host);
    for (const tab of others) await waitForRevisions(tab, [3, 4, 5, 6]);
    assert.deepEqual(others.map((tab) => subscriptions(tab).length).sort(), [0, 1]);
  },
);

test('the subscription closes while the page is hidden, and continues at the same position', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const context = await profile(t);
  const tab = await openTab(context, { url: `${host.url}/graphql`, auth: host.secrets.viewer });
  const over = (): number => host.responses.filter(({ type }) => type.startsWith('multipart/')).length;
  await listen(tab);
  await waitForSubscription(tab);
  await save(host);
  await waitForRevisions(tab, [3]);
  assert.equal(over(), 0);
  const ended = new Promise((resolve) => tab.page.on('requestfailed', resolve));
  await context.newPage();
  await ended;
  await save(host);
  await save(host);
  assert.deepEqual(await tab.page.evaluate(() => (window as any).changes), [3]);
  await tab.page.bringToFront();
  await waitForRevisions(tab, [3, 4, 5]);
  assert.equal(subscriptions(tab).length, 2);
});

test(
  'a page that is not served securely has neither Web Crypto nor locks: it sends the text, and hears of changes',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    const origin = site.origin.replace('127.0.0.1', 'insecure.test');
    const url = `${host.url.replace('127.0.0.1', 'insecure.test')}/graphql`;
    const tab = await openTab(await profile(t), { url, auth: host.secrets.publisher, origin });
    assert.deepEqual(await tab.page.evaluate(() => [isSecureContext, !!crypto.subtle, !!navigator.locks]), [
      ...[false, false, false],
    ]);
    await listen(tab);
    await waitForSubscription(tab);
    await tab.page.evaluate(
      (id: string) => (window as any).gateway.versions.save(id, '<p>3</p>', { expectedRevision: 2 }),
      ID,
    );
    await waitForRevisions(tab, [3]);
    assert.ok(tab.asked.every(({ query, extensions }) => query && !extensions));
  },
);

/** A backend of another origin that fails after the preflight request has succeeded. */
const crossOrigin =
  (answer: Responder): Responder =>
  (socket, asked, count) => {
    if (asked.method !== 'OPTIONS') return answer(socket, asked, count);
    const allowed = { 'access-control-allow-headers': 'content-type,authorization', ...CORS };
    return socket.write(httpResponse(204, '', { 'content-length': '0', ...allowed }));
  };
const CORS = { 'access-control-allow-origin': '*' };
const VERSIONS_RESPONSE = jsonResponse({ data: { versions: [null] } }, 200, CORS);

const FAILURES: readonly [what: string, answer: Responder, name: string, status: number | undefined][] = [
  ['cut before an answer', (socket) => socket.destroy(), 'NetworkError', undefined],
  ['cut within an answer', (socket) => socket.end(VERSIONS_RESPONSE.slice(0, -10)), 'InterruptedError', 200],
  ['no answer in time', () => {}, 'RequestTimeoutError', undefined],
  [
    'an answer that does not end in time',
    (socket) => socket.write(VERSIONS_RESPONSE.slice(0, -10)),
    'RequestTimeoutError',
    undefined,
  ],
  ['not JSON', (socket) => socket.write(httpResponse(200, '<p>hi</p>', CORS)), 'ResponseParseError', 200],
  ['an empty body', (socket) => socket.write(httpResponse(200, '', CORS)), 'EmptyResponseError', 200],
  ['neither data nor errors', (socket) => socket.write(jsonResponse({}, 200, CORS)), 'MissingResponseError', 200],
  ['a status', (socket) => socket.write(httpResponse(503, 'later', CORS)), 'ResponseStatusError', 503],
];
for (const [what, answer, name, status] of FAILURES) {
  test(`§8 in a browser: ${what} is a ${name}`, LIMIT, async (t) => {
    const server = await tcpServer(t, crossOrigin(answer));
    const options = { url: server.url, attempts: 1, timeout: 1, persistedQueries: false };
    const tab = await openTab(await profile(t), options);
    assert.deepEqual(await failure(tab), { name, kind: true, ...(status === undefined ? {} : { status }) });
  });
}

test('§8 network down: an offline browser', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const tab = await openTab(await profile(t), { url: `${host.url}/graphql`, attempts: 2 });
  await tab.page.setOfflineMode(true);
  assert.deepEqual(await failure(tab), { name: 'NetworkError', kind: true });
});
