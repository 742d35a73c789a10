import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { decode, encode } from '../src/cli/admin-socket/codec.js';
import { connectAdminSocket } from '../src/cli/admin-socket/client.js';
import type { Endpoint } from '../src/cli/admin-socket/endpoint.js';
import { startAdminSocket } from '../src/cli/admin-socket/server.js';
import type { Services } from '../src/cli/admin-socket/services.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { fromWire, toWire, type WireFailure } from '../src/cli/admin-socket/wire-errors.js';
import { formatError } from '../src/cli/command-line/format-error.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { BlobStoreError, DamagedBlobError } from '../src/storage/blob-store.js';
import * as failures from '../src/lib/domain-error.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { HostError } from '../src/lib/host-error.js';
import { spawnCli, runCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const { BadInputError, ConflictError, DomainError, ForbiddenError, KeyReusedError } = failures;
const { NotFoundError, RateLimitedError, UnauthenticatedError, UnavailableError } = failures;

const START = ['start', '--port', '0', '--library', 'libraries', '--site', 'libraries'];

test('commands use the running host, and work without one', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const write = (text: string) => writeFile(join(folder, 'libraries/demo/components/hero/responsive.html'), text);
  await mkdir(join(folder, 'libraries/demo/components/hero'), { recursive: true });
  await write('<p>1</p>');
  const host = spawnCli(t, folder, START, { LOG_LEVEL: 'info' });
  const url = await host.waitUntilReady();
  const published = `${url}/components/demo/hero/responsive/published.html`;
  assert.equal((await sendRequest(published)).text, '<p>1</p>');

  await write('<p>2</p>');
  const imported = await runCliInProcess(folder, ['import', 'libraries']);
  assert.equal(imported.out, 'components/hero/responsive.html: saved, published, staged (revision 2)\n1 changed\n');
  assert.equal((await sendRequest(published)).text, '<p>2</p>', 'the host that runs shows it at once');

  const created = await runCli(t, folder, [
    'token',
    'create',
    'ann',
    '--role',
    'admin',
    '--only',
    'demo',
    '--days',
    '2',
  ]);
  assert.match(created.out, /^\S{20,}\n$/);
  assert.match(created.err, /^feaas-host: through the host that runs on '.*\.feaas' \(process \d+\)$/m);
  const id = /^(\S+): 'ann', admin of 'demo'\. /m.exec(created.err)![1]!;
  const headers = { authorization: `Bearer ${created.out.trim()}` };
  const saved = `${url}/components/demo/hero/responsive/saved.html`;
  assert.equal((await sendRequest(saved, { headers })).status, 200);
  assert.match(
    (await runCliInProcess(folder, ['token', 'list'])).out,
    new RegExp(`^${id} +admin +demo +ann +until `, 'm'),
  );
  assert.equal((await runCliInProcess(folder, ['token', 'revoke', id])).out, `revoked ${id}\n`);
  assert.equal((await sendRequest(saved, { headers })).status, 401, 'revoked at once');
  assert.match((await runCliInProcess(folder, ['token', 'revoke', 'nobody'])).err, /there is no token 'nobody'/);

  assert.equal((await runCliInProcess(folder, ['export', 'out'])).code, 0);
  const exported = join(folder, 'out/demo/components/hero/responsive.html');
  assert.equal(await readFile(exported, 'utf8'), '<p>2</p>');
  assert.equal((await runCliInProcess(folder, ['check'])).out, 'database and blobs agree\n');
  assert.match(
    (await runCliInProcess(folder, ['export', 'o', '--only', 'x'])).err,
    /there is no library 'x'; there are demo\./,
  );

  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
  assert.deepEqual(
    (await readdir(join(folder, '.feaas'))).filter((name) => name.startsWith('control')),
    [],
    'the host leaves no socket behind',
  );
  assert.doesNotMatch(host.output.out + host.output.err, new RegExp(created.out.trim()));
  assert.match((await runCliInProcess(folder, ['token', 'list'])).out, new RegExp(`^${id} .* revoked `, 'm'));
  assert.equal((await runCliInProcess(folder, ['check'])).code, 0);
});

