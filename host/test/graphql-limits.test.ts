import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GRAPHQL_LIMITS } from '../src/graphql/context/limits.js';
import { type GraphQLResponse, type GraphQLHost, SEED_PRINCIPAL, startGraphQLHost } from './support/graphql-host.js';
import { subscribe } from './support/subscription.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const assertNoServerErrors = ({ responses }: GraphQLHost): void =>
  assert.deepEqual(
    responses.filter(({ status }) => status >= 500),
    [],
  );

/** Levels of `type { ofType { … } }`, all of them valid: the first is `__type`, the last `name`. */
const deep = (levels: number): string =>
  `{ __type(name: "Version") { ${'ofType { '.repeat(levels - 2)} name ${'} '.repeat(levels - 2)} } }`;

test('each query limit accepts n and rejects n + 1', async (t) => {
  const LIMITS = { ...GRAPHQL_LIMITS, cost: 500 };
  const host = await startGraphQLHost(t, { limits: LIMITS });
  /** The cost is 2 for the outer fields, 12 for each of ten lists, and the ids. */
  const worded = (tokens: number): string => {
    const ids = tokens - 2 - 10 * 12;
    const list = (index: number) => '"a/b/c" '.repeat(Math.floor(ids / 10) + (index < ids % 10 ? 1 : 0));
    return `{ ${Array.from({ length: 10 }, (_, index) => `a${index}: versions(ids: [${list(index)}]) { id }`).join(' ')} }`;
  };
  const padded = (characters: number): string => {
    const query = '{ __typename }';
    return query + ' '.repeat(characters - query.length);
  };
  const cases: [string, (n: number) => string, number, string, RegExp][] = [
    ['depth', deep, LIMITS.depth, 'GRAPHQL_VALIDATION_FAILED', /depth limit of 8 exceeded, found 9/],
    [
      'aliases',
      (n) => `{ ${Array.from({ length: n }, (_, index) => `a${index}: __schema { __typename }`).join(' ')} }`,
      LIMITS.aliases,
      'GRAPHQL_VALIDATION_FAILED',
      /Aliases limit of 30 exceeded, found 31/,
    ],
    [
      'directives',
      (n) =>
        `{ viewer { name ${'@include(if: true) '.repeat(n).trim()} } }`.replaceAll(
          /@include\(if: true\)(?= @)/g,
          '@include(if: true) } viewer { name',
        ),
      LIMITS.directives,
      'GRAPHQL_VALIDATION_FAILED',
      /Directives limit of 20 exceeded, found 21/,
    ],
    [
      // Spreads of one fragment, with a directive on each spread.
      'directives',
      (n) => `{ ${'...a @include(if: true) '.repeat(n)} } fragment a on Query { viewer { name } }`,
      LIMITS.directives,
      'GRAPHQL_VALIDATION_FAILED',
      /Directives limit of 20 exceeded, found 21/,
    ],
    [
      'aliases',
      (n) => `{ ${Array.from({ length: n }, (_, index) => `a${index}: __typename`).join(' ')} }`,
      LIMITS.aliases,
      'GRAPHQL_VALIDATION_FAILED',
      /Aliases limit of 30 exceeded, found 31/,
    ],
    [
      'aliases',
      // Ten in a fragment, spread as often as needed, and the rest next to it.
      (n) =>
        `{ ${'...ten '.repeat(Math.floor(n / 10))} ${Array.from({ length: n % 10 }, (_, at) => `b${at}: __typename`).join(' ')} viewer { name } }
         fragment ten on Query { ${Array.from({ length: 10 }, (_, at) => `a${at}: __typename`).join(' ')} }`,
      LIMITS.aliases,
      'GRAPHQL_VALIDATION_FAILED',
      /Aliases limit of 30 exceeded, found 31/,
    ],
    [
      'spreads',
      (n) => `{ ${'...a '.repeat(n)} } fragment a on Query { __typename }`,
      LIMITS.spreads,
      'GRAPHQL_VALIDATION_FAILED',
      /Fragment spreads limit of 60 exceeded, found 61/,
    ],
    [
      'spreads',
      // Nested: 1 + 5 + 5 * 9, written with 15.
      (n) =>
        `{ ...a ${'... on Query { __typename } '.repeat(n - 51)} } fragment a on Query { ${'...b '.repeat(5)} } fragment b on Query { ${'...c '.repeat(9)} } fragment c on Query { __typename }`,
      LIMITS.spreads,
      'GRAPHQL_VALIDATION_FAILED',
      /Fragment spreads limit of 60 exceeded, found 61/,
    ],
    [
      'cost',
      (n) => `{ components(library: "demo", first: ${n}) { next also: next } }`,
      100,
      'GRAPHQL_VALIDATION_FAILED',
      /Cost limit of 500 exceeded, found 505/,
    ],
    [
      'repeats',
      (n) => `{ __typename ${'__typename '.repeat(n)} }`,
      LIMITS.repeats,
      'GRAPHQL_VALIDATION_FAILED',
      /Repeated fields limit of 60 exceeded, found 61/,
    ],
    [
      'repeats',
      // Half of them are in a named fragment, others in an inline fragment; a fragment counts once per spread.
      (n) =>
        `{ viewer { name ...a ...a ... on Viewer { ${'name '.repeat(n - 10)} } } } fragment a on Viewer { ${'name '.repeat(5)} ...b } fragment b on Viewer { ${'name '.repeat(5)} }`,
      // Fields within the fragments are repeated there, too: 9 in a with b, 4 in b.
      LIMITS.repeats - 13,
      'GRAPHQL_VALIDATION_FAILED',
      /Repeated fields limit of 60 exceeded, found 61/,
    ],
    ['tokens', worded, LIMITS.tokens, 'BAD_REQUEST', /more than 1000 tokens/],
    ['characters', padded, LIMITS.queryCharacters, 'BAD_REQUEST', /has 16385 characters; it may have 16384/],
  ];
  for (const [name, make, n, code, message] of cases) {
    const passed = await host.execute(make(n));
    assert.equal(passed.status, 200, `${name}: ${passed.text}`);
    assert.equal(passed.json.errors, undefined, `${name}: ${passed.text}`);
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const refused = await host.execute(make(n + 1), { headers: { accept } });
      assert.equal(refused.status, 400, `${name}: ${refused.text}`);
      assert.equal(refused.json.errors[0].extensions.code, code, refused.text);
      assert.match(refused.json.errors[0].message, message);
      assert.equal(refused.json.data, undefined);
    }
  }
  assertNoServerErrors(host);
});

