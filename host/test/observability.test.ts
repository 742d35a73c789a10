import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { createAuthenticator } from '../src/auth/authenticate.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createGraphQL } from '../src/graphql/server.js';
import { createHost } from '../src/index.js';
import { countedContentService } from '../src/server/metrics/counted-content-service.js';
import { createLogger, logOf } from '../src/server/logging/logger.js';
import { createMetrics } from '../src/server/metrics/metrics.js';
import { observeRequests } from '../src/server/metrics/observe-requests.js';
import { createObservability } from '../src/server/observability.js';
import { outboxState } from '../src/publishing/outbox/outbox-state.js';
import { healthChecks } from '../src/server/health/health-checks.js';
import { redact } from '../src/server/logging/redact.js';
import { shutDown } from '../src/server/shutdown.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';
import { sendRequest, sendRawRequest } from './support/client.js';
import { silentLog } from './support/content-services.js';
import { makeFixtureFolder, startHost } from './support/folder-host.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { recordingLog } from './support/recording-log.js';
import { pollUntil, waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

interface Line {
  readonly [key: string]: unknown;
}

const METRICS_TOKEN = 'of-the-metrics-alone';

async function operated(t: TestContext, { open = false, environment = 'production' as const } = {}) {
  const folder = await makeFixtureFolder(t);
  const database = await openDatabase({ file: join(folder, 'data/feaas.db') });
  const blobs = createFolderBlobs(join(folder, 'data/blobs'));
  const store = createContentService({ database, blobs });
  const lines: string[] = [];
  const logger = createLogger({ environment, level: 'info', out: (line) => void lines.push(line) });
  const metrics = createMetrics({ outbox: () => outboxState(database) });
  const contentService = countedContentService(store, metrics);
  const operation = createObservability({
    ...{ logger, metrics, openMetrics: open, metricsToken: METRICS_TOKEN },
    authenticate: createAuthenticator(store, Date.now),
    ready: { database: () => contentService.ready() },
  });
  const host = createHost({
    ...{ libraries: join(folder, 'libraries'), site: join(folder, 'site'), port: 0, log: logOf(logger) },
    raw: operation.handlers,
    observe: operation.observe,
  });
  const url = await host.listen();
  cleanUp(t, async () => {
    await host.close();
    await store.close();
  });
  const logged = (): Line[] => lines.map((line) => JSON.parse(line) as Line);
  return { url, port: Number(new URL(url).port), store, contentService, database, operation, lines, logged };
}

const HERO = '/components/demo/hero/responsive/published.html';

test('each request is one line of JSON: id, method, path without query, status, milliseconds, bytes', async (t) => {
  const { url, port, lines, logged } = await operated(t);
  const secret = 'feaas_0123456789abcdefghijklmnop';
  const first = await sendRequest(`${url}${HERO}?token=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(first.status, 400, 'a token in the URL is refused');
  const second = await sendRequest(url + HERO, { headers: { 'x-request-id': 'from-proxy.1' } });
  await sendRequest(`${url}/nowhere`, { headers: { 'x-request-id': 'no good\tid' } });
  await sendRawRequest(port, `/${encodeURIComponent('\n')}x%0a`);
  const [one, two, three, four] = logged();
  assert.deepEqual([one!['method'], one!['path'], one!['status']], ['GET', HERO, 400]);
  assert.equal(one!['id'], first.headers['x-request-id']);
  assert.match(String(one!['id']), /^[0-9a-f-]{36}$/);
  assert.equal(two!['id'], 'from-proxy.1');
  assert.equal(second.headers['x-request-id'], 'from-proxy.1');
  assert.equal(two!['status'], 200);
  assert.ok(Number(two!['bytes']) > second.body.length, 'headers count too');
  assert.ok(Number(two!['ms']) >= 0);
  assert.equal(two!['level'], 'info');
  assert.match(String(three!['id']), /^[0-9a-f-]{36}$/);
  assert.equal(three!['status'], 404);
  assert.equal(four!['path'], '/%0Ax%0a');
  assert.ok(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1));
  assert.ok(!lines.join('').includes(secret) && !lines.join('').includes('token='));
});

test('a client that disconnects before its response is logged', async (t) => {
  const { port, logged } = await operated(t);
  const socket = connect(port, '127.0.0.1');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${HERO} HTTP/1.1\r\nHost: x\r\n\r\n`, () => socket.resetAndDestroy());
  await gone;
  for (let turn = 0; logged().length === 0 && turn < 1000; turn++) await new Promise(setImmediate);
  assert.equal(logged().length, 1);
  assert.equal(logged()[0]!['path'], HERO);
});

test('metrics count by route, method and status, from short lists only', async (t) => {
  const { url, port, store, contentService, database } = await operated(t, { open: true });
  await sendRequest(url + HERO);
  await sendRequest(url + HERO, { method: 'HEAD' });
  for (const path of ['/cdn/media/x/y', '/media/x/y', '/cdn/thumbnails/x.jpg', '/api/x.json', '/api/graphql']) {
    await sendRequest(url + path);
  }
  for (let n = 0; n < 20; n++) await sendRequest(`${url}/nowhere-${n}`, { method: n % 2 ? 'GET' : 'DELETE' });
  await sendRawRequest(port, '/graphql', 'BREW');
  await contentService.putLibrary({ id: 'l', name: 'L' });
  await contentService.putComponent({ library: 'l', id: 'c', name: 'C', collections: [] });
  const address = { library: 'l', component: 'c', version: 'v' };
  const actor = { name: 'a', id: 'a' };
  await contentService.save(address, '<p></p>', { actor, expected: 0 });
  await contentService.save(address, '<p>2</p>', { actor, expected: 1 });
  await assert.rejects(contentService.save(address, '<p>3</p>', { actor, expected: 1 }));
  await contentService.fork(address, 'f', { actor, expected: 0 });
  const { text, headers } = await sendRequest(`${url}/metrics`);
  assert.match(String(headers['content-type']), /^text\/plain; version=/);
  const expected = [
    'feaas_requests_total{route="components",method="GET",status="200"} 1',
    'feaas_requests_total{route="components",method="HEAD",status="200"} 1',
    // Media are served below '/' only.
    'feaas_requests_total{route="site",method="GET",status="404"} 11',
    'feaas_requests_total{route="media",method="GET",status="404"} 1',
    'feaas_requests_total{route="thumbnails",method="GET",status="404"} 1',
    'feaas_requests_total{route="api",method="GET",status="404"} 1',
    'feaas_requests_total{route="graphql",method="GET",status="404"} 1',
    'feaas_requests_total{route="site",method="other",status="405"} 10',
    'feaas_request_seconds_count{route="components",method="GET"} 1',
    'feaas_revisions_total{action="save"} 2',
    'feaas_revisions_total{action="fork"} 1',
    'feaas_outbox_length 0',
    'feaas_outbox_oldest_seconds 0',
  ];
  for (const line of expected) assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m);
  assert.ok(!text.includes('nowhere') && !text.includes('BREW'));
  await contentService.step('publish', address, { actor, expected: 2 });
  await store.delivered();
  await database.write((queries) => queries.updateTable('deliveries').set({ delivered: 0, due_at: 9e15 }).execute());
  const now = (await sendRequest(`${url}/metrics`)).text;
  assert.match(now, /^feaas_outbox_length 2$/m);
  assert.ok(Number(/^feaas_outbox_oldest_seconds (.*)$/m.exec(now)?.[1]) > 0, now);
});