test('files that a killed host leaves behind block no command or host', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'libraries/demo/components'), { recursive: true });
  const first = spawnCli(t, folder, START);
  await first.waitUntilReady();
  first.process.kill('SIGKILL');
  await first.exited;
  assert.ok((await readdir(join(folder, '.feaas'))).includes('control.json'));
  assert.equal((await runCliInProcess(folder, ['check'])).code, 0);
  const second = spawnCli(t, folder, START);
  await second.waitUntilReady();
  const left = (await readdir(join(folder, '.feaas'))).filter((name) => /^control/.test(name));
  assert.equal(left.length, 2, left.join());
  assert.equal((await runCliInProcess(folder, ['check'])).code, 0);
});

test('the admin socket requires this user and the secret, and allows the listed methods only', async (t) => {
  const data = await makeTemporaryFolder(t);
  const seen: unknown[] = [];
  const services = {
    contentService: { ready: async () => true, close: async () => seen.push('closed') },
    blobs: {},
    tokens: { signingKey: async () => ({}), acceptedKeys: async () => [] },
  } as unknown as Services;
  const faults: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void faults.push(message) };
  const control = await startAdminSocket(data, services, log);
  cleanUp(t, () => control.close());
  const endpoint = JSON.parse(await readFile(join(data, 'control.json'), 'utf8')) as Endpoint;
  assert.equal((await stat(join(data, 'control.json'))).mode & 0o777, 0o600);
  assert.equal((await stat(endpoint.path)).mode & 0o777, 0o600);

  const post = (path: string, authorization: string, body = '[]', method = 'POST'): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath: endpoint.path, path, method, headers: { authorization } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve([response.statusCode!, text]));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const good = `Bearer ${endpoint.secret}`;
  assert.deepEqual(await post('/ledger.ready', good), [200, '{"value":true}']);
  for (const bad of ['', 'Bearer ', `Bearer ${'x'.repeat(43)}`, endpoint.secret]) {
    const [status, text] = await post('/ledger.ready', bad);
    assert.equal(status, 422, bad);
    assert.match(text, /UNAUTHENTICATED/);
  }
  for (const path of [
    '/ledger.close',
    '/tokens.signingKey',
    '/tokens.acceptedKeys',
    '/ledger.constructor',
    '/__proto__.x',
    '/',
    '/ledger',
  ]) {
    assert.match((await post(path, good))[1], /BAD_USER_INPUT/, path);
  }
  assert.match((await post('/ledger.ready', good, '', 'GET'))[1], /BAD_USER_INPUT/);
  assert.match((await post('/ledger.ready', good, '{}'))[1], /The arguments are not a list/);
  assert.deepEqual(seen, []);
  await control.close();
  assert.equal(await connectAdminSocket(data), undefined);
});

test('errors, bytes, undefined results and streams pass through the socket unchanged', async (t) => {
  const data = await makeTemporaryFolder(t);
  const current = { revision: 4, view: 'theirs' };
  const services = {
    contentService: {
      ready: async () => true,
      versions: async () => [undefined, { view: 'x', staged: null }],
      save: async () => Promise.reject(new ConflictError('version', 3, current)),
      library: async () => Promise.reject(new BadInputError('no', 'id')),
      component: async () => Promise.reject(new NotFoundError('none')),
      check: async () => Promise.reject(new Error('postgres://user:hush@db')),
      delivered: async () => undefined,
    },
    blobs: {
      get: async (key: string) => (key === 'a' ? { bytes: Buffer.from([0, 255]), metadata: {} } : undefined),
      async *list(prefix: string) {
        yield `${prefix}1`;
        yield `end\n2`;
        if (prefix === 'broken') throw new Error('broken');
      },
    },
    tokens: {},
  } as unknown as Services;
  const faults: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void faults.push(message) };
  const control = await startAdminSocket(data, services, log);
  cleanUp(t, () => control.close());
  const connection = (await connectAdminSocket(data))!;
  cleanUp(t, () => connection.close());
  const { contentService, blobs } = connection;
  assert.deepEqual(await contentService.versions([]), [undefined, { view: 'x', staged: null }]);
  assert.equal(await contentService.delivered(), undefined);
  await assert.rejects(contentService.save({} as never, '', {} as never), (error: unknown) => {
    assert.ok(error instanceof ConflictError);
    assert.deepEqual([error.subject, error.expected, error.current], ['version', 3, current]);
    return true;
  });
  await assert.rejects(contentService.library(''), BadInputError);
  await assert.rejects(contentService.component('', ''), NotFoundError);
  await assert.rejects(contentService.check(), (error: unknown) => {
    assert.ok(error instanceof HostError);
    assert.equal(error.message, 'the running host could not do it. Read its log.');
    return true;
  });
  assert.deepEqual(faults, ['control: /ledger.check failed.']);
  assert.deepEqual((await blobs.get('a'))?.bytes, Buffer.from([0, 255]));
  assert.equal(await blobs.get('b'), undefined);
  const listed: string[] = [];
  for await (const key of blobs.list('x')) listed.push(key);
  assert.deepEqual(listed, ['x1', 'end\n2']);
  await assert.rejects(async () => {
    for await (const _ of blobs.list('broken')) void _;
  });
});

