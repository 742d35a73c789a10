/** How operations are sent (specification §7, GraphQL) to the real host. Each test quotes its sentence of the specification. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gql } from '@apollo/client';
import { type GraphQLHost, startGraphQLHost } from '../../host/test/support/graphql-host';
import { createGateway, type Gateway, type GatewayOptions, graphqlUrl } from '../../src/utils/gateway';
import { recordFetch, type FetchRecorder } from '../lib/fetch-recorder';
import { cleanUp } from '../lib/clean-up';

/** Options of a test: it fails after 30 s. */
const LIMIT = { timeout: 30_000 };
const HERO = 'demo/hero/responsive';
const NAMES = gql`
  query Names {
    libraries {
      id
      name
    }
  }
`;
const ONE = gql`
  query One($id: ID!) {
    library(id: $id) {
      name
    }
  }
`;
const numbered = (at: number) => gql(`query Q${at} { library(id: "demo") { name } }`);

interface Visit extends FetchRecorder {
  readonly host: GraphQLHost;
  readonly gateway: Gateway;
}

async function visit(t: TestContext, options: Partial<GatewayOptions> = {}): Promise<Visit> {
  const host = await startGraphQLHost(t);
  const recorded = recordFetch();
  const { fetch } = recorded;
  const gateway = createGateway({
    ...{ url: graphqlUrl(host.url), library: 'demo', auth: host.secrets.publisher, fetch },
    ...options,
  });
  cleanUp(t, () => gateway.close());
  return { ...recorded, host, gateway };
}

test('§7, §9 "the configured path (default /graphql)", below the backend', () => {
  assert.equal(graphqlUrl('https://host.example/api'), 'https://host.example/api/graphql');
  assert.equal(graphqlUrl('https://host.example/api/'), 'https://host.example/api/graphql');
  assert.equal(graphqlUrl('/api', 'other'), '/api/other');
  assert.equal(graphqlUrl(''), '/graphql');
});

test('a URL is required', () => {
  assert.throws(() => createGateway({ url: '', library: 'demo' }), /createGateway: url is missing/);
});