test('fragments hide neither depth, aliases, directives nor cost', async (t) => {
  const host = await startGraphQLHost(t, { limits: { depth: 4, aliases: 4, directives: 4, cost: 30 } });
  const cases = [
    '{ ...a } fragment a on Query { library(id: "demo") { ...b } } fragment b on Library { components { items { versions { history { items { number } } } } } }',
    '{ ...a ...a ...a } fragment a on Query { x: viewer { name } y: viewer { name } }',
    '{ ...a @include(if: true) ...a ...a } fragment a on Query { viewer { name @skip(if: false) @include(if: true) } }',
    `{ ...a ...a ...a } fragment a on Query { ${'__typename '.repeat(12)} }`,
    '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
  ];
  for (const query of cases) {
    const { json, status, text } = await host.execute(query);
    // The last one is an invalid query, not a limit.
    assert.equal(status, query.includes('b on Query { ...a }') ? 200 : 400, text);
    assert.ok(json.errors, `${query}: ${text}`);
    assert.equal(json.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED', query);
  }
  assertNoServerErrors(host);
});

test('fragments that double each other ninety times are counted without expansion', async (t) => {
  const host = await startGraphQLHost(t);
  const fragment = (index: number): string => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`;
  const fragments = Array.from({ length: 90 }, (_, index) => fragment(index)).join(' ');
  const query = `{ ...f0 } ${fragments} fragment f90 on Query { a: __typename @include(if: true) }`;
  const { status, json } = await host.execute(query);
  assert.equal(status, 400);
  const messages = json.errors.map(({ message }: { message: string }) => message).join('\n');
  for (const name of ['Aliases', 'Directives', 'Fragment spreads'])
    assert.match(messages, new RegExp(`${name} limit of \\d+ exceeded, found \\d`), name);
  assertNoServerErrors(host);
});

test('the reads and the response of one request are limited, however it multiplies: n is accepted, n + 1 is rejected', async (t) => {
  const seed = await startGraphQLHost(t);
  const view = '<p>12345678901234567890</p>';
  // Two reads of a row, and five rows from it: five rows more, one of them counted with the failed read.
  const page = 'query ($n: Int!) { components(library: "demo", first: $n) { items { versions { view } } } }';
  const variables = { n: 100 };
  const optionsFor = (host: GraphQLHost) => ({ token: host.secrets.viewer, variables });
  const whole = (await seed.execute(page, optionsFor(seed))).json.data.components.items as {
    versions: { view: string }[];
  }[];
  const versions = whole.flatMap((item) => item.versions);
  const rows = 1 + whole.length + whole.length + versions.length;
  const characters = versions.reduce((sum, each) => sum + each.view.length, 0);
  for (const [limits, message] of [
    [{ rows: rows - 1 }, `reads more than ${rows - 1} rows`],
    [{ characters: characters - 1 }, `holds more than ${characters - 1} characters`],
  ] as const) {
    const enough = await startGraphQLHost(t, { limits: { rows, characters } });
    const passed = await enough.execute(page, optionsFor(enough));
    assert.equal(passed.status, 200);
    assert.equal(passed.json.errors, undefined, passed.text);
    const host = await startGraphQLHost(t, { limits });
    const { status, json, text } = await host.execute(page, optionsFor(host));
    assert.equal(status, 400, text);
    assert.equal(json.errors[0].extensions.code, 'BAD_REQUEST');
    assert.match(json.errors[0].message, new RegExp(message));
    // The limit of a batch is that of a single request.
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${enough.secrets.viewer}` };
    const body = JSON.stringify(Array.from({ length: 2 }, () => ({ query: page, variables })));
    const batch = await enough.send({ method: 'POST', headers, body });
    assert.match(batch.text, /reads more than|holds more than/);
    assertNoServerErrors(host);
  }
  // A text that is returned several times counts each time.
  const host = await startGraphQLHost(t, { limits: { characters: 10 * view.length } });
  const hero = 'saveVersion(id: "demo/hero/responsive", expectedRevision: 2';
  await host.execute(`mutation { ${hero}, view: "${view}") { id } }`, { token: host.secrets.editor });
  const often = (n: number): string =>
    `{ versions(ids: ["demo/hero/responsive"]) { ${Array.from({ length: n }, (_, at) => `v${at}: view`).join(' ')} } }`;
  assert.equal((await host.execute(often(10), { token: host.secrets.viewer })).status, 200);
  assert.equal((await host.execute(often(11), { token: host.secrets.viewer })).status, 400);
});

