import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { ApolloClient, type ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import test from './support/each-database.js';
import { type GraphQLHost, type Json, SEED_PRINCIPAL, startGraphQLHost } from './support/graphql-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function clientOf(t: TestContext, link: ApolloLink): ApolloClient {
  const client = new ApolloClient({
    link,
    cache: new InMemoryCache(),
    incrementalHandler: new Defer20220824Handler(),
    defaultOptions: { query: { fetchPolicy: 'no-cache' } },
  });
  cleanUp(t, () => client.stop());
  return client;
}

const httpLink = ({ url }: GraphQLHost, secret?: string, path = '/graphql'): HttpLink =>
  new HttpLink({ uri: url + path, ...(secret ? { headers: { authorization: `Bearer ${secret}` } } : {}) });

/** Callers without a token see a library only if it has published content. */
async function publishOther({ contentService }: GraphQLHost): Promise<void> {
  const sheet = { css: 'p { color: teal; }', themes: [], breakpoints: [] };
  await contentService.saveStylesheet('other', sheet, { actor: SEED_PRINCIPAL, expected: 0 });
  await contentService.stepStylesheet('publish', 'other', { actor: SEED_PRINCIPAL, expected: 1 });
}

test('a persisted query takes two requests at first and one afterwards, by POST and by GET', async (t) => {
  for (const useGETForHashedQueries of [false, true]) {
    const host = await startGraphQLHost(t);
    await publishOther(host);
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(httpLink(host));
    const client = clientOf(t, link);
    const query = gql`
      query Names {
        libraries {
          id
          name
        }
      }
    `;
    const requests: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = host.responses.length;
      const { data } = await client.query<Json>({ query });
      assert.deepEqual(
        data.libraries.map(({ id }: { id: string }) => id),
        ['demo', 'other'],
      );
      requests.push(host.responses.length - before);
    }
    assert.deepEqual(requests, [2, 1, 1]);
    assert.deepEqual(new Set(host.responses.map(({ status }) => status)), new Set([200]));
  }
});

test('a hash that does not match the query is rejected and not stored', async (t) => {
  const host = await startGraphQLHost(t);
  const hash = sha256('{ viewer { name } }');
  const persisted = (query?: string) =>
    host.send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }),
    });
  assert.equal((await persisted('{ libraries { id } }')).json.errors[0].extensions.code, 'PERSISTED_QUERY_MISMATCH');
  assert.equal((await persisted()).json.errors[0].extensions.code, 'PERSISTED_QUERY_NOT_FOUND');
});

test('a batch of 10 is one request, of 11 two; the host accepts 10 operations and rejects 11', async (t) => {
  const host = await startGraphQLHost(t);
  const client = clientOf(t, new BatchHttpLink({ uri: `${host.url}/graphql`, batchMax: 10, batchInterval: 10 }));
  for (const [operations, requests] of [
    [10, 1],
    [11, 2],
  ] as const) {
    const before = host.responses.length;
    const asked = Array.from({ length: operations }, (_, index) =>
      client.query<Json>({ query: gql(`query Q${index} { library(id: "demo") { name } }`) }),
    );
    for (const { data } of await Promise.all(asked)) assert.equal(data.library.name, 'Demo');
    assert.equal(host.responses.length - before, requests);
  }
  const batch = (length: number) =>
    host.send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length }, () => ({ query: '{ __typename }' }))),
    });
  assert.equal((await batch(10)).json.length, 10);
  const refused = await batch(11);
  assert.equal(refused.status, 400);
  assert.match(refused.json.errors[0].message, /limited to 10/);
});