test('§7 "POST … with a JSON body of operationName, variables, query and optionally extensions"', LIMIT, async (t) => {
  const { gateway, requests } = await visit(t, { persistedQueries: false, environment: 'staging' });
  await gateway.client.query({ query: ONE, variables: { id: 'demo' } });
  const [{ method, url, headers, body }] = requests as [(typeof requests)[0]];
  assert.deepEqual([method, url.pathname, url.search], ['POST', '/graphql', '']);
  assert.equal(headers.get('content-type'), 'application/json');
  assert.deepEqual(Object.keys(body).sort(), ['operationName', 'query', 'variables']);
  assert.deepEqual([body.operationName, body.variables], ['One', { id: 'demo' }]);
  assert.match(body.query, /^query One\(\$id: ID!\) \{/);
  assert.equal(headers.get('x-feaas-environment'), 'staging');
  assert.deepEqual([requests.length, headers.get('authorization')?.startsWith('Bearer ')], [1, true]);
});

test(
  '§7 "GET may be used for queries, with parameters in the query string"; writes always go by POST',
  LIMIT,
  async (t) => {
    const { gateway, requests } = await visit(t, { persistedQueries: false, useGetForQueries: true, batch: true });
    const { data } = await gateway.client.query<{ library: { name: string } }>({
      query: ONE,
      variables: { id: 'demo' },
    });
    assert.equal(data?.library.name, 'Demo');
    await gateway.versions.save(HERO, '<p>3</p>', { expectedRevision: 2 });
    const [get, post] = requests as [(typeof requests)[0], (typeof requests)[0]];
    assert.deepEqual([get.method, get.body, post.method], ['GET', undefined, 'POST']);
    const { searchParams } = get.url;
    assert.deepEqual([...searchParams.keys()].sort(), ['operationName', 'query', 'variables']);
    assert.deepEqual(
      [searchParams.get('operationName'), JSON.parse(searchParams.get('variables')!)],
      ['One', { id: 'demo' }],
    );
    assert.equal(requests.length, 2);
  },
);

test(
  '§7 "Persisted queries are supported (sha256Hash, version 1)": two requests cold, one warm, writes too',
  LIMIT,
  async (t) => {
    for (const useGetForQueries of [false, true]) {
      const { gateway, requests } = await visit(t, { useGetForQueries });
      const counts: number[] = [];
      for (let round = 0; round < 3; round++) {
        const before = requests.length;
        await gateway.client.query({ query: NAMES, fetchPolicy: 'network-only' });
        counts.push(requests.length - before);
      }
      assert.deepEqual(counts, [2, 1, 1]);
      const [cold, full, warm] = requests as [(typeof requests)[0], (typeof requests)[0], (typeof requests)[0]];
      const extensionsOf = ({ body, url }: typeof cold) =>
        body ? body.extensions : JSON.parse(url.searchParams.get('extensions')!);
      const { version, sha256Hash } = extensionsOf(cold).persistedQuery;
      assert.deepEqual([version, extensionsOf(warm).persistedQuery.sha256Hash], [1, sha256Hash]);
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(full.body.query)));
      assert.equal(sha256Hash, Buffer.from(bytes).toString('hex'));
      const way = useGetForQueries ? 'GET' : 'POST';
      assert.deepEqual([cold.method, full.method, warm.method], [way, 'POST', way]);
      assert.equal(cold.body?.query ?? cold.url.searchParams.get('query') ?? undefined, undefined);
      for (const expectedRevision of [2, 3])
        await gateway.versions.save(HERO, `<p>${expectedRevision}</p>`, { expectedRevision });
      assert.deepEqual(
        requests.slice(4).map(({ method, body }) => [method, !!body.query]),
        [
          ['POST', false],
          ['POST', true],
          ['POST', false],
        ],
      );
    }
  },
);

test('without persisted queries the query text is sent', LIMIT, async (t) => {
  const { gateway, requests } = await visit(t, { persistedQueries: false });
  await gateway.client.query({ query: NAMES });
  assert.ok(requests[0]?.body.query && !requests[0].body.extensions);
});

test('§7 "Batching is possible (… maximum 10 per batch)": 10 queries are one request, 11 are two', LIMIT, async (t) => {
  const { gateway, requests } = await visit(t, { batch: true, persistedQueries: false });
  for (const [count, sizes] of [
    [10, [10]],
    [11, [10, 1]],
    [1, [1]],
  ] as const) {
    const before = requests.length;
    const asked = Array.from({ length: count }, (_, at) =>
      gateway.client.query<{ library: { name: string } }>({ query: numbered(at), fetchPolicy: 'network-only' }),
    );
    for (const { data } of await Promise.all(asked)) assert.equal(data?.library.name, 'Demo');
    assert.deepEqual(
      requests.slice(before).map(({ body }) => body.length),
      sizes,
    );
  }
});

test('§7 "Batching … (default 10 ms interval …)": what is asked for within 10 ms goes together', LIMIT, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [batch, wait] of [
    [true, 10],
    [{ interval: 25 }, 25],
  ] as const) {
    const recorded = recordFetch(async (_input, init) => {
      const operations = JSON.parse(String(init?.body)) as unknown[];
      return new Response(JSON.stringify(operations.map(() => ({ data: { library: null } }))));
    });
    const { fetch, requests } = recorded;
    const gateway = createGateway({ url: '/graphql', library: 'demo', persistedQueries: false, batch, fetch });
    const first = gateway.client.query({ query: numbered(1) });
    t.mock.timers.tick(wait - 1);
    const second = gateway.client.query({ query: numbered(2) });
    assert.equal(requests.length, 0);
    t.mock.timers.tick(1);
    assert.equal(requests.length, 1);
    await Promise.all([first, second]);
    assert.equal(requests[0]?.body.length, 2);
    gateway.close();
  }
});