test('the number of values in the variables of an operation is limited, however they are nested, and no more are read', async (t) => {
  const host = await startGraphQLHost(t, { limits: { variableValues: 10 } });
  const query = 'query ($ids: [ID!]!) { versions(ids: $ids) { id } }';
  const ask = (variables: unknown) =>
    host.execute(query, { variables: variables as Record<string, unknown>, token: host.secrets.viewer });
  const ids = (count: number): string[] => Array.from({ length: count }, () => 'demo/hero/responsive');
  // The list counts as a value, and so do the variables.
  const most = await ask({ ids: ids(8) });
  assert.deepEqual([most.status, most.json.errors], [200, undefined]);
  for (const variables of [{ ids: ids(9) }, { ids: [[ids(4)], [ids(4)]] }, { ids: [], other: { a: { b: ids(9) } } }]) {
    const { status, json } = await ask(variables);
    assert.deepEqual([status, json.errors[0].extensions.code], [400, 'BAD_REQUEST'], JSON.stringify(variables));
    assert.equal(json.errors[0].message, 'The variables hold more than 10 values. Send them in several requests.');
  }
  assert.equal((await ask(undefined)).status, 400, 'what has no variables is for its query to refuse');
});

test('the memory of all unsent responses is limited, for each address and separately for callers with a token', async (t) => {
  const host = await startGraphQLHost(t, { limits: { answersCharactersPerAddress: 20_000_000 } });
  const hero = 'id: "demo/hero/responsive", expectedRevision:';
  const { publisher } = host.secrets;
  const view = `<p>${'x'.repeat(400_000)}</p>`;
  const save = `mutation ($view: String!) { saveVersion(${hero} 2, view: $view) { revision } }`;
  assert.equal((await host.execute(save, { token: publisher, variables: { view } })).json.data.saveVersion.revision, 3);
  const published = await host.execute(`mutation { publishVersion(${hero} 3) { published } }`, { token: publisher });
  assert.equal(published.json.data.publishVersion.published, 3);

  // More than the system buffers for a client that does not read.
  const query = `{ versions(ids: [${Array(30).fill('"demo/hero/responsive"').join()}]) { view } }`;
  const body = JSON.stringify({ query });
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  cleanUp(t, () => socket.destroy());
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body);
  await once(socket, 'readable');

  const refused = await host.execute(query);
  assert.equal(refused.json.errors[0].extensions.code, 'RATE_LIMITED');
  assert.match(refused.json.errors[0].message, /^Too many large answers at once: try again in 5 s\.$/);
  assert.equal(refused.status, 429);
  assert.equal((await host.execute('{ viewer { name } component(id: "demo/hero") { id } }')).json.errors, undefined);
  assert.equal((await host.execute(query, { token: host.secrets.viewer })).json.errors, undefined);

  socket.destroy();
  for (let tries = 0; tries < 100; tries++) {
    const { json } = await host.execute(query);
    if (!json.errors) return;
    await sleep(50);
  }
  assert.fail('nothing was given back');
});

