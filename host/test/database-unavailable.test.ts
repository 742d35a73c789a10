/** PostgreSQL that fails and recovers: published content is served, all else fails with a reason, and everything recovers. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { signSession } from '../src/auth/session.js';
import { sendRequest } from './support/client.js';
import { startFreezableProxy } from './support/freezable-proxy.js';
import type { Json } from './support/graphql-host.js';
import { startPostgres } from './support/postgres.js';
import {
  ACTOR,
  HERO_ADDRESS,
  HERO_URL,
  type PublishedHost,
  startPublishedHost,
  makePublishedFolder,
} from './support/published-host.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 90_000 };
const PUBLISHED = `${HERO_URL}/published.html`;
const PUBLIC = [PUBLISHED, `${HERO_URL}/1.html`, '/styles/demo/published.css'];
const NOT_PUBLIC = [
  `${HERO_URL}/staged.html`,
  `${HERO_URL}/saved.html`,
  `${HERO_URL}/3.html`,
  '/styles/demo/staged.css',
  '/styles/demo/saved.css',
];
const DATA = ['/api/demo/page.json', '/api/page.json'];
const OWN_TYPE = 'application/graphql-response+json';

type Header = Readonly<Record<string, string>>;

interface UnavailableSetup {
  readonly host: PublishedHost;
  readonly token: Header;
  /** The signature is sufficient: the session is not in the database. */
  readonly session: Header;
  graphql(query: string, headers?: Header): Promise<{ status: number; retryAfter: string | null; json: Json }>;
}