test(
  'a batch with persisted queries: those that are not known go again together; writes go alone',
  LIMIT,
  async (t) => {
    const { gateway, requests } = await visit(t, { batch: true });
    const ask = () =>
      Promise.all([0, 1, 2].map((at) => gateway.client.query({ query: numbered(at), fetchPolicy: 'network-only' })));
    await ask();
    assert.deepEqual(
      requests.map(({ body }) => body.map(({ query }: { query?: string }) => !!query)),
      [
        [false, false, false],
        [true, true, true],
      ],
    );
    await ask();
    assert.equal(requests.length, 3);
    await gateway.versions.save(HERO, '<p>3</p>', { expectedRevision: 2 });
    assert.ok(!Array.isArray(requests.at(-1)?.body));
  },
);

test(
  '§7 "Multipart/mixed streaming is supported for deferred … operations", in a batch of others too',
  LIMIT,
  async (t) => {
    for (const batch of [false, true]) {
      const { gateway, requests, host } = await visit(t, { batch });
      const query = gql`
        query Deferred {
          library(id: "demo") {
            id
            ... @defer {
              components {
                items {
                  id
                }
              }
            }
          }
        }
      `;
      const states: unknown[] = [];
      const beside = gateway.client.query({ query: NAMES });
      await new Promise<void>((resolve, reject) => {
        gateway.client.watchQuery<any>({ query, fetchPolicy: 'network-only' }).subscribe({
          next({ data, error, dataState }) {
            if (error) return reject(error);
            if (data?.library) states.push(data.library.components?.items?.length ?? null);
            if (dataState === 'complete') resolve();
          },
          error: reject,
        });
      });
      await beside;
      assert.deepEqual([states[0], states.at(-1)], [null, 2]);
      const accepts = requests.map(({ headers }) => headers.get('accept') ?? '');
      assert.ok(accepts.some((accept) => accept.startsWith('multipart/mixed;deferSpec=20220824')));
      assert.ok(host.responses.some(({ type }) => /^multipart\/mixed/.test(type)));
    }
  },
);

test('§7 "Multipart/mixed streaming is supported for … subscription operations"', LIMIT, async (t) => {
  const { gateway, requests } = await visit(t, { useGetForQueries: true, batch: true });
  const query = gql`
    subscription Changes {
      versionChanged(library: "demo", after: 0) {
        sequence
        version {
          id
        }
      }
    }
  `;
  const sequences: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const subscription = gateway.client.subscribe<any>({ query }).subscribe({
      next({ data, error }) {
        if (error) return reject(error);
        sequences.push(data.versionChanged.sequence);
        if (sequences.length < 3) return;
        subscription.unsubscribe();
        resolve();
      },
      error: reject,
    });
  });
  assert.deepEqual(sequences, [1, 2, 3]);
  const [{ method, body, headers }] = requests as [(typeof requests)[0]];
  assert.deepEqual([method, body.operationName, !!body.query], ['POST', 'Changes', true]);
  assert.match(headers.get('accept') ?? '', /^multipart\/mixed;boundary=graphql;subscriptionSpec=1\.0/);
});

test('the response of a mutation updates watched queries', LIMIT, async (t) => {
  const { gateway } = await visit(t);
  const query = await gateway.document(`query Seen { versions(ids: ["${HERO}"]) { id revision view } }`);
  const seen: number[] = [];
  await new Promise<void>((resolve, reject) => {
    gateway.client.watchQuery<any>({ query }).subscribe({
      next({ data, dataState }) {
        if (dataState !== 'complete') return;
        seen.push(data.versions[0].revision);
        if (seen.length === 2) resolve();
        else gateway.versions.save(HERO, '<p>3</p>', { expectedRevision: 2 }).catch(reject);
      },
    });
  });
  assert.deepEqual(seen, [2, 3]);
});