test('metrics count GraphQL operations, errors by code, connections and reads of caches', async (t) => {
  const metrics = createMetrics({
    pools: () => [{ name: 'reads', busy: 3, idle: 7, waiting: 2 }],
    caches: { blobs: () => ({ bytes: 10, hits: 5, misses: 1 }) },
  });
  const { execute: query, secrets } = await startGraphQLHost(t, { observer: metrics.graphql });
  await query('{ viewer { name } }', { token: secrets.viewer });
  await query('mutation { publishVersion(id: "demo/hero/responsive", expectedRevision: 2) { revision } }');
  await query('mutation { publishVersion(id: "demo/hero/responsive", expectedRevision: 2) { revision } }', {
    token: secrets.viewer,
  });
  await query('{ nothing', { token: secrets.viewer });
  await query('{ viewer { name } }', { token: 'feaas_wrong' });
  const text = await metrics.registry.metrics();
  const expected = [
    'feaas_graphql_operation_seconds_count{type="query"} 1',
    'feaas_graphql_operation_seconds_count{type="mutation"} 2',
    'feaas_graphql_errors_total{code="UNAUTHENTICATED"} 2',
    'feaas_graphql_errors_total{code="FORBIDDEN"} 1',
    'feaas_graphql_errors_total{code="GRAPHQL_PARSE_FAILED"} 1',
    'feaas_database_connections{pool="reads",state="busy"} 3',
    'feaas_database_connections{pool="reads",state="waiting"} 2',
    'feaas_cache_bytes{cache="blobs"} 10',
    'feaas_cache_reads_total{cache="blobs",result="hit"} 5',
    'feaas_cache_reads_total{cache="blobs",result="miss"} 1',
  ];
  for (const line of expected) assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  // A second read does not count counters twice.
  assert.match(await metrics.registry.metrics(), /^feaas_cache_reads_total\{cache="blobs",result="hit"\} 5$/m);
});