test('a client that does not read its response is disconnected, and a subscription without events continues', async (t) => {
  const host = await startGraphQLHost(t, {
    limits: { answersCharactersPerAddress: 20_000_000, answerIdleMilliseconds: 300 },
  });
  const hero = 'id: "demo/hero/responsive", expectedRevision:';
  const { publisher, viewer } = host.secrets;
  const subscription = await subscribe(t, host, viewer, {
    query: 'subscription { versionChanged(library: "demo") { version { view } } }',
  });
  const save = `mutation ($view: String!) { saveVersion(${hero} 2, view: $view) { revision } }`;
  await host.execute(save, { token: publisher, variables: { view: `<p>${'x'.repeat(400_000)}</p>` } });
  await host.execute(`mutation { publishVersion(${hero} 3) { published } }`, { token: publisher });
  await subscription.waitFor(/xxxx/);

  const query = `{ versions(ids: [${Array(30).fill('"demo/hero/responsive"').join()}]) { view } }`;
  const body = JSON.stringify({ query });
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  cleanUp(t, () => socket.destroy());
  socket.on('error', () => {});
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body);
  await once(socket, 'readable');
  assert.equal((await host.execute(query)).status, 429);
  await waitUntil(async () => (await host.execute(query)).status === 200);

  await host.execute(`mutation { saveVersion(${hero} 3, view: "<p>later</p>") { revision } }`, { token: publisher });
  await subscription.waitFor(/later/);
});

