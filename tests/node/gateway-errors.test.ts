/**
 * The error catalogue (specification §8) for GraphQL, row by row, against a TCP server that misbehaves: words, class,
 * status and body. Where a sentence is quoted, the test is about it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApolloLink, gql } from '@apollo/client';
import { FeaasError } from '../../src/global/errors';
import * as kit from '../../src/utils/gateway';
import {
  respondWith,
  assertErrorClass,
  LIMIT,
  createGatewayFixture,
  QUERY,
  LIBRARIES_RESPONSE,
} from '../lib/gateway-fixture';
import { httpResponse, jsonResponse } from '../lib/tcp-server';

for (const status of [300, 400, 404, 500, 503]) {
  test(`§8 'Response not successful: Received status code ${status}' with the status carried`, LIMIT, async (t) => {
    const { queryError, server } = await createGatewayFixture(
      t,
      respondWith(httpResponse(status, 'why not', { 'content-type': 'text/plain' })),
    );
    const error = await queryError();
    assertErrorClass(error, kit.ResponseStatusError);
    assert.equal(error.message, `Response not successful: Received status code ${status}`);
    assert.deepEqual([error.status, error.bodyText, error.url], [status, 'why not', server.url]);
    assert.ok(error.cause instanceof Error);
  });
}

for (const body of ['{}', '{"extensions":{}}', '{"data":null}', '{"errors":[]}']) {
  test(
    `§8 'Server response was missing for query' when the body has neither data nor errors: ${body}`,
    LIMIT,
    async (t) => {
      const { queryError } = await createGatewayFixture(t, respondWith(httpResponse(200, body)));
      const error = await queryError();
      assertErrorClass(error, kit.MissingResponseError);
      assert.equal(error.message, "Server response was missing for query 'Names'.");
      assert.equal(error.status, 200);
    },
  );
}

test("§8 'Server response was missing for query' of one in a batch does not concern the others", LIMIT, async (t) => {
  const { gateway } = await createGatewayFixture(t, respondWith(jsonResponse([{}, LIBRARIES_RESPONSE])), {
    batch: true,
  });
  const other = gql`
    query Other {
      libraries {
        id
      }
    }
  `;
  const [first, second] = await Promise.allSettled(
    [QUERY, other].map((query) => gateway.client.query<typeof LIBRARIES_RESPONSE.data>({ query })),
  );
  assertErrorClass((first as PromiseRejectedResult).reason, kit.MissingResponseError);
  assert.equal((second as PromiseFulfilledResult<{ data: unknown }>).value.data !== undefined, true);
});

for (const [what, type] of [
  ['JSON', 'application/json'],
  ['GraphQL', 'application/graphql-response+json'],
]) {
  test(`§8 a non-JSON body gives a parse error with status and body text, sent as ${what}`, LIMIT, async (t) => {
    const { queryError } = await createGatewayFixture(
      t,
      respondWith(httpResponse(200, '<h1>Sign in to the café</h1>', { 'content-type': type! })),
    );
    const error = await queryError();
    assertErrorClass(error, kit.ResponseParseError);
    assert.deepEqual([error.status, error.bodyText], [200, '<h1>Sign in to the café</h1>']);
    assert.match(error.message, /JSON/);
  });
}

test('§8 an empty body causes a specific error', LIMIT, async (t) => {
  for (const body of ['', '\r\n']) {
    const { queryError } = await createGatewayFixture(t, respondWith(httpResponse(200, body)));
    const error = await queryError();
    assertErrorClass(error, kit.EmptyResponseError);
    assert.deepEqual([error.status, error.message], [200, 'Response is empty']);
  }
});

const PARTS = { 'content-type': 'multipart/mixed; boundary="-"', 'transfer-encoding': 'chunked', 'content-length': '' };
const chunked = (...parts: string[]): string => {
  const headers = Object.entries(PARTS).filter(([, value]) => value);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const chunks = parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines}\r\n${chunks.join('')}`;
};
const DEFERRED = gql`
  query Parts {
    libraries {
      id
      ... @defer {
        name
      }
    }
  }
`;

test("§8 'Unsupported patch content type' for multipart parts", LIMIT, async (t) => {
  const first = { data: { libraries: [{ __typename: 'Library', id: 'demo' }] }, hasNext: true };
  const { gateway } = await createGatewayFixture(t, (socket) =>
    socket.write(
      chunked(
        `\r\n---\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(first)}\r\n---`,
        '\r\nContent-Type: text/html\r\n\r\n<p>no patch</p>\r\n-----\r\n',
      ) + '0\r\n\r\n',
    ),
  );
  const error = await new Promise((resolve, reject) =>
    gateway.client.watchQuery({ query: DEFERRED }).subscribe({
      next: (result) => result.error && resolve(result.error),
      error: resolve,
      complete: () => reject(new Error('completed')),
    }),
  );
  assertErrorClass(error, kit.PatchTypeError);
  assert.match(error.message, /^Unsupported patch content type/);
  assert.equal(error.status, 200);
});

test('§8 a multipart response that ends early is reported as interrupted', LIMIT, async (t) => {
  const first = `\r\n---\r\nContent-Type: application/json\r\n\r\n{"data":{"libraries":[]},"hasNext":true}\r\n---`;
  for (const end of ['0\r\n\r\n', undefined]) {
    const { gateway } = await createGatewayFixture(t, (socket) => {
      socket.write(chunked(first) + (end ?? ''));
      if (!end) setImmediate(() => socket.destroy());
    });
    const error = await new Promise((resolve) =>
      gateway.client.watchQuery({ query: DEFERRED }).subscribe({
        next: (result) => result.error && resolve(result.error),
        error: resolve,
      }),
    );
    assertErrorClass(error, kit.InterruptedError);
  }
});

test('§8 a client-only query causes an error and no request', LIMIT, async (t) => {
  const { gateway, server } = await createGatewayFixture(t, respondWith(jsonResponse(LIBRARIES_RESPONSE)));
  const queries = [
    gql`
      query Mine {
        cart @client
      }
    `,
    gql`
      query Mine {
        libraries {
          id
          open @client
        }
      }
    `,
  ];
  for (const query of queries) {
    const error = await (async () => gateway.client.query({ query }))().catch((error: unknown) => error);
    assertErrorClass(error, kit.ClientOnlyQueryError);
    assert.match(error.message, /^Trying to send a client-only query to the server: 'Mine'/);
    const linked = await new Promise((resolve, reject) => {
      try {
        ApolloLink.execute(gateway.client.link, { query }, { client: gateway.client }).subscribe({
          next: () => reject(new Error('it went through')),
          error: resolve,
        });
      } catch (error) {
        resolve(error);
      }
    });
    assertErrorClass(linked, kit.ClientOnlyQueryError);
  }
  assert.equal(server.requests.length, 0);
});

test('network down: a refused connection is a network error', LIMIT, async (t) => {
  const { queryError, server } = await createGatewayFixture(t, respondWith(''));
  await server.stop();
  const error = await queryError();
  assertErrorClass(error, kit.NetworkError);
  assert.deepEqual([error.status, error.url, error.message], [undefined, server.url, 'The backend does not respond']);
});

test('network down: a connection that closes before or during the response is a network error', LIMIT, async (t) => {
  const before = await createGatewayFixture(t, (socket) => socket.destroy());
  assertErrorClass(await before.queryError(), kit.NetworkError);
  const within = await createGatewayFixture(t, (socket) => {
    socket.write(jsonResponse(LIBRARIES_RESPONSE).slice(0, -10));
    setImmediate(() => socket.destroy());
  });
  const error = await within.queryError();
  assertErrorClass(error, kit.InterruptedError);
  assert.equal(error.status, 200);
});

test('timeout: without a response, and with one that does not end', LIMIT, async (t) => {
  for (const text of ['', jsonResponse(LIBRARIES_RESPONSE).slice(0, -10)]) {
    const { queryError } = await createGatewayFixture(t, respondWith(text), { timeout: 0.2 });
    const error = await queryError();
    assertErrorClass(error, kit.RequestTimeoutError);
    assert.equal(error.message, 'The backend did not answer within 0.2 s');
  }
});

test('the timeout of a batch fails each of its queries', LIMIT, async (t) => {
  const { gateway } = await createGatewayFixture(t, respondWith(''), { timeout: 0.2, batch: true });
  const outcomes = await Promise.allSettled(
    ['A', 'B'].map((name) => gateway.client.query({ query: gql(`query ${name} { libraries { id } }`) })),
  );
  for (const outcome of outcomes) assertErrorClass((outcome as PromiseRejectedResult).reason, kit.RequestTimeoutError);
});

test('partial data with errors: the error contains the data; with `partial`, errorPolicy applies', LIMIT, async (t) => {
  const errors = [{ message: 'no names', path: ['libraries', 0, 'name'], extensions: { code: 'FORBIDDEN' } }];
  const { queryError, gateway } = await createGatewayFixture(
    t,
    respondWith(jsonResponse({ ...LIBRARIES_RESPONSE, errors })),
  );
  const error = await queryError();
  assertErrorClass(error, kit.PartialDataError);
  assert.deepEqual([error.data, error.errors, error.code], [LIBRARIES_RESPONSE.data, errors, 'FORBIDDEN']);
  const both = await gateway.client.query({
    ...{ query: QUERY, errorPolicy: 'all', fetchPolicy: 'no-cache', context: { partial: true } },
  });
  assert.deepEqual(
    [both.data, (both.error as unknown as { errors: unknown }).errors],
    [LIBRARIES_RESPONSE.data, errors],
  );
});

test('errors in a deferred part are reported', LIMIT, async (t) => {
  const part = (content: unknown): string =>
    `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n---`;
  const failed = { path: ['libraries', 0], data: null, errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] };
  const { gateway } = await createGatewayFixture(t, (socket) =>
    socket.write(
      chunked(
        '\r\n---' + part({ ...LIBRARIES_RESPONSE, hasNext: true }),
        `${part({ incremental: [failed], hasNext: false })}--\r\n`,
      ) + '0\r\n\r\n',
    ),
  );
  const error = await new Promise((resolve) =>
    gateway.client
      .watchQuery({ query: DEFERRED })
      .subscribe({ next: (result) => result.error && resolve(result.error) }),
  );
  assertErrorClass(error, kit.ForbiddenError);
});

test('a 401 response without GraphQL also asks the page for a token', LIMIT, async (t) => {
  let asked = 0;
  const { queryError } = await createGatewayFixture(
    t,
    respondWith(httpResponse(401, 'Sign in', { 'content-type': 'text/plain' })),
    {
      requestAuth: async () => {
        asked++;
        return null;
      },
    },
  );
  const error = await queryError();
  assertErrorClass(error, kit.UnauthenticatedError);
  assert.deepEqual([error.status, error.message], [401, 'Response not successful: Received status code 401']);
  assert.equal(asked, 1);
});

const CODES: readonly [code: string, kind: new (...args: never[]) => kit.OperationError][] = [
  ['CONFLICT', kit.ConflictError],
  ['UNAUTHENTICATED', kit.UnauthenticatedError],
  ['FORBIDDEN', kit.ForbiddenError],
  ['NOT_FOUND', kit.NotFoundError],
  ['BAD_USER_INPUT', kit.BadInputError],
  ['IDEMPOTENCY_KEY_REUSED', kit.KeyReusedError],
  ['RATE_LIMITED', kit.RateLimitedError],
  ['SERVICE_UNAVAILABLE', kit.ServiceUnavailableError],
  ['TIMEOUT', kit.OperationTimeoutError],
  ['INTERNAL_SERVER_ERROR', kit.BackendFaultError],
  ['SOMETHING_NEW', kit.OperationError],
  ['toString', kit.OperationError],
];

for (const [code, kind] of CODES) {
  test(`${code} of the backend is a ${kind.name}, whole or with a status, single or in a batch`, LIMIT, async (t) => {
    const extensions = { code, current: { revision: 4 }, expected: 3, retryAfter: 60, id: 'x' };
    const body = { errors: [{ message: 'why', extensions }], data: null };
    for (const [content, status, batch] of [
      [body, 200, false],
      [body, 403, false],
      [[body], 200, true],
      [body, 200, true],
    ] as const) {
      const type = 'application/graphql-response+json';
      const { queryError } = await createGatewayFixture(
        t,
        respondWith(jsonResponse(content, status, { 'content-type': type })),
        { batch },
      );
      const error = await queryError();
      assertErrorClass(error, kind);
      assert.deepEqual([error.message, error.code, error.status], ['why', code, status]);
    }
  });
}

test('CONFLICT carries the state to merge with, under the names of a version', LIMIT, async (t) => {
  const current = { id: 'demo/hero/responsive', name: 'responsive', view: '<p>theirs</p>', revision: 7 };
  const extensions = { code: 'CONFLICT', expected: 6, current };
  const { gateway } = await createGatewayFixture(
    t,
    respondWith(jsonResponse({ errors: [{ message: 'late', extensions }], data: null })),
  );
  const error = await gateway.versions
    .save(current.id, '<p>mine</p>', { expectedRevision: 6 })
    .catch((error: unknown) => error);
  assertErrorClass(error, kit.ConflictError);
  assert.equal(error.expected, 6);
  assert.deepEqual(error.current, { ...current, library: 'demo', component: 'demo/hero' });
});

/** A GraphQL error response with these extensions. */
const withExtensions = (extensions: string): string =>
  `{"errors":[{"message":"why","extensions":${extensions}}],"data":null}`;