test('metrics require their token or an admin token, unless they are public, also from this machine', async (t) => {
  const { url, store } = await operated(t);
  const token = async (role: 'publisher' | 'admin', library?: string) =>
    `Bearer ${(await store.createToken({ name: role, role, library, expiresAt: undefined })).secret}`;
  const status = async (headers: Record<string, string>, base = url) =>
    (await sendRequest(`${base}/metrics`, { headers })).status;
  assert.equal(await status({}), 401, 'a proxy on this machine that adds no header looks the same');
  const proxied = { 'x-forwarded-for': '203.0.113.7' };
  assert.equal(await status({ ...proxied, authorization: `Bearer ${METRICS_TOKEN}` }), 200);
  assert.equal(await status({ authorization: `Bearer ${METRICS_TOKEN}x` }), 401);
  assert.equal(
    (await sendRequest(`${url}/api/none.json`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status,
    404,
  );
  assert.equal(await status({ ...proxied, authorization: 'Bearer wrong' }), 401);
  assert.equal(await status({ ...proxied, authorization: await token('publisher') }), 403);
  await store.putLibrary({ id: 'l', name: 'L' });
  assert.equal(await status({ ...proxied, authorization: await token('admin', 'l') }), 403);
  assert.equal(await status({ ...proxied, authorization: await token('admin') }), 200);
  assert.equal((await sendRequest(`${url}/metrics`, { method: 'POST' })).status, 405);
  const open = await operated(t, { open: true });
  assert.equal(await status(proxied, open.url), 200);
});

test('the liveness probe succeeds while the host runs, the readiness probe while it can work', async (t) => {
  const { url, operation, logged } = await operated(t);
  assert.deepEqual(await answered(`${url}/healthz`), [200, 'alive\n']);
  assert.deepEqual(await answered(`${url}/readyz`), [200, 'ready\n']);
  assert.equal((await sendRequest(`${url}/readyz`, { method: 'HEAD' })).body.length, 0);
  assert.equal((await sendRequest(`${url}/readyz`, { method: 'POST' })).status, 405);
  operation.startDraining();
  assert.deepEqual(await answered(`${url}/readyz`), [503, 'stopping\n']);
  assert.deepEqual(await answered(`${url}/healthz`), [200, 'alive\n']);
  const levels = logged()
    .filter(({ status }) => status === 503)
    .map(({ level }) => level);
  assert.deepEqual(levels, ['info'], 'a host that stops is no error');
});

const answered = async (url: string): Promise<[number, string]> => {
  const { status, text } = await sendRequest(url);
  return [status, text];
};

test('a host is not ready while its database or blob store rejects requests, fails or does not respond', async (t) => {
  const folder = await makeFixtureFolder(t);
  const away: (() => Promise<boolean>)[] = [
    async () => false,
    async () => Promise.reject(new Error('gone')),
    () => new Promise(() => {}),
  ];
  const well = async (): Promise<boolean> => true;
  const checks = away.flatMap((lost) => [
    { ready: { database: lost, 'blob store': well }, reason: 'the database does not answer\n' },
    { ready: { database: well, 'blob store': lost }, reason: 'the blob store does not answer\n' },
    {
      ready: { database: lost, 'blob store': lost },
      reason: 'the database does not answer\nthe blob store does not answer\n',
    },
    { ready: { database: well, 'blob store': well }, reason: undefined },
  ]);
  for (const { ready, reason } of checks) {
    const raw = [healthChecks({ ready, stopping: () => false, timeout: 20, log: silentLog })];
    const host = createHost({ libraries: folder, site: folder, port: 0, raw });
    const url = await host.listen();
    cleanUp(t, () => host.close());
    assert.deepEqual(await answered(`${url}/readyz`), reason ? [503, reason] : [200, 'ready\n']);
    assert.deepEqual(await answered(`${url}/healthz`), [200, 'alive\n']);
  }
});

test('a host names status and code of a blob store that refuses it, to anybody, and its address only in the log', async (t) => {
  const folder = await makeFixtureFolder(t);
  const { log, messages } = recordingLog();
  let reason: string | undefined = '403 AuthenticationFailed';
  const ready = {
    'blob store': async () => {
      if (reason === undefined) return true;
      throw new BlobStoreError(`Blob 'host/mark' could not be read in https://account.example: ${reason}.`, { reason });
    },
  };
  const raw = [healthChecks({ ready, stopping: () => false, log })];
  const host = createHost({ libraries: folder, site: folder, port: 0, raw });
  const url = `${await host.listen()}/readyz`;
  cleanUp(t, () => host.close());
  for (let times = 0; times < 3; times++)
    assert.deepEqual(await answered(url), [503, 'the blob store failed: 403 AuthenticationFailed\n']);
  reason = '503 ServerBusy';
  assert.deepEqual(await answered(url), [503, 'the blob store failed: 503 ServerBusy\n']);
  reason = undefined;
  for (let times = 0; times < 3; times++) assert.deepEqual(await answered(url), [200, 'ready\n']);
  assert.equal(messages.length, 3, messages.join('\n'));
  assert.match(messages[0]!, /not ready: the blob store failed: 403 AuthenticationFailed \(.*account\.example/);
  assert.match(messages[1]!, /not ready: the blob store failed: 503 ServerBusy/);
  assert.match(messages[2]!, /ready again/);
});

test('a host stops in order: it announces, drains, finishes responses, empties the outbox, and closes', async () => {
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const log = { info() {}, warn: (message: string) => void order.push(message), error() {} };
  const parts = {
    startDraining: () => void order.push('announced'),
    drainMilliseconds: 1,
    stopServing: note('served'),
    delivered: note('delivered'),
    outboxMilliseconds: 1000,
    closers: [note('one'), note('two')],
    log,
  };
  await shutDown(parts);
  assert.deepEqual(order.splice(0), ['announced', 'served', 'delivered', 'one', 'two']);
  await shutDown({ ...parts, delivered: () => new Promise(() => {}), outboxMilliseconds: 5 });
  assert.match(order[2]!, /^some publications are not delivered yet/);
  order.length = 0;
  const fails = async (): Promise<void> => Promise.reject(new Error('first'));
  await assert.rejects(shutDown({ ...parts, stopServing: fails, closers: [fails, note('two')] }), /first/);
  assert.deepEqual(order, ['announced', 'delivered', 'two']);
});

test('a stopping host first fails /readyz while it still responds, and then exits', async (t) => {
  const folder = await makeFixtureFolder(t);
  const running = spawnCli(t, folder, ['start', '--library', 'libraries', '--site', 'site', '--drain-seconds', '3'], {
    PORT: '0',
  });
  const url = await running.waitUntilReady();
  assert.deepEqual(await answered(`${url}/readyz`), [200, 'ready\n']);
  running.process.kill('SIGTERM');
  const ready = await pollUntil(
    () => answered(`${url}/readyz`),
    ([status]) => status !== 200,
  );
  assert.deepEqual(ready, [503, 'stopping\n']);
  assert.equal((await sendRequest(url + HERO)).status, 200);
  assert.deepEqual(await answered(`${url}/healthz`), [200, 'alive\n']);
  assert.equal(await running.exited, 0);
});

test('text log lines contain level, message, fields and stack; warnings and errors go to their own stream', () => {
  const out: string[] = [];
  const problems: string[] = [];
  const logger = createLogger({
    environment: 'development',
    level: 'info',
    out: (line) => void out.push(line),
    problems: (line) => void problems.push(line),
  });
  logger.info({ id: 'x', ms: 1.5 }, 'request');
  logger.debug('not this');
  logOf(logger).error('it failed.', new Error('for a reason'));
  assert.match(out.join(''), /^\d\d:\d\d:\d\d info {2}request id=x ms=1\.5\n$/);
  assert.match(problems.join(''), /^\d\d:\d\d:\d\d error it failed\.\nError: for a reason\n {4}at /);
});

test('known forms of secrets are redacted in every line', () => {
  const cases: [string, string][] = [
    ['at postgres://user:p@ss:word@db:5432/x failed', 'at postgres://user:***@db:5432/x failed'],
    ['AccountName=a;AccountKey=c2VjcmV0==;EndpointSuffix=x', 'AccountName=a;AccountKey=***;EndpointSuffix=x'],
    ['{"authorization":"Bearer abc.def"}', '{"authorization":"Bearer ***"}'],
    ['{"path":"/sig=a\\"b","status":404}', '{"path":"/sig=***\\"b","status":404}'],
    ['got feaas_KbNA9ghr1ISCkbVkJZp3_GRQ.', 'got feaas_***.'],
    ['eyJhbGci.eyJyIjoi.c2ln ended', 'eyJ*** ended'],
    ['https://example.org/feaas_requests at 12:30', 'https://example.org/feaas_requests at 12:30'],
  ];
  for (const [line, expected] of cases) assert.equal(redact(line), expected);
});

test('error fields that contain secrets are redacted, whatever their form', () => {
  const lines: string[] = [];
  const logger = createLogger({ environment: 'production', level: 'error', out: (line) => void lines.push(line) });
  const error = Object.assign(new Error('away'), {
    config: { headers: { authorization: 'Basic aHVzaA==' } },
    ...{ password: 'hush', host: 'db', connection: { user: 'kim', password: 'hush', token: 'hush' } },
  });
  logOf(logger).error('failed', error);
  const { err } = JSON.parse(lines[0]!);
  assert.deepEqual(
    [err.password, err.host, err.connection],
    ['***', 'db', { user: 'kim', password: '***', token: '***' }],
  );
  assert.ok(!/hush|aHVzaA/.test(lines[0]!), lines[0]);
  assert.equal(error.password, 'hush', 'the error itself stays as it is');
});

test('the log line of a GraphQL request names its operations and its principal', async (t) => {
  const lines: string[] = [];
  const logger = createLogger({ environment: 'production', level: 'info', out: (line) => void lines.push(line) });
  const seed = await startGraphQLHost(t);
  const { handle: graphql } = createGraphQL({
    ...{ contentService: seed.contentService, tokens: seed.contentService, log: logOf(logger) },
    ...{ media: undefined as never, thumbnails: undefined as never, presences: undefined as never },
  });
  const host = await startHost(t, { raw: [graphql], observe: observeRequests({ logger }) });
  const token = (await seed.contentService.tokens()).find(({ role }) => role === 'publisher')!;
  const send = async (body: object, as?: string): Promise<Line> => {
    lines.length = 0;
    const headers = { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) };
    const response = await fetch(`${host.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.text();
    await waitUntil(() => lines.some((line) => line.includes('"msg":"request"')));
    const { operation, principal, actor } = JSON.parse(lines.find((line) => line.includes('"msg":"request"'))!) as Line;
    return { operation, principal, actor };
  };
  const { publisher } = seed.secrets;
  const anonymous = { principal: undefined, actor: undefined };
  assert.deepEqual(await send({ query: '{ viewer { name } }' }), { operation: 'query viewer', ...anonymous });
  const named = 'query One { viewer { name } } query Two { viewer { name } }';
  assert.deepEqual(await send({ query: named, operationName: 'Two' }, publisher), {
    ...{ operation: 'query Two', principal: token.id, actor: 'the publisher' },
  });
  const save = 'mutation { saveCollection(library: "demo", key: "c", name: "C") { nothing } }';
  assert.equal((await send({ query: save }, publisher))['operation'], 'mutation saveCollection', 'refused ones, too');
  const many = `{ ${'abcde'
    .split('')
    .map((name) => `${name}: viewer { name }`)
    .join(' ')} }`;
  assert.equal((await send({ query: many }))['operation'], 'query viewer, viewer, viewer, …');
  const batch = await send([{ query: '{ viewer { name } }' }, { query: 'query Two { viewer { name } }' }]);
  assert.equal(batch['operation'], 'query viewer; query Two');
  const make = 'mutation { createSession(library: "demo", name: "Ann", subject: "user-7") { token } }';
  const made = await seed.execute(make, { token: publisher });
  const session = await send({ query: '{ viewer { name } }' }, made.json.data.createSession.token as string);
  assert.deepEqual([session['principal'], session['actor']], [`session:${token.id}:demo:user-7`, 'Ann']);
  assert.equal(
    (await send({ query: `query ${'x'.repeat(300)} { viewer { name } }` }))['operation'],
    `query ${'x'.repeat(94)}`,
  );
  assert.deepEqual(await send({ query: '{' }), { operation: undefined, ...anonymous });
});

test('an internal error is logged with its stack and without secrets', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const lines: string[] = [];
  const logger = createLogger({ environment: 'production', level: 'error', out: (line) => void lines.push(line) });
  const fail = async () => Promise.reject(new Error('connect postgres://u:hush@db/x'));
  const libraries = { component: fail, stylesheet: fail, data: fail, media: fail };
  const host = createHost({ libraries, site: folder, port: 0, log: logOf(logger) });
  const url = await host.listen();
  cleanUp(t, () => host.close());
  assert.equal((await sendRequest(url + HERO)).status, 500);
  const { err, level } = JSON.parse(lines[0]!) as { err: { stack: string }; level: string };
  assert.equal(level, 'error');
  assert.match(err.stack, /postgres:\/\/u:\*\*\*@db\/x\n\s+at /);
  assert.ok(!lines.join('').includes('hush'));
});
