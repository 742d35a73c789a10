/** OpenTelemetry spans: sent to a collector if the standard variables configure it, and without secrets. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { spawnCli, runCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

type Field = readonly [number: number, value: Buffer];

/** Parses the fields of a protobuf message; numbers are returned as bytes, because no test needs them. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const start = at;
    if (tag % 8 === 0) varint();
    else if (tag % 8 === 1) at += 8;
    else if (tag % 8 === 5) at += 4;
    else {
      const length = varint();
      fields.push([tag >> 3, message.subarray(at, at + length)]);
      at += length;
      continue;
    }
    fields.push([tag >> 3, message.subarray(start, at)]);
  }
  return fields;
}

const all = (message: Buffer, ...path: number[]): Buffer[] =>
  path.reduce<Buffer[]>(
    (messages, number) =>
      messages.flatMap((each) =>
        fieldsOf(each)
          .filter(([found]) => found === number)
          .map(([, value]) => value),
      ),
    [message],
  );

/** Attributes are pairs of a key and a value, whose first field is a text. */
const attributesOf = (messages: readonly Buffer[]): Record<string, string> =>
  Object.fromEntries(messages.map((pair) => [String(all(pair, 1)[0]), String(all(pair, 2, 1)[0] ?? '')]));

interface Collector {
  readonly endpoint: string;
  readonly spans: Span[];
  readonly bodies: Buffer[];
  service?: string;
}

async function startCollector(t: TestContext): Promise<Collector> {
  const spans: Span[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    bodies.push(body);
    collector.service = attributesOf(all(body, 1, 1, 1))['service.name']!;
    for (const span of all(body, 1, 2, 2)) {
      const [trace, id, parent] = [1, 2, 4].map((field) => all(span, field)[0]?.toString('hex') ?? '');
      const attributes = attributesOf(all(span, 9));
      spans.push({ trace: trace!, id: id!, parent: parent!, name: String(all(span, 5)[0]), attributes });
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: Collector = { endpoint, spans, bodies };
  return collector;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('a request is traced from the proxy to each query, without secrets', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const collector = await startCollector(t);
  await runCli(t, folder, ['import', new URL('../library', import.meta.url).pathname]);
  const token = (await runCli(t, folder, ['token', 'create', 'Kim', '--role', 'editor'])).out.trim();
  const running = spawnCli(t, folder, ['start', '--port', '0'], {
    FEAAS_ENV: 'production',
    FEAAS_DRAIN_SECONDS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SERVICE_NAME: 'content',
  });
  const [, url] = await running.waitForOutput(/"url":"([^"]+)"/);
  const response = await fetch(`${url}/graphql?secret=of-the-query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      traceparent: `00-${TRACE}-${PARENT}-01`,
    },
    body: JSON.stringify({
      operationName: 'Rename',
      query:
        'mutation Rename($view: String!) { saveVersion(id: "aurora/hero/responsive", view: $view, expectedRevision: 1) { revision } }',
      variables: { view: '<p>Confidential</p>' },
    }),
  });
  assert.equal(((await response.json()) as { errors?: unknown }).errors, undefined);
  await fetch(`${url}/components/aurora/hero/responsive/published.html`);
  const [, id] = await running.waitForOutput(new RegExp(`"trace_id":"(${TRACE})"`));
  assert.equal(id, TRACE);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0, running.output.err);

  assert.equal(collector.service, 'content');
  const own = collector.spans.filter(({ trace }) => trace === TRACE);
  const request = own.find(({ name }) => name === 'POST graphql')!;
  assert.equal(request.parent, PARENT);
  const operation = own.find(({ name }) => name === 'mutation Rename')!;
  assert.equal(operation.parent, request.id);
  const insert = own.find(
    ({ name, attributes }) => name === 'INSERT' && /revisions/.test(attributes['db.query.text']!),
  )!;
  assert.equal(insert.parent, operation.id);
  assert.equal(insert.attributes['db.system.name'], 'sqlite');
  // A prepared query, which bypasses Kysely.
  const select = own.find(
    ({ name, attributes }) => name === 'SELECT' && /from "tokens"/.test(attributes['db.query.text']!),
  )!;
  assert.deepEqual([select.parent, select.attributes['db.system.name']], [request.id, 'sqlite']);
  const delivery = collector.spans.find(({ name }) => name === 'GET components')!;
  assert.ok(delivery.trace !== TRACE && delivery.parent === '');
  assert.equal(
    collector.spans.find(({ name, parent }) => name === 'blob get' && parent === delivery.id)!.trace,
    delivery.trace,
  );
  for (const body of collector.bodies) assert.doesNotMatch(body.toString('latin1'), /Confidential|of-the-query|feaas_/);
});

test('traces are sent only if configured, and an invalid configuration is reported at the start', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const collector = await startCollector(t);
  for (const [name, value] of [
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ] as const) {
    const running = spawnCli(t, folder, ['start', '--port', '0'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      [name]: value,
    });
    await fetch(`${await running.waitUntilReady()}/healthz`);
    running.process.kill('SIGTERM');
    assert.equal(await running.exited, 0);
  }
  assert.deepEqual(collector.bodies, []);
  for (const [environment, message] of [
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER is 'zipkin'; use 'otlp' or 'none'/],
    [
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /OTEL_EXPORTER_OTLP_PROTOCOL is 'grpc'; use 'http\/protobuf'/,
    ],
  ] as const) {
    const { code, err } = await runCli(t, folder, ['start', '--port', '0'], environment);
    assert.equal(code, 1);
    assert.match(err, message);
  }
});

test('an unavailable collector delays neither requests nor the shutdown', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const running = spawnCli(t, folder, ['start', '--port', '0'], {
    FEAAS_DRAIN_SECONDS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  });
  const url = await running.waitUntilReady();
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0, running.output.err);
  assert.match(running.output.err, /tracing: |spans could not be sent/);
  await runCliInProcess(folder, ['check']);
});
