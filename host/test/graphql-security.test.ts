import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ContentService } from '../src/content/content-service.js';
import { writeOptions } from './support/content-services.js';
import onEachDatabase from './support/each-database.js';
import { type GraphQLHost, startGraphQLHost } from './support/graphql-host.js';

const QUERY = '{ viewer { name } }';
const part = (name: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

const assertNoServerErrors = ({ responses }: GraphQLHost): void =>
  assert.deepEqual(
    responses.filter(({ status }) => status >= 500),
    [],
  );

test('requests that a form of any page could send require a header that it cannot send', async (t) => {
  const host = await startGraphQLHost(t);
  const bodies: [string, string][] = [
    ['application/json', JSON.stringify({ query: QUERY })],
    ['text/plain', JSON.stringify({ query: QUERY })],
    ['application/x-www-form-urlencoded', new URLSearchParams({ query: QUERY }).toString()],
    ['multipart/form-data; boundary=x', `${part('operations', JSON.stringify({ query: QUERY }))}--x--\r\n`],
  ];
  const table = [];
  for (const [type, body] of bodies) {
    for (const header of [undefined, 'apollo-require-preflight', 'x-apollo-operation-name', 'x-graphql-yoga-csrf']) {
      const headers = { 'content-type': type, ...(header ? { [header]: 'x' } : {}) };
      const { status, json } = await host.send({ method: 'POST', headers, body });
      if (status === 403)
        assert.match(json!.errors![0]!.message, /needs one of the headers apollo-require-preflight, /);
      table.push([type.split(';')[0], header ?? 'no header', status, json?.errors?.[0].extensions.code ?? 'ok']);
    }
  }
  const rows = (type: string, bare: [number, string], sent: [number, string]) => [
    [type, 'no header', ...bare],
    [type, 'apollo-require-preflight', ...sent],
    [type, 'x-apollo-operation-name', ...sent],
    [type, 'x-graphql-yoga-csrf', ...sent],
  ];
  assert.deepEqual(table, [
    ...rows('application/json', [200, 'ok'], [200, 'ok']),
    // This type is invalid in GraphQL over HTTP, whatever the header.
    ...rows('text/plain', [403, 'FORBIDDEN'], [415, 'BAD_REQUEST']),
    ...rows('application/x-www-form-urlencoded', [403, 'FORBIDDEN'], [200, 'ok']),
    ...rows('multipart/form-data', [403, 'FORBIDDEN'], [200, 'ok']),
  ]);
  assertNoServerErrors(host);
});

test('no credentials are shared across origins', async (t) => {
  const host = await startGraphQLHost(t);
  const origin = 'https://page.example';
  const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const preflight = await host.send({ method: 'OPTIONS', headers: asked });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/);
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, POST');
  const answer = await host.execute(QUERY, { headers: { origin } });
  for (const { headers } of [preflight, answer]) {
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-accel-buffering'), 'no');
  }
});

test('no internal detail reaches a client, only an error id that is in the log', async (t) => {
  const seed = await startGraphQLHost(t);
  const secret = 'SELECT password FROM /etc/shadow';
  const failing = async (): Promise<never> => Promise.reject(new Error(secret));
  const contentService: ContentService = {
    ...seed.contentService,
    libraryPage: failing,
    component: failing,
    changes: async () => failingChanges(),
  };
  const host = await startGraphQLHost(t, { contentService });
  const requests: [string, Record<string, string>][] = [
    ['{ libraries { id } }', {}],
    ['{ component(id: "demo/hero") { id } }', {}],
    ['{ viewer { name } ... @defer { libraries { id } } }', { accept: 'multipart/mixed;deferSpec=20220824' }],
    [
      'subscription { versionChanged(library: "demo") { id } }',
      { accept: 'multipart/mixed;subscriptionSpec=1.0', authorization: `Bearer ${host.secrets.viewer}` },
    ],
  ];
  for (const [query, headers] of requests) {
    const before = host.errors.length;
    const { status, text } = await host.execute(query, { headers });
    assert.equal(status, 200, query);
    assert.ok(!text.includes('SELECT') && !text.includes('shadow') && !/\bat .*\.(ts|js):/.test(text), text);
    const id = /INTERNAL_SERVER_ERROR[^}]*"id":"([^"]+)"/.exec(text)?.[1];
    assert.ok(id, text);
    const lines = host.errors.slice(before);
    assert.equal(lines.length, 1, query);
    assert.ok(String(lines[0]![0]).includes(id));
    assert.match(String(lines[0]![1]), /SELECT password/);
  }
  assertNoServerErrors(host);

  async function* failingChanges(): AsyncGenerator<never> {
    yield await failing();
  }
});

