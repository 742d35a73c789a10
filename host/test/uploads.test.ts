/** Requests with files: callers are authorized before the body is read, and files are stored on disk. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadForm, type GraphQLHost, makePng, startGraphQLHost } from './support/graphql-host.js';
import { pollUntil, waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const QUERY =
  'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { id name width } }';
const MEBIBYTE = 1024 * 1024;

async function withUploads(
  t: TestContext,
  limits: Record<string, number> = {},
): Promise<GraphQLHost & { uploads: string }> {
  const uploads = await mkdtemp(join(tmpdir(), 'feaas-uploads-'));
  cleanUp(t, () => rm(uploads, { recursive: true, force: true }));
  return Object.assign(await startGraphQLHost(t, { limits, uploadFolder: uploads }), { uploads });
}

/** Sends the beginning of an upload whose rest does not follow. Resolves with its response. */
async function beginUpload(
  t: TestContext,
  host: GraphQLHost,
  as: string | undefined,
  { length = 16 * MEBIBYTE, start = '' } = {},
): Promise<{ answer: Promise<string>; end: (rest: string) => void; cut: () => void }> {
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  cleanUp(t, () => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    [
      'POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nApollo-Require-Preflight: yes',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      ...(as ? [`Authorization: Bearer ${as}`] : []),
      `\r\n${start}`,
    ].join('\r\n'),
  );
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  const answer = once(socket, 'data').then(async () => {
    await sleep(20);
    return text;
  });
  return { answer, end: (rest) => void socket.write(rest), cut: () => socket.destroy() };
}

/** A response is sent before the files of the request are removed. */
const assertNoUploadFiles = async ({ uploads }: { uploads: string }): Promise<void> => {
  await waitUntil(async () => (await readdir(uploads)).length === 0);
};

const field = (name: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
/** A form without its end. */
const formStart =
  field('operations', JSON.stringify({ query: QUERY, variables: { file: null } })) +
  field('map', '{"0":["variables.file"]}') +
  '--x\r\nContent-Disposition: form-data; name="0"; filename="a.png"\r\n\r\n';
const CLOSING = '\r\n--x--\r\n';

const send = async (host: GraphQLHost, as: string, file: Blob, name = 'a.png') =>
  host.send({
    method: 'POST',
    headers: { 'apollo-require-preflight': 'yes', authorization: `Bearer ${as}` },
    body: uploadForm(QUERY, file, name),
  });

test('an unauthorized upload is rejected before the body is read', async (t) => {
  const host = await withUploads(t);
  for (const [as, status, code] of [
    [host.secrets.viewer, 403, 'FORBIDDEN'],
    [undefined, 401, 'UNAUTHENTICATED'],
  ] as const) {
    const { answer } = await beginUpload(t, host, as);
    const text = await answer;
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), text);
    assert.match(text, new RegExp(code));
    assert.match(text, /larger than 1 MiB, which needs a token with the role editor/);
  }
  await assertNoUploadFiles(host);
});

test('a file is on the disk while it is used, and removed afterwards, however the request ended', async (t) => {
  const host = await withUploads(t, { bodyMilliseconds: 500 });
  const { editor } = host.secrets;
  const first = await send(host, editor, await makePng(40, 20));
  assert.equal(first.json.data.uploadMedia.width, 40, first.text);
  assert.equal((await send(host, editor, new Blob(['no picture']))).json.errors[0].extensions.code, 'BAD_USER_INPUT');
  await assertNoUploadFiles(host);

  const length = 4 * MEBIBYTE;
  const half = 'a'.repeat(2 * MEBIBYTE);
  const left = await beginUpload(t, host, editor, { length, start: formStart + half });
  await waitUntil(async () => (await readdir(host.uploads)).length !== 0);
  left.cut();
  await assertNoUploadFiles(host);

  const slow = await beginUpload(t, host, editor, { length, start: formStart + half });
  assert.match(await slow.answer, /took longer than 0.5 s/);
  await assertNoUploadFiles(host);

  const large = await beginUpload(t, host, editor, { length: 20 * MEBIBYTE, start: formStart });
  assert.match(await large.answer, /^HTTP\/1.1 413 .*larger than 16 MiB/s);
  await assertNoUploadFiles(host);
});