test('components are listed for visitors without reading their forks, however many there are', async (t) => {
  const host = await startGraphQLHost(t, { limits: { rows: 20 } });
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  for (let at = 0; at < 30; at++)
    await host.contentService.fork(hero, `page-${at}`, { actor: SEED_PRINCIPAL, expected: 0 });
  const { json, text } = await host.execute(
    '{ components(library: "demo") { items { id modifiedAt } } component(id: "demo/hero") { id } }',
  );
  assert.equal(json.errors, undefined, text);
  assert.deepEqual(
    json.data.components.items.map(({ id }: { id: string }) => id),
    ['demo/hero'],
  );
  assert.equal(json.data.component.id, 'demo/hero');
});

test('a subscription may send any number of events: each event has its own cost limit', async (t) => {
  const host = await startGraphQLHost(t, { limits: { rows: 4 } });
  const response = await fetch(`${host.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed;subscriptionSpec=1.0',
      authorization: `Bearer ${host.secrets.viewer}`,
    },
    body: JSON.stringify({ query: 'subscription { versionChanged(library: "demo", after: 0) { version { view } } }' }),
  });
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    assert.ok(!text.includes('"errors"'), text);
    if (text.split('versionChanged').length > 5) break;
  }
});

test('a body of n bytes is accepted and one of n + 1 is rejected, with or without Content-Length; files may be larger', async (t) => {
  const host = await startGraphQLHost(t, { limits: { bodyBytes: 2000, uploadBytes: 5000 } });
  const json = (bytes: number): string => JSON.stringify({ query: '{ __typename }' }).padEnd(bytes);
  const chunked = (text: string): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 500) controller.enqueue(Buffer.from(text.slice(at, at + 500)));
        controller.close();
      },
    });
  const headers = { 'content-type': 'application/json' };
  for (const bytes of [2000, 2001]) {
    const expected = bytes === 2000 ? 200 : 413;
    const told = await host.send({ method: 'POST', headers, body: json(bytes) });
    const init = { method: 'POST', headers, body: chunked(json(bytes)), duplex: 'half' };
    const untold = await host.send(init);
    for (const { status, text } of [told, untold]) {
      assert.equal(status, expected, text);
      if (expected === 413) assert.match(text, /larger than 2000 bytes/);
    }
  }
  const files = (bytes: number): { body: string; type: string } => {
    const operations = JSON.stringify({ query: '{ __typename }' });
    const head = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${operations}\r\n--x\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--x\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n`;
    const end = '\r\n--x--\r\n';
    return { body: head + 'a'.repeat(bytes - head.length - end.length) + end, type: 'multipart/form-data; boundary=x' };
  };
  for (const bytes of [5000, 5001]) {
    const { body, type } = files(bytes);
    const known = { authorization: `Bearer ${host.secrets.editor}` };
    const bare = { 'content-type': type, 'apollo-require-preflight': 'yes' };
    const sent = { ...bare, ...known };
    const { status, text } = await host.send({ method: 'POST', headers: sent, body });
    assert.equal(status, bytes === 5000 ? 200 : 413, text);
    // A caller without upload permission may only send as much as a query.
    const anonymous = await host.send({ method: 'POST', headers: bare, body });
    assert.match(anonymous.text, /larger than 2000 bytes/);
  }
  assertNoServerErrors(host);
});

test('an operation that takes too long is aborted with a timeout error', async (t) => {
  const patient = await startGraphQLHost(t);
  const { contentService } = patient;
  // The real content service, except one call that never resolves.
  const slow = Object.assign(Object.create(contentService), {
    ...contentService,
    libraryPage: () => new Promise(() => {}),
  });
  const host = await startGraphQLHost(t, { contentService: slow, limits: { operationMilliseconds: 50 } });
  const { status, json } = await host.execute('{ libraries { id } }');
  assert.equal(status, 200);
  assert.equal(json.errors[0].extensions.code, 'TIMEOUT');
  const deferred = await host.execute('{ viewer { name } ... @defer { libraries { id } } }', {
    headers: { accept: 'multipart/mixed;deferSpec=20220824' },
  });
  assert.match(deferred.text, /TIMEOUT/);
  assertNoServerErrors(host);
});