/** A host with published content and GraphQL: revision 1 is published, 2 staged, 3 saved. */
async function setUp(t: TestContext, url: string, folder: string): Promise<UnavailableSetup> {
  const host = await startPublishedHost(t, { database: { url }, folder, editors: true });
  const { contentService } = host;
  const token = await host.bearer('publisher', 'demo');
  const claims = { library: 'demo', role: 'publisher', name: 'Ann', expiresAt: Date.now() + 600_000 } as const;
  const session = { authorization: `Bearer ${await signSession(await contentService.signingKey(), claims)}` };
  await host.write(HERO_ADDRESS, 'one', 'publish');
  await host.write(HERO_ADDRESS, 'two', 'stage');
  await host.write(HERO_ADDRESS, 'three');
  await contentService.saveStylesheet(
    'demo',
    { css: '.a{}', themes: [], breakpoints: [] },
    { actor: ACTOR, expected: 0 },
  );
  for (const step of ['stage', 'publish'] as const) {
    await contentService.stepStylesheet(step, 'demo', { actor: ACTOR, expected: 1 });
  }
  await contentService.putDataSource({ library: 'demo', id: 'page', sample: '{}', settings: null });
  return {
    ...{ host, token, session },
    async graphql(query, headers = {}) {
      const answer = await fetch(`${host.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: OWN_TYPE, ...headers },
        body: JSON.stringify({ query }),
      });
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: await answer.json() };
    },
  };
}

/** Concurrently: each may wait for an unresponsive server. */
async function assertUnavailable({ url }: PublishedHost, headers: Header): Promise<void> {
  const paths = [...NOT_PUBLIC, ...DATA];
  for (const [at, answer] of (await Promise.all(paths.map((path) => sendRequest(url + path, { headers })))).entries()) {
    assert.equal(answer.status, 503, paths[at]);
    assert.match(answer.text, /^503 Service unavailable: The database does not answer/);
    assert.equal(answer.headers['retry-after'], '5');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
}

async function assertEverythingUnavailable({ host, token, session, graphql }: UnavailableSetup): Promise<void> {
  await assertUnavailable(host, {});
  await assertUnavailable(host, token);
  const save = 'mutation { saveVersion(id: "demo/hero/responsive", view: "", expectedRevision: 3) { id } }';
  for (const [query, headers, status] of [
    ['{ libraries { id } }', {}, 503],
    // A response of this type with partial data must have status 200.
    ['{ viewer { name } library(id: "demo") { id } }', {}, 200],
    ['{ libraries { id } }', { accept: 'application/json' }, 200],
    [save, session, 503],
    // The principal cannot be determined.
    ['{ viewer { name } }', token, 503],
    ['{ viewer { name } }', { ...token, accept: 'application/json' }, 503],
  ] as const) {
    const answer = await graphql(query, headers);
    assert.equal(answer.status, status, query);
    assert.equal(answer.retryAfter, '5', query);
    const [{ message, extensions }] = answer.json.errors;
    assert.match(message, /database does not answer/);
    assert.deepEqual([extensions.code, extensions.retryAfter], ['SERVICE_UNAVAILABLE', 5]);
    assert.ok(status === 200 || !answer.json.data, 'no data in an error');
  }
  assert.doesNotMatch(host.log.join('\n'), /failed\.|GraphQL error/, 'no fault of the host');
}

async function assertRecovered({ host, token, graphql }: UnavailableSetup): Promise<void> {
  for (const path of [...NOT_PUBLIC, ...DATA]) {
    await waitUntil(async () => (await sendRequest(host.url + path, { headers: token })).status === 200);
  }
  const { status, json } = await graphql('{ viewer { name } libraries { id } }', token);
  assert.deepEqual([status, json.errors, json.data.libraries], [200, undefined, [{ id: 'demo' }]]);
}

test('with a stopped database server, drafts and GraphQL are unavailable until it starts again', LIMIT, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const folder = await makePublishedFolder(t);
  const away = await setUp(t, await server.newDatabase(), folder);
  const { host } = away;
  for (const path of PUBLIC) assert.equal((await sendRequest(host.url + path)).status, 200, path);
  await server.pause();
  await assertEverythingUnavailable(away);
  for (const path of PUBLIC) assert.equal((await sendRequest(host.url + path)).status, 200, path);
  assert.equal((await sendRequest(`${host.url}/components/demo/none/responsive/published.html`)).status, 404);
  await server.resume();
  await assertRecovered(away);
  await host.write(HERO_ADDRESS, 'four', 'publish');
  await waitUntil(async () => (await sendRequest(host.url + PUBLISHED)).text === 'four');
});

test('with an unresponsive database server, visitors neither wait nor get replaced content', LIMIT, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const folder = await makePublishedFolder(t);
  const url = await server.newDatabase();
  const gate = await startFreezableProxy(server.port);
  cleanUp(t, () => gate.close());
  const other = await startPublishedHost(t, { database: { url }, folder });
  const away = await setUp(t, url.replace(`:${server.port}/`, `:${gate.port}/`), folder);
  const { host } = away;
  await waitUntil(async () => {
    host.calls.length = 0;
    await sendRequest(host.url + PUBLISHED);
    return host.calls.length === 0;
  });
  gate.setFrozen(true);
  assert.equal((await sendRequest(host.url + PUBLISHED)).text, 'one');
  await other.write(HERO_ADDRESS, 'four', 'publish');
  await waitUntil(async () => (await sendRequest(host.url + PUBLISHED)).text === 'four');
  assert.equal((await sendRequest(`${host.url}${HERO_URL}/4.html`)).text, 'four');
  assert.match(host.log.join('\n'), /does not receive changes of library 'demo'/);
  const [asked] = await Promise.all([away.graphql('{ viewer { name } }', away.token), assertUnavailable(host, {})]);
  assert.deepEqual([asked.status, asked.json.errors[0].extensions.code], [503, 'SERVICE_UNAVAILABLE']);
  gate.setFrozen(false);
  await assertRecovered(away);
  await other.write(HERO_ADDRESS, 'five', 'publish');
  await waitUntil(async () => (await sendRequest(host.url + PUBLISHED)).text === 'five');
});

test(
  'after the database server is replaced silently, nobody waits for its old connections',
  { timeout: 60_000 },
  async (t) => {
    const server = await startPostgres();
    cleanUp(t, () => server.stop());
    const url = await server.newDatabase();
    const gate = await startFreezableProxy(server.port);
    cleanUp(t, () => gate.close());
    const away = await setUp(t, url.replace(`:${server.port}/`, `:${gate.port}/`), await makePublishedFolder(t));
    // More requests than connections: all connections are open, and all of them wait.
    const many = () =>
      Promise.all(Array.from({ length: 30 }, () => away.graphql('{ libraries { id } }', away.session)));
    for (const { status } of await many()) assert.equal(status, 200);
    gate.freezeOpenConnections();
    const waiting = many();
    await assertRecovered(away);
    for (const { status } of await waiting) assert.ok([200, 503].includes(status), String(status));
  },
);
