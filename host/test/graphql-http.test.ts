/** Requests that GraphQL over HTTP rejects, and names of uploaded files. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RateLimitedError } from '../src/lib/domain-error.js';
import { createMemoryBudget, readBody } from '../src/graphql/body.js';
import { decodeUploadNames } from '../src/graphql/upload-names.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { uploadForm, makePng, startGraphQLHost } from './support/graphql-host.js';

const JSON_HEADERS = { 'content-type': 'application/json' };

test('a batch without operations, or with invalid ones, is rejected with a message', async (t) => {
  const host = await startGraphQLHost(t);
  const table = [];
  for (const body of [
    '[]',
    ' [ ] ',
    '[null]',
    '[[]]',
    '[{"query":"{ viewer { name } }"}, 1]',
    '["{ viewer { name } }"]',
  ]) {
    const { status, json } = await host.send({ method: 'POST', headers: JSON_HEADERS, body });
    table.push([body, status, json.errors?.[0].extensions.code, json.errors?.[0].message]);
  }
  const refused = (body: string, message: string) => [body, 400, 'BAD_REQUEST', message];
  const mustBe = 'each operation must be an object with "query"';
  assert.deepEqual(table, [
    refused('[]', 'The batch has no operation: send a list of at least one.'),
    refused(' [ ] ', 'The batch has no operation: send a list of at least one.'),
    refused('[null]', `Operation 0 of the batch is null; ${mustBe}.`),
    refused('[[]]', `Operation 0 of the batch is a list; ${mustBe}.`),
    refused('[{"query":"{ viewer { name } }"}, 1]', `Operation 1 of the batch is a number; ${mustBe}.`),
    refused('["{ viewer { name } }"]', `Operation 0 of the batch is a string; ${mustBe}.`),
  ]);
  const whole = await host.send({ method: 'POST', headers: JSON_HEADERS, body: '[{"query":"{ viewer { name } }"}]' });
  assert.deepEqual([whole.status, whole.json.length], [200, 1]);
  assert.deepEqual(host.errors, [], 'and none of it is a fault of the host');
});

test('an unacceptable response type or an unreadable body is rejected with a message', async (t) => {
  const host = await startGraphQLHost(t);
  const body = JSON.stringify({ query: '{ viewer { name } }' });
  const html = await host.send({ method: 'POST', headers: { ...JSON_HEADERS, accept: 'text/html' }, body });
  assert.equal(html.status, 406);
  assert.match(html.headers.get('content-type') ?? '', /^application\/json/);
  assert.match(html.headers.get('accept') ?? '', /application\/json/);
  assert.equal(html.headers.get('cache-control'), 'no-store');
  assert.match(
    html.json.errors[0].message,
    /^The answer has none of the types in Accept \(text\/html\)\. Send one of .*application\/json/,
  );
  assert.equal(html.json.errors[0].extensions.code, 'BAD_REQUEST');

  const subscription = await host.execute('subscription { versionChanged(library: "demo") { id } }', {
    token: host.secrets.viewer,
    headers: { accept: 'application/json' },
  });
  assert.equal(subscription.status, 406);
  assert.match(subscription.json.errors[0].message, /text\/event-stream/);

  const type = { 'content-type': 'text/plain', 'x-graphql-yoga-csrf': 'x' };
  const text = await host.send({ method: 'POST', headers: type, body });
  assert.equal(text.status, 415);
  assert.equal(
    text.json.errors[0].message,
    'The body has the type text/plain. Send application/json, or multipart/form-data for uploads.',
  );
});

test('names of uploaded files are decoded in the encodings of browsers and other clients', async (t) => {
  const host = await startGraphQLHost(t);
  const query = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { name } }';
  const part = (name: string, text: string) =>
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`);
  const cases: readonly (readonly [string, string])[] = [
    ['filename="plain.png"', 'plain.png'],
    // The three characters that browsers encode (HTML, multipart/form-data).
    ['filename="a %22quoted%22 name.png"', 'a "quoted" name.png'],
    ['filename="two%0D%0Alines.png"', 'two lines.png'],
    ['filename="back\\"slash.png"', 'back"slash.png'],
    // Any other percent sign is part of the name.
    ['filename="100%25 off.png"', '100%25 off.png'],
    ['filename="100%.png"', '100%.png'],
    ['filename="naïve.png"', 'naïve.png'],
    // RFC 8187.
    ["filename*=UTF-8''na%C3%AFve%20file.png", 'naïve file.png'],
    ["filename*=iso-8859-1'en'na%EFve.png", 'naïve.png'],
    ["filename*=UTF-8''%2522.png", '%22.png'],
    ['filename="naive.png"; filename*=UTF-8\'\'na%C3%AFve.png', 'naïve.png'],
    ['filename*=UTF-8\'\'na%C3%AFve.png; filename="naive.png"', 'naïve.png'],
    ["filename*=UTF-8''%E6%97%A5%E6%9C%AC.png; filename=naive.png", '日本.png'],
  ];
  const table = [];
  for (const [index, [disposition]] of cases.entries()) {
    const png = Buffer.from(await (await makePng(index + 1, 4)).arrayBuffer());
    const body = Buffer.concat([
      part('operations', JSON.stringify({ query, variables: { file: null } })),
      part('map', JSON.stringify({ 0: ['variables.file'] })),
      Buffer.from(`--x\r\nContent-Type: image/png\r\nContent-Disposition: form-data; name="0"; ${disposition}\r\n\r\n`),
      ...[png, Buffer.from('\r\n--x--\r\n')],
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-graphql-yoga-csrf': 'x' };
    const authorization = `Bearer ${host.secrets.editor}`;
    const { json, text } = await host.send({ method: 'POST', body, headers: { ...headers, authorization } });
    table.push([disposition, json.data?.uploadMedia.name ?? text]);
  }
  assert.deepEqual(table, cases);
});

test('a file name is decoded wherever the body is split into chunks', async () => {
  const body = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="0"; filename="a %22b%22.png"\r\n\r\n--not x\r\n-\r\n--x--\r\n',
  );
  const expected = body.toString().replace('a %22b%22.png', 'a \\"b\\".png');
  for (let at = 0; at <= body.length; at++) {
    const stream = Readable.from([body.subarray(0, at), body.subarray(at)].filter(({ length }) => length > 0));
    assert.equal(
      await text(stream.pipe(decodeUploadNames('multipart/form-data; boundary=x'))),
      expected,
      `cut at ${at}`,
    );
  }
  const other = Readable.from([body]).pipe(decodeUploadNames('text/plain'));
  assert.equal(await text(other), body.toString());
});

test('a form of boundaries only is parsed in linear time', async () => {
  for (const unit of ['--b\r', '--b', '\r\n--b\r\n']) {
    const body = unit.repeat(Math.floor(131_072 / unit.length));
    const started = performance.now();
    const decoded = await text(Readable.from([body, body]).pipe(decodeUploadNames('multipart/form-data; boundary=b')));
    assert.ok(performance.now() - started < 1_000, `${JSON.stringify(unit)}: ${performance.now() - started} ms`);
    assert.equal(decoded, body + body);
  }
});

test('a form with more parts than allowed is rejected, whatever the parts are', async (t) => {
  const host = await startGraphQLHost(t);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-graphql-yoga-csrf': 'x' };
  const body = `--x${'\r\nx: y\r\n\r\n\r\n--x'.repeat(29)}--\r\n`;
  const { status, json } = await host.send({ method: 'POST', headers, body });
  assert.equal(status, 400);
  assert.match(json.errors[0].message, /more than 20 files or 8 fields/);
});

test('a body in chunks of one byte takes no more memory than its length', async () => {
  const share = createMemoryBudget(1e6, 1e6, () => new RateLimitedError(1)).open('address');
  const request = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage;
  const read = readBody(request, { bytes: 1e6, milliseconds: 10_000 }, share);
  const pieces: WeakRef<Buffer>[] = [];
  for (let index = 0; index < 10_000; index++) {
    const piece = Buffer.from(String(index % 10));
    pieces.push(new WeakRef(piece));
    request.emit('data', piece);
  }
  // A weak reference keeps its new target alive until the next event loop turn.
  await new Promise(setImmediate);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const held = pieces.filter((piece) => piece.deref()).length;
  assert.ok(held < 1_000, `${held} of ${pieces.length} pieces are held`);
  request.emit('end');
  assert.equal((await read).toString(), '0123456789'.repeat(1_000));
});

test('a compressed body is rejected because of its coding, not as invalid JSON or an invalid form', async (t) => {
  const host = await startGraphQLHost(t);
  const query = '{ libraries { id } }';
  const form = (): FormData => uploadForm(query, new Blob(['x']), 'x.png');
  const types = { json: () => JSON.stringify({ query }), form };
  for (const [type, body] of Object.entries(types))
    for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'gzip, identity', 'x-none']) {
      const headers = {
        'content-encoding': coding,
        'apollo-require-preflight': 'yes',
        authorization: `Bearer ${host.secrets.editor}`,
        ...(type === 'json' ? { 'content-type': 'application/json' } : {}),
      };
      const sent = await host.send({ method: 'POST', headers, body: body() });
      assert.deepEqual([sent.status, sent.headers.get('accept-encoding')], [415, 'identity'], `${type} ${coding}`);
      assert.equal(
        sent.json.errors[0].message,
        `The host does not unpack bodies with Content-Encoding "${coding}". Send it as it is.`,
      );
    }
  const plain = await host.execute(query, { headers: { 'content-encoding': 'Identity' } });
  assert.deepEqual([plain.status, plain.json.errors], [200, undefined]);
});