test('each error class passes through the socket', () => {
  const current = { revision: 4 };
  const blob = new BlobStoreError('The blob could not be written.', { cause: new HostError('no space is left.') });
  const errors = [
    new ConflictError('version', 3, current),
    new NotFoundError('none'),
    new BadInputError('no', 'id'),
    new UnavailableError('away'),
    new KeyReusedError('used'),
    new ForbiddenError('may not'),
    new UnauthenticatedError('who?'),
    new RateLimitedError(7, 'uploads at once'),
    new HostError('no such folder'),
    blob,
    new DamagedBlobError('Blob file k is damaged: it is no blob file.'),
  ];
  for (const error of errors) {
    const again = fromWire(decode(encode(toWire(error))) as WireFailure);
    assert.equal(again.constructor, error.constructor, error.message);
    assert.deepEqual({ ...again, message: again.message }, { ...error, message: error.message });
  }
  const classes = Object.values(failures).filter((each) => (each as object) instanceof Function && 'prototype' in each);
  const refusals = classes.filter((each) => each.prototype instanceof DomainError);
  const made = new Set<unknown>(errors.map((error) => error.constructor));
  assert.deepEqual(
    refusals.filter((each) => !made.has(each)),
    [],
    'each class of refusal is tried here',
  );
  assert.equal(formatError(fromWire(toWire(blob)!)), formatError(blob), 'with the reason, as without a host between');
});

test('a damaged picture is one finding of check through a running host, too, and an import stores it again', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const data = join(folder, '.feaas');
  const media = join(folder, 'libraries/demo/media');
  await mkdir(media, { recursive: true });
  await mkdir(join(folder, 'libraries/demo/components'));
  await writeFile(join(media, 'p.svg'), '<svg/>');
  const blobs = createFolderBlobs(join(data, 'blobs'));
  const contentService = createContentService({
    database: await openDatabase({ file: join(data, 'feaas.db') }),
    blobs,
  });
  cleanUp(t, () => contentService.close());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const control = await startAdminSocket(data, { contentService, blobs, tokens: contentService }, log);
  cleanUp(t, () => control.close());
  assert.match((await runCliInProcess(folder, ['import', 'libraries'])).out, /^media\/p\.svg: stored$/m);
  const variant = { path: 'p.svg', type: 'image/svg+xml', width: 1, height: 1, bytes: 6 };
  const picture = { library: 'demo', id: 'p', name: 'p', width: 1, height: 1, createdAt: 1, author: 'Ann' };
  await contentService.putMedia({ ...picture, variants: [variant] });
  const files = await readdir(join(data, 'blobs/media'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath ?? file.path, file.name);
    await writeFile(path, (await readFile(path)).subarray(0, -1));
  }
  const checked = await runCliInProcess(folder, ['check']);
  assert.match(
    checked.out,
    /^media\/demo\/p\.svg: Blob file .* has an invalid form: it holds 5 bytes, not 6\.\n1 disagreements\n$/,
  );
  assert.equal(checked.code, 1);
  const imported = await runCliInProcess(folder, ['import', 'libraries']);
  assert.equal(imported.out, 'media/p.svg: stored\n1 changed\n');
  assert.equal((await runCliInProcess(folder, ['check'])).out, 'database and blobs agree\n');
});

test('the codec preserves bytes and undefined values', () => {
  const value = { a: [undefined, null, { b: new Uint8Array([1, 2]) }], c: 'text', d: { e: undefined } };
  const { a } = decode(encode(value)) as { a: unknown[] };
  assert.deepEqual(a, [undefined, null, { b: Buffer.from([1, 2]) }]);
  assert.equal(0 in a, true);
  assert.equal(decode(encode(undefined)), undefined);
});