test('@defer arrives in parts', { timeout: 30_000 }, async (t) => {
  const host = await startGraphQLHost(t);
  const client = clientOf(t, httpLink(host));
  const states: unknown[] = [];
  const query = gql`
    query Deferred {
      library(id: "demo") {
        id
        name
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
  await new Promise<void>((resolve, reject) => {
    client.watchQuery<Json>({ query, fetchPolicy: 'network-only' }).subscribe({
      next(result) {
        if (result.error) reject(result.error);
        if (!result.data?.library) return;
        states.push(JSON.parse(JSON.stringify(result.data.library.components?.items ?? null)));
        if (!result.loading && result.dataState === 'complete') resolve();
      },
      error: reject,
    });
  });
  assert.deepEqual(states[0], null, 'first without what is deferred');
  assert.deepEqual(states.at(-1), [{ __typename: 'Component', id: 'demo/hero' }]);
  assert.match(host.responses[0]!.type, /^multipart\/mixed/);
});

test('@stream sends the items of a list in parts of their own', async (t) => {
  const host = await startGraphQLHost(t);
  await publishOther(host);
  const { text } = await host.execute('{ libraries @stream(initialCount: 1) { id } }', {
    headers: { accept: 'multipart/mixed;deferSpec=20220824, application/json' },
  });
  const parts = text.split(/\r\n---(?:--)?/).flatMap((part) => part.match(/\{.*\}/s) ?? []);
  const [first, ...later] = parts.map((part) => JSON.parse(part));
  assert.deepEqual(first.data, { libraries: [{ id: 'demo' }] });
  assert.equal(first.hasNext, true);
  const items = later.flatMap(({ incremental = [] }) => incremental).flatMap((each: Json) => each.items);
  assert.deepEqual(items, [{ id: 'other' }]);
});

test('5 of 5 events of a subscription arrive, in order, with the state', { timeout: 30_000 }, async (t) => {
  const host = await startGraphQLHost(t);
  const client = clientOf(t, httpLink(host, host.secrets.viewer, '/api/graphql'));
  const seen = await host.contentService.versions([HERO]);
  const last = await lastSequence(host);
  const query = gql`
    subscription Changes($after: Int) {
      versionChanged(library: "demo", after: $after) {
        sequence
        kind
        id
        action
        revision
        version {
          id
          view
        }
      }
    }
  `;
  const events: Json[] = [];
  const done = new Promise<void>((resolve, reject) => {
    const subscription = client.subscribe<Json>({ query, variables: { after: last } }).subscribe({
      next({ data, error }) {
        if (error) return reject(error);
        events.push(data.versionChanged);
        if (events.length < 5) return;
        subscription.unsubscribe();
        resolve();
      },
      error: reject,
      complete: () => reject(new Error(`ended after ${events.length} events`)),
    });
  });
  let { revision } = seen[0]!;
  for (let count = 0; count < 5; count++) {
    const saved = await host.contentService.save(HERO, `<p>event ${count}</p>`, {
      actor: SEED_PRINCIPAL,
      expected: revision,
    });
    revision = saved.revision;
  }
  await done;
  assert.deepEqual(
    events.map(({ sequence, kind, id, action, revision: number }) => [sequence, kind, id, action, number]),
    [1, 2, 3, 4, 5].map((step) => [last + step, 'VERSION', 'demo/hero/responsive', 'SAVE', 2 + step]),
  );
  assert.equal(events[4].version.view, '<p>event 4</p>');
});

test('a rejected subscription returns its error', { timeout: 30_000 }, async (t) => {
  const host = await startGraphQLHost(t);
  for (const [secret, library, code] of [
    [undefined, 'demo', 'UNAUTHENTICATED'],
    [host.secrets.admin, 'other', 'FORBIDDEN'],
  ] as const) {
    const client = clientOf(t, httpLink(host, secret));
    const query = gql(`subscription { versionChanged(library: "${library}") { sequence } }`);
    const error = await new Promise<Json>((resolve, reject) =>
      client.subscribe<Json>({ query }).subscribe({
        next: (result) => (result.error ? resolve(result.error) : reject(new Error(JSON.stringify(result)))),
        error: resolve,
      }),
    );
    assert.ok(CombinedGraphQLErrors.is(error), String(error));
    assert.equal(error.errors[0]!.extensions?.['code'], code);
  }
});

test('Apollo sees the code of a wrong token, and the state of a conflict', async (t) => {
  const host = await startGraphQLHost(t);
  const mutation = gql`
    mutation {
      saveVersion(id: "demo/hero/responsive", view: "<p>mine</p>", expectedRevision: 1) {
        id
      }
    }
  `;
  const errorOf = (secret: string) =>
    clientOf(t, httpLink(host, secret))
      .mutate({ mutation })
      .then(
        () => assert.fail('went through'),
        (error: Json) => error.errors[0].extensions,
      );
  assert.equal((await errorOf('feaas_wrong')).code, 'UNAUTHENTICATED');
  const { code, expected, current } = await errorOf(host.secrets.editor);
  assert.deepEqual([code, expected, current.revision, current.view], ['CONFLICT', 1, 2, '<p>a draft</p>']);
});

async function lastSequence({ contentService }: GraphQLHost): Promise<number> {
  const stop = new AbortController();
  const all = await contentService.changes('demo', { after: 0, signal: stop.signal });
  let last = 0;
  for await (const { sequence, subject, revision } of all) {
    last = sequence;
    if (subject === 'demo' && revision === 2) break;
  }
  stop.abort();
  return last;
}