onEachDatabase(
  'lists show callers without a role nothing of drafts: no id, no cursor, no part of a description',
  async (t) => {
    const host = await startGraphQLHost(t);
    const { contentService } = host;
    const drafts = ['aaa', 'hero-draft', 'zzz'];
    for (const library of ['demo', 'other'])
      for (const id of drafts) await contentService.putComponent({ library, id, name: id, description: 'acquisition' });
    for (const id of ['faq', 'footer', 'teaser']) {
      await contentService.putComponent({ library: 'demo', id, name: id });
      await contentService.save({ library: 'demo', component: id, version: 'v' }, '<p>x</p>', writeOptions(0));
      await contentService.step('publish', { library: 'demo', component: id, version: 'v' }, writeOptions(1));
    }
    const { secret } = await contentService.createToken({
      ...{ name: 'elsewhere', library: 'other', role: 'admin', expiresAt: undefined },
    });
    for (const as of [undefined, secret]) {
      const page = async (library: string, filter: string) => {
        const { json } = await host.execute(`{ components(library: "${library}", ${filter}) { items { id } next } }`, {
          token: as,
        });
        return json.data.components as { items: { id: string }[]; next: string | null };
      };
      const found: string[] = [];
      for (let after = ''; ;) {
        const { items, next } = await page('demo', `first: 1, after: "${after}"`);
        found.push(...items.map(({ id }) => id));
        if (next === null) break;
        assert.ok(found.includes(`demo/${next}`), `the cursor ${next} names what is shown`);
        after = next;
      }
      assert.deepEqual(found, ['demo/faq', 'demo/footer', 'demo/hero', 'demo/teaser']);
      for (const filter of ['first: 1, search: "acquisition"', 'first: 1, search: "draft"'])
        assert.deepEqual(await page('demo', filter), { items: [], next: null }, filter);
      const { items } = await page('demo', 'first: 9, search: "o"');
      assert.deepEqual(items, [{ id: 'demo/footer' }, { id: 'demo/hero' }]);
      if (as === undefined) assert.deepEqual(await page('other', 'first: 1'), { items: [], next: null });
      else assert.deepEqual((await page('other', 'first: 1, search: "acquisition"')).next, 'aaa');
    }

    const hero = { library: 'demo', component: 'hero', version: 'secret' };
    await contentService.save(hero, '<p>x</p>', writeOptions(0));
    const versions = async (name: string) =>
      (await host.execute(`{ component(id: "demo/hero") { versions(after: "demo/hero/${name}") { id } } }`)).text;
    // Lists continue after any name: the name of a draft has the same result as an unused name next to it.
    assert.equal(await versions('secret'), await versions('secret-of-nobody'));
    assert.match(await versions('nothing'), /responsive/);
  },
);

test('GraphiQL is served in development only', async (t) => {
  for (const development of [false, true]) {
    const host = await startGraphQLHost(t, { development });
    const { status, text } = await host.send({ headers: { accept: 'text/html' } });
    assert.equal(status, development ? 200 : 406);
    assert.equal(/graphiql/i.test(text), development);
    assert.ok(
      !/<(?:script|link)[^>]+(?:src|href)=["']?(?:https?:)?\/\//i.test(text),
      'and loads nothing from elsewhere',
    );
  }
});

test('requests over the rate limit get 429 and Retry-After, with separate limits for reads, writes, tokens and addresses', async (t) => {
  let now = 1_700_000_000_000;
  const few = { perSecond: 1, burst: 3 };
  const many = { perSecond: 1000, burst: 1000 };
  const rates = { token: { reads: many, writes: few }, address: { reads: { perSecond: 1, burst: 12 }, writes: many } };
  const host = await startGraphQLHost(t, { rates, clock: () => now });
  const { editor, publisher } = host.secrets;
  const write = (as: string, revision: number) =>
    host.execute(
      `mutation { saveVersion(id: "demo/hero/responsive", view: "<p>x</p>", expectedRevision: ${revision}) { revision } }`,
      {
        token: as,
      },
    );
  for (const revision of [2, 3, 4])
    assert.equal((await write(editor, revision)).json.data.saveVersion.revision, revision + 1);
  const refused = await write(editor, 5);
  assert.equal(refused.json.errors[0].extensions.code, 'RATE_LIMITED');
  assert.equal(refused.json.errors[0].extensions.retryAfter, 1);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.status, 429);
  assert.equal((await write(publisher, 5)).json.data.saveVersion.revision, 6, 'another token may');
  const aliases =
    'mutation { a: stageVersion(id: "demo/hero/responsive", expectedRevision: 6) { id } b: stageVersion(id: "demo/hero/responsive", expectedRevision: 6) { id } c: stageVersion(id: "demo/hero/responsive", expectedRevision: 6) { id } }';
  const partly = await host.execute(aliases, { token: publisher });
  assert.equal(partly.json.errors[0].extensions.code, 'RATE_LIMITED', 'aliases are counted one by one');
  // 6 operations so far; a wrong token costs ten.
  assert.equal((await host.execute(QUERY, { token: 'feaas_wrong' })).status, 429);
  for (let count = 7; count <= 12; count++) assert.equal((await host.execute(QUERY)).status, 200, String(count));
  const over = await host.execute(QUERY);
  assert.deepEqual([over.status, over.headers.get('retry-after')], [429, '1']);
  now += 1000;
  assert.equal((await host.execute(QUERY)).status, 200);
  assertNoServerErrors(host);
});

test('a request with several operations and no operation name is an error with a code of the schema', async (t) => {
  const host = await startGraphQLHost(t);
  const query = 'query One { viewer { name } } query Two { viewer { name } }';
  for (const operationName of [undefined, null, 'Three']) {
    const body = JSON.stringify({ query, operationName });
    const { status, json } = await host.send({
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([status, json.errors[0].extensions.code], [400, 'BAD_REQUEST'], String(operationName));
  }
});

test('queries that are sent once, valid or not, use little memory afterwards', async (t) => {
  const host = await startGraphQLHost(t);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const many = (count: number, make: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join(' ');
  for (const [kind, query] of [
    ['of unknown fields', (id: number) => `query Q${id} { ${many(480, (index) => `no${index}`)} }`],
    ['of comments', (id: number) => `query Q${id} { viewer { name } }\n${'#\n'.repeat(8_000)}`],
    ['that end too early', (id: number) => `query Q${id} { ${'#'.repeat(16_000)}`],
  ] as const) {
    await host.execute(query(-1));
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let id = 0; id < 100; id++) await host.execute(query(id));
    collect();
    const megabytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    assert.ok(megabytes < 25, `100 queries ${kind}: ${Math.round(megabytes)} MiB`);
  }
});