test('ids and page sizes have their own limits', async (t) => {
  const host = await startGraphQLHost(t);
  const ids = (length: number) => Array.from({ length }, () => 'demo/hero/responsive');
  const versions = 'query ($ids: [ID!]!) { versions(ids: $ids) { id } }';
  assert.equal((await host.execute(versions, { variables: { ids: ids(100) } })).json.data.versions.length, 100);
  const refused = await host.execute(versions, { variables: { ids: ids(101) } });
  assert.deepEqual(refused.json.errors[0].extensions, { code: 'BAD_USER_INPUT', argument: 'ids' });
  const page = 'query ($first: Int!) { components(library: "demo", first: $first) { next } }';
  for (const first of [1, 100]) assert.ok((await host.execute(page, { variables: { first } })).json.data);
  for (const first of [0, 101, -1]) {
    const { json } = await host.execute(page, { variables: { first } });
    assert.equal(json.errors[0].extensions.argument, 'first');
  }
});

test('malformed requests are rejected with 4xx and a code', async (t) => {
  const host = await startGraphQLHost(t);
  const json = { 'content-type': 'application/json' };
  const post = (body: string, headers: Record<string, string> = json) => host.send({ method: 'POST', headers, body });
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'apollo-require-preflight': 'yes' };
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const requests: [string, () => Promise<GraphQLResponse>][] = [
    ['no JSON', () => post('{')],
    ['an empty body', () => post('')],
    ['a number', () => post('7')],
    ['null', () => post('null')],
    ['an empty object', () => post('{}')],
    ['a parameter that is none', () => post('{"query":"{ __typename }","nope":1}')],
    ['variables that are no JSON, by GET', () => host.send({ path: '/graphql?query=%7B__typename%7D&variables=%7B' })],
    ['no query, by GET', () => host.send({ path: '/graphql' })],
    ['a multipart body without operations', () => post(`${part('map', '{}')}--x--\r\n`, form)],
    ['a map that is no map', () => post(`${part('operations', '{}')}${part('map', '{"0":7}')}--x--\r\n`, form)],
    ['a multipart body cut short', () => post(part('operations', '{'), form)],
    ['a type that is none', () => post('{}', { 'content-type': 'application/xml' })],
    ['another method', () => host.send({ method: 'DELETE' })],
    ['a mutation by GET', () => host.send({ path: '/graphql?query=mutation%7B__typename%7D' })],
  ];
  for (const [name, request] of requests) {
    const { status, text, json: body } = await request();
    assert.ok(status >= 400 && status < 500, `${name}: ${status} ${text}`);
    if (status !== 415) assert.equal(body.errors[0].extensions.code, 'BAD_REQUEST', `${name}: ${text}`);
  }
  assertNoServerErrors(host);
});

test('any client can read the schema: introspection is within every limit', async (t) => {
  const host = await startGraphQLHost(t);
  const { getIntrospectionQuery, buildClientSchema } = await import('graphql');
  const { json, text } = await host.execute(getIntrospectionQuery());
  assert.equal(json.errors, undefined, text.slice(0, 500));
  const schema = buildClientSchema(json.data);
  const undescribed = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || ['String', 'Int', 'ID', 'Boolean', 'Float'].includes(type.name)) return [];
    const own = type.description ? [] : [type.name];
    if ('getValues' in type)
      return [...own, ...type.getValues().flatMap((value) => (value.description ? [] : [value.name]))];
    if (!('getFields' in type)) return own;
    return Object.values(type.getFields()).reduce((names, field) => {
      const args = 'args' in field ? field.args : [];
      const bare = [field, ...args].filter(({ description }) => !description);
      return [...names, ...bare.map(({ name }) => `${type.name}.${field.name}.${name}`)];
    }, own);
  });
  assert.deepEqual(undescribed, []);
});