const ODD = [
  ...['null', '5', '"x"', '[]', '[null]', '{"errors":null}', '{"errors":null,"data":null}', '{"errors":"x"}'],
  ...[
    '{"errors":{}}',
    '{"errors":[null]}',
    '{"errors":["x"]}',
    '{"errors":[{"message":5}]}',
    '{"errors":[{}],"data":5}',
  ],
  ...['{"data":"x","errors":[{"message":"why"}]}', '{"incremental":5}', '{"incremental":[null],"hasNext":true}'],
  ...['null', '"x"', '{"code":5}', '{"code":"CONFLICT"}', '{"code":"CONFLICT","current":null}'].map(withExtensions),
  ...['"x"', '{}', '{"revision":"7"}', '{"revision":7,"id":5}'].map((current) =>
    withExtensions(`{"code":"CONFLICT","current":${current}}`),
  ),
  ...['{"code":"BAD_USER_INPUT","problems":"x"}', '{"code":"RATE_LIMITED","retryAfter":"soon"}'].map(withExtensions),
];
for (const body of ODD) {
  test(
    `an answer that no schema foresees is an error like others, and nothing is thrown: ${body}`,
    LIMIT,
    async (t) => {
      for (const type of ['application/json', 'application/graphql-response+json']) {
        const { queryError } = await createGatewayFixture(
          t,
          respondWith(httpResponse(200, body, { 'content-type': type })),
        );
        const error = await queryError();
        assert.ok(error instanceof FeaasError, String(error));
        assert.ok(error.message);
        assert.ok(!(error instanceof kit.ConflictError) || typeof error.current.revision === 'number');
        assert.ok(!(error instanceof kit.BadInputError) || Array.isArray(error.problems));
        assert.ok(!(error instanceof kit.RateLimitedError) || error.retryAfter > 0);
      }
    },
  );
}
