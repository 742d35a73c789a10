/** Retries: persisted queries are sent again with their text (specification §8), and transient errors are retried. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeaasError } from '../../src/global/errors';
import * as kit from '../../src/utils/gateway';
import {
  respondWith,
  assertErrorClass,
  LIMIT,
  createGatewayFixture,
  QUERY,
  SAVE,
  LIBRARIES_RESPONSE,
} from '../lib/gateway-fixture';
import { httpResponse, jsonResponse, type Responder } from '../lib/tcp-server';

test('§8 PERSISTED_QUERY_NOT_FOUND causes a retry as a full POST', LIMIT, async (t) => {
  for (const useGetForQueries of [false, true]) {
    const known = new Set<string>();
    const { gateway, server } = await createGatewayFixture(
      t,
      (socket, { json: body, path }) => {
        const url = new URL(path, 'http://x');
        const { query, extensions } = body ?? { extensions: JSON.parse(url.searchParams.get('extensions')!) };
        const { sha256Hash, version } = extensions.persistedQuery;
        assert.equal(version, 1);
        if (query) known.add(sha256Hash);
        const code = 'PERSISTED_QUERY_NOT_FOUND';
        socket.write(
          jsonResponse(
            known.has(sha256Hash) ? LIBRARIES_RESPONSE : { errors: [{ message: 'no', extensions: { code } }] },
          ),
        );
      },
      { persistedQueries: true, useGetForQueries },
    );
    for (let round = 0; round < 2; round++) await gateway.client.query({ query: QUERY, fetchPolicy: 'network-only' });
    const way = useGetForQueries ? 'GET' : 'POST';
    assert.deepEqual(
      server.requests.map(({ method, json: body }) => [method, !!body?.query]),
      [
        [way, false],
        ['POST', true],
        [way, false],
      ],
    );
  }
});

test(
  '§8 PERSISTED_QUERY_NOT_SUPPORTED causes a retry as a full POST, and hashes are off for the session',
  LIMIT,
  async (t) => {
    for (const form of ['code', 'message', 'status'] as const) {
      const { gateway, server } = await createGatewayFixture(
        t,
        (socket, { json: body }) => {
          if (!body.extensions?.persistedQuery) return socket.write(jsonResponse(LIBRARIES_RESPONSE));
          const error =
            form === 'message'
              ? { message: 'PersistedQueryNotSupported' }
              : { message: 'no', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } };
          return socket.write(jsonResponse({ errors: [error] }, form === 'status' ? 400 : 200));
        },
        { persistedQueries: true },
      );
      for (let round = 0; round < 3; round++) await gateway.client.query({ query: QUERY, fetchPolicy: 'network-only' });
      assert.deepEqual(
        server.requests.map(({ method, json: body }) => [method, !!body.query, !!body.extensions]),
        [
          ['POST', false, true],
          ['POST', true, false],
          ['POST', true, false],
          ['POST', true, false],
        ],
        form,
      );
    }
  },
);

test('§8 a persisted query that is not found even with its text is an error', LIMIT, async (t) => {
  const code = 'PERSISTED_QUERY_NOT_FOUND';
  const { queryError, server } = await createGatewayFixture(
    t,
    respondWith(jsonResponse({ errors: [{ message: 'no', extensions: { code } }] })),
    {
      persistedQueries: true,
    },
  );
  const error = await queryError();
  assertErrorClass(error, kit.PersistedQueryError);
  assert.deepEqual([error.code, server.requests.length], [code, 2]);
});

test('after transient errors, queries and writes with a key are retried, and nothing else', LIMIT, async (t) => {
  const failing: [what: string, answer: Responder, retried: boolean][] = [
    ['cut', (socket) => socket.destroy(), true],
    ['interrupted', (socket) => socket.end(jsonResponse(LIBRARIES_RESPONSE).slice(0, -10)), true],
    ['not JSON', respondWith(httpResponse(200, 'oops')), true],
    ['empty', respondWith(httpResponse(200, '')), true],
    ['missing', respondWith(httpResponse(200, '{}')), true],
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, Responder, boolean] => [
      ...([String(status), respondWith(httpResponse(status, '')), true] as const),
    ]),
    ...[400, 403, 404, 501].map((status): [string, Responder, boolean] => [
      ...([String(status), respondWith(httpResponse(status, '')), false] as const),
    ]),
    ['a refusal', respondWith(jsonResponse({ errors: [{ message: 'x', extensions: { code: 'FORBIDDEN' } }] })), false],
    [
      'a fault',
      respondWith(jsonResponse({ errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })),
      false,
    ],
    [
      'away',
      respondWith(jsonResponse({ errors: [{ message: 'x', extensions: { code: 'SERVICE_UNAVAILABLE' } }] }, 503)),
      true,
    ],
    ['slow', respondWith(jsonResponse({ errors: [{ message: 'x', extensions: { code: 'TIMEOUT' } }] })), true],
    ['a wish for a long rest', respondWith(httpResponse(503, '', { 'retry-after': '3600' })), false],
  ];
  for (const [what, answer, retried] of failing) {
    const variables = { id: 'a', view: 'b', expectedRevision: 1 };
    for (const [kind, run, safe] of [
      ['query', ({ client }: kit.Gateway) => client.query({ query: QUERY }), true],
      ['keyed', ({ client }: kit.Gateway) => client.mutate({ mutation: SAVE, variables: { ...variables, idempotencyKey: 'k' } }), true], // prettier-ignore
      ['unkeyed', ({ client }: kit.Gateway) => client.mutate({ mutation: SAVE, variables }), false],
    ] as const) {
      const { gateway, server } = await createGatewayFixture(t, answer, { attempts: 3 });
      await assert.rejects(run(gateway) as Promise<unknown>, FeaasError);
      assert.equal(server.requests.length, retried && safe ? 3 : 1, `${kind}, ${what}`);
    }
  }
});

test('a retried query succeeds, with the same key and text', LIMIT, async (t) => {
  const { gateway, server } = await createGatewayFixture(
    t,
    (socket, _asked, count) =>
      count < 3 ? socket.destroy() : socket.write(jsonResponse({ data: { saveVersion: { id: 'a' } } })),
    { attempts: 5 },
  );
  const variables = { id: 'a', view: 'b', expectedRevision: 1, idempotencyKey: 'k' };
  const { data } = await gateway.client.mutate({ mutation: SAVE, variables });
  assert.deepEqual(data, { saveVersion: { id: 'a' } });
  assert.deepEqual(new Set(server.requests.map(({ body }) => body)).size, 1);
  assert.equal(server.requests.length, 3);
});