test('upload files of a killed host are removed by the next start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-uploads-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const { createHash } = await import('node:crypto');
  const { hostname } = await import('node:os');
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  // No process has the highest possible id.
  await writeFile(join(folder, `${machine}-4194304-abc-0`), 'half of a picture');
  await startGraphQLHost(t, { uploadFolder: folder });
  await waitUntil(async () => (await readdir(folder)).length === 0);
});

test('concurrent uploads are limited: further ones wait unread, and more are rejected', async (t) => {
  const host = await withUploads(t, { uploads: 2, uploadsWaiting: 2, uploadsPerCaller: 3 });
  const { editor, publisher } = host.secrets;
  const length = formStart.length + 'no picture'.length + CLOSING.length;
  const started = [];
  for (let index = 0; index < 3; index++)
    started.push(await beginUpload(t, host, editor, { length, start: `${formStart}n` }));
  await waitUntil(async () => (await readdir(host.uploads)).length >= 2);
  assert.match(
    await (
      await beginUpload(t, host, editor, { length })
    ).answer,
    /429 .*Too many uploads at once/s,
    'of one token',
  );
  started.push(await beginUpload(t, host, publisher, { length, start: `${formStart}n` }));
  await sleep(50);
  assert.match(await (await beginUpload(t, host, publisher, { length })).answer, /429 .*Too many uploads/s, 'of all');
  assert.equal((await readdir(host.uploads)).length, 2, 'who waits is not read');
  for (const { end, answer } of started) {
    end(`o picture${CLOSING}`);
    assert.match(await answer, /BAD_USER_INPUT/);
  }
  await assertNoUploadFiles(host);
});

test('the total size of bodies without files is limited, with a share for each address', async (t) => {
  const host = await withUploads(t, { bodiesBytes: 3 * MEBIBYTE, bodiesBytesPerAddress: MEBIBYTE });
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ __typename }' }).padEnd(900_000);
  const open = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body.slice(0, 800_000)));
    },
  });
  const left = new AbortController();
  const waiting = host
    .send({ method: 'POST', headers: json, body: open, duplex: 'half', signal: left.signal } as RequestInit)
    .catch(() => {});
  const refused = await pollUntil(
    () => host.send({ method: 'POST', headers: json, body }),
    ({ status }) => status !== 200,
  );
  assert.equal(refused.status, 429, refused.text);
  assert.match(refused.text, /RATE_LIMITED/);
  left.abort();
  await waiting;
  const passed = await pollUntil(
    () => host.send({ method: 'POST', headers: json, body }),
    ({ status }) => status !== 429,
  );
  assert.equal(passed.status, 200, passed.text);
});

test('an invalid form is rejected with a message that names the error', async (t) => {
  const host = await withUploads(t);
  const operations = JSON.stringify({ query: QUERY, variables: { file: null, other: 'text' } });
  const rows: [string, RegExp][] = [
    [`${field('map', '{}')}--x--\r\n`, /no field \\"operations\\"/],
    [`${field('operations', '{')}--x--\r\n`, /\\"operations\\" is not JSON/],
    [`${field('operations', operations)}${field('map', '7')}--x--\r\n`, /\\"map\\" is not a JSON object/],
    [`${field('operations', operations)}${field('map', '{"0":7}')}--x--\r\n`, /places of file \\"0\\"/],
    [
      `${field('operations', operations)}${field('map', '{"0":["variables.other"]}')}--x--\r\n`,
      /\\"variables.other\\", which is not null/,
    ],
    [
      `${field('operations', operations)}${field('map', '{"0":["__proto__.x"]}')}--x--\r\n`,
      /\\"__proto__.x\\", which is not null/,
    ],
    [field('operations', operations).slice(0, -9), /is not valid/],
  ];
  for (const [body, message] of rows) {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'apollo-require-preflight': 'yes',
      authorization: `Bearer ${host.secrets.editor}`,
    };
    const { status, text, json } = await host.send({ method: 'POST', headers, body });
    assert.equal(status, 400, text);
    assert.match(text, message);
    assert.equal(json.errors[0].extensions.code, 'BAD_REQUEST');
  }
  await assertNoUploadFiles(host);
});
