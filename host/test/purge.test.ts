/** Purging of a CDN: changes are purged in few requests, retried until the CDN accepts them, and publishing does not wait for it. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Database, DatabaseSettings } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { httpHook } from '../src/purge/http-hook.js';
import { addPurges, createPurgeQueue, purgeQueueState, queuedPurges } from '../src/publishing/purge/purge-queue.js';
import { purgedPictures } from '../src/publishing/purge/purged-pictures.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { purgeReplaced } from '../src/cli/backup/purge-replaced.js';
import { silentLog } from './support/content-services.js';
import { createCachedBlobs } from '../src/storage/cached-blobs.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { makeTemporaryFolder } from './support/cli.js';
import { databaseForTest } from './support/test-database.js';
import test from './support/each-database.js';
import { recordingLog } from './support/recording-log.js';
import { type StubService, type StubResponse, type StubRequest, startStubService } from './support/stub-service.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SECRET = 'a-secret-to-sign-with';
const by = (expected: number) => ({ actor: { name: 'a', id: 'a' }, expected });

interface PurgeSetup {
  readonly folder: string;
  readonly settings: DatabaseSettings;
}

async function setUp(t: TestContext): Promise<PurgeSetup> {
  const folder = await makeTemporaryFolder(t);
  return { folder, settings: { file: join(folder, 'feaas.db'), ...(await databaseForTest(t)) } };
}

/** A content service whose CDN is that server. */
async function open({ folder, settings }: PurgeSetup, url: string) {
  const database = await openDatabase(settings);
  const { log, messages } = recordingLog();
  const results: boolean[] = [];
  const target = httpHook({ url, secret: SECRET });
  const purges = createPurgeQueue({ database, target, log, onRequest: (result) => results.push(result) });
  const blobs = purgedPictures(createCachedBlobs(createFolderBlobs(join(folder, 'blobs'))), database, purges);
  const contentService = createContentService({ database, blobs, purges, log });
  return { database, blobs, contentService, messages, results };
}
type PurgeHost = Awaited<ReturnType<typeof open>>;

async function publish({ contentService }: PurgeHost, component: string, version = 'v'): Promise<void> {
  const address = { library: 'l', component, version };
  await contentService.putLibrary({ id: 'l', name: 'L' });
  await contentService.putComponent({ library: 'l', id: component, name: 'C' });
  await contentService.save(address, '<p>x</p>', by(0));
  await contentService.step('stage', address, by(1));
  await contentService.step('publish', address, by(1));
}

const isEmpty = async (database: Database): Promise<boolean> => (await purgeQueueState(database)).length === 0;

interface Body {
  readonly paths: string[];
  readonly tags: string[];
}
const bodyOf = ({ body }: StubRequest): Body => JSON.parse(body) as Body;
const pathsIn = ({ requests }: StubService): string[] => requests.flatMap((request) => bodyOf(request).paths).sort();
const both = (path: string): string[] => [`/${path}`, `/cdn/${path}`];

test('the hook gets signed paths of published and unpublished content, repeated until it accepts them, without drafts', async (t) => {
  let refusals = 2;
  const hook = await startStubService(t, () => ({ status: refusals-- > 0 ? 503 : 204 }));
  const place = await setUp(t);
  const host = await open(place, `${hook.url}/purge`);
  cleanUp(t, () => host.contentService.close());
  await publish(host, 'c', 'a b');
  const paths = ['1', 'published'].flatMap((word) => both(`components/l/c/a%20b/${word}.html`)).sort();
  await waitUntil(async () => new Set(pathsIn(hook)).size >= paths.length && (await isEmpty(host.database)));
  await waitUntil(() => host.messages.some((line) => line.includes('works again')));
  assert.deepEqual([...new Set(pathsIn(hook))].sort(), paths);
  assert.deepEqual(host.results.slice(0, 2), [false, false]);
  assert.equal(host.results.at(-1), true);
  assert.match(
    host.messages.join('\n'),
    /copies of \d+ files were not removed.*the purge hook is busy.*503.*\n.*works again/s,
  );
  for (const { body, headers, method, target } of hook.requests) {
    assert.deepEqual([method, target], ['POST', '/purge']);
    assert.deepEqual((JSON.parse(body) as Body).tags, ['feaas-l-c']);
    const timestamp = String(headers['x-feaas-timestamp']);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
    const hex = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
    assert.equal(headers['x-feaas-signature'], `sha256=${hex}`);
  }
  hook.requests.length = 0;
  await host.contentService.step('unpublish', { library: 'l', component: 'c', version: 'a b' }, by(1));
  await waitUntil(async () => pathsIn(hook).length >= paths.length && (await isEmpty(host.database)));
  assert.deepEqual(pathsIn(hook), paths);
  hook.requests.length = 0;
  await publish(host, 'd');
  await waitUntil(async () => pathsIn(hook).length >= paths.length && (await isEmpty(host.database)));
  hook.requests.length = 0;
  await host.contentService.deleteComponent('l', 'd', { force: true }, { name: 'a', id: 'a' });
  await waitUntil(async () => pathsIn(hook).includes('/components/l/d/v/published.html'));
});

test('publishing does not wait for an unresponsive hook', async (t) => {
  const answers: (() => void)[] = [];
  const hook = await startStubService(
    t,
    () => new Promise<StubResponse>((resolve) => answers.push(() => resolve({ status: 204 }))),
  );
  const host = await open(await setUp(t), hook.url);
  cleanUp(t, async () => {
    for (const answer of answers) answer();
    await host.contentService.close();
  });
  await publish(host, 'a');
  await waitUntil(() => answers.length > 0);
  const before = Date.now();
  await publish(host, 'b');
  await host.contentService.delivered();
  assert.ok(Date.now() - before < 4_000, `took ${Date.now() - before} ms`);
  assert.equal((await host.blobs.get('components/l/b/v/published.html'))!.bytes.toString(), '<p>x</p>');
  assert.equal(await host.contentService.isDelivered({ library: 'l', component: 'b', version: 'v' }), true);
});

test('many concurrent writes cause few purge requests', async (t) => {
  const hook = await startStubService(t, () => ({ status: 204 }));
  const host = await open(await setUp(t), hook.url);
  cleanUp(t, () => host.contentService.close());
  const names = Array.from({ length: 40 }, (_, index) => `c${index}`);
  await host.contentService.putLibrary({ id: 'l', name: 'L' });
  await Promise.all(names.map((name) => publish(host, name)));
  const missing = (): string[] => {
    const purged = new Set(pathsIn(hook));
    return names.filter((name) => !purged.has(`/components/l/${name}/v/published.html`));
  };
  await waitUntil(async () => missing().length === 0 && (await isEmpty(host.database)));
  assert.ok(hook.requests.length <= 20, `${hook.requests.length} requests for ${names.length} publications`);
});

test('paths that the hook rejected before the host ended are purged by the next host', async (t) => {
  let status = 500;
  const hook = await startStubService(t, () => ({ status }));
  const place = await setUp(t);
  const first = await open(place, hook.url);
  await publish(first, 'c');
  await waitUntil(() => hook.requests.length > 0);
  assert.equal(await first.contentService.isDelivered({ library: 'l', component: 'c', version: 'v' }), true);
  await first.contentService.close();
  hook.requests.length = 0;
  status = 204;
  const second = await open(place, hook.url);
  cleanUp(t, () => second.contentService.close());
  await waitUntil(() => isEmpty(second.database));
  assert.ok(pathsIn(hook).includes('/components/l/c/v/published.html'));
  await second.contentService.delivered({ once: true });
});

test('a change during a purge request is purged again, also by another host', async (t) => {
  const answers: (() => void)[] = [];
  const hook = await startStubService(
    t,
    () => new Promise<StubResponse>((resolve) => answers.push(() => resolve({ status: 204 }))),
  );
  const place = await setUp(t);
  const host = await open(place, hook.url);
  // An embedded database has one host only.
  const other = host.database.kind === 'postgres' ? await open(place, hook.url) : host;
  cleanUp(t, async () => {
    await host.contentService.close();
    if (other !== host) await other.contentService.close();
  });
  await publish(host, 'c');
  await waitUntil(() => answers.length === 1);
  await other.contentService.step('unpublish', { library: 'l', component: 'c', version: 'v' }, by(1));
  await other.contentService.delivered();
  answers.shift()!();
  // The first purge was for the publication.
  await waitUntil(() => {
    for (const answer of answers.splice(0)) answer();
    return pathsIn(hook).filter((path) => path === '/components/l/c/v/published.html').length >= 2;
  });
  await waitUntil(() => {
    for (const answer of answers.splice(0)) answer();
    return isEmpty(host.database);
  });
});

test('Retry-After is respected, and the log contains each error once', async (t) => {
  const times: number[] = [];
  const hook = await startStubService(t, () => {
    times.push(Date.now());
    return times.length === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { status: 204 };
  });
  const host = await open(await setUp(t), hook.url);
  cleanUp(t, () => host.contentService.close());
  await publish(host, 'a');
  await waitUntil(() => times.length === 1);
  await publish(host, 'b');
  await waitUntil(async () => times.length > 1 && (await isEmpty(host.database)));
  assert.ok(times[1]! - times[0]! >= 1_950, `asked again after ${times[1]! - times[0]!} ms`);
  assert.equal(host.messages.filter((line) => line.includes('once more in 2 s')).length, 1);
});

test('a path that the hook rejects delays no other path', async (t) => {
  const hook = await startStubService(t, (request) => ({
    status: bodyOf(request).tags.includes('feaas-l-bad') ? 400 : 204,
  }));
  const host = await open(await setUp(t), hook.url);
  cleanUp(t, () => host.contentService.close());
  await publish(host, 'bad');
  await waitUntil(() => hook.requests.length > 0);
  await publish(host, 'good');
  await waitUntil(() => hook.requests.some((request) => bodyOf(request).tags.join() === 'feaas-l-good'));
  assert.ok(!(await isEmpty(host.database)), 'the other is tried again');
});

test('a thumbnail that is replaced and a picture that is deleted are purged; an upload is not', async (t) => {
  const hook = await startStubService(t, () => ({ status: 204 }));
  const host = await open(await setUp(t), hook.url);
  cleanUp(t, () => host.contentService.close());
  const blob = { bytes: Buffer.from('x'), contentType: 'image/jpg', cacheControl: 'public', metadata: {} };
  const upload = `media/l/${'0'.repeat(32)}/640.webp`;
  await host.blobs.put(upload, blob);
  assert.ok(await isEmpty(host.database));
  await host.blobs.put('thumbnails/l/c/v.jpg', blob);
  await host.blobs.delete(upload);
  await waitUntil(() => pathsIn(hook).length === 4);
  assert.deepEqual(pathsIn(hook), [...both(upload), ...both('thumbnails/l/c/v.jpg')].sort());
});

/** Purges of a former CDN, and an expired key. */
async function addOld({ write }: Database): Promise<void> {
  await write(async (transaction) => {
    await addPurges(transaction, ['media/l/old/1.png', 'media/l/new/1.png']);
    await transaction
      .updateTable('purges')
      .set(({ ref, eb }) => ({ due_at: eb(ref('due_at'), '-', DAY) }))
      .where('key', '=', 'media/l/old/1.png')
      .execute();
    await transaction
      .insertInto('operations')
      .values({ actor: 'a', key: 'k', hash: '', result: null, at: 0 })
      .execute();
  });
}

for (const [title, hasTarget, isHost] of [
  ['a host without a CDN discards', false, true],
  ['a host with a CDN keeps', true, true],
  ['a command without a CDN keeps', false, false],
] as const)
  test(`${title} purges that nothing has tried to send for a day`, async (t) => {
    const { folder, settings } = await setUp(t);
    const database = await openDatabase(settings);
    const { log, messages } = recordingLog();
    t.mock.timers.enable({ apis: ['setInterval'] });
    const target = { name: 'a CDN that takes nothing', calls: () => [] };
    const purges = hasTarget ? createPurgeQueue({ database, target, log }) : undefined;
    const blobs = createFolderBlobs(join(folder, 'blobs'));
    const webhooks = isHost ? {} : undefined;
    const contentService = createContentService({ database, log, blobs, purges, webhooks });
    cleanUp(t, () => contentService.close());
    await addOld(database);
    t.mock.timers.tick(HOUR);
    // The cleanup removes the expired key after the purges.
    await waitUntil(async () => !(await database.read.selectFrom('operations').select('key').executeTakeFirst()));
    const remaining = (await queuedPurges(database.read)).sort();
    const isKept = hasTarget || !isHost;
    assert.deepEqual(remaining, ['media/l/new/1.png', ...(isKept ? ['media/l/old/1.png'] : [])]);
    const line =
      /^purge: the host discarded 1 queued purges, because neither FEAAS_PURGE nor FEAAS_PURGE_URL has a value\. .* remove all copies there\.$/;
    assert.equal(messages.filter((message) => line.test(message)).length, isKept ? 0 : 1, messages.join('\n'));
  });

test('a restore reads the bytes of replaced files only where their heads and keys do not tell whether they differ', async (t) => {
  const { folder, settings } = await setUp(t);
  const database = await openDatabase(settings);
  const [replaced, restored] = [createFolderBlobs(join(folder, 'one')), createFolderBlobs(join(folder, 'other'))];
  const contentService = createContentService({ database, blobs: restored, log: silentLog });
  cleanUp(t, () => contentService.close());
  const upload = (id: string): string => `media/l/${id.repeat(32)}/640.webp`;
  const blob = (text: string, contentType = 'image/webp') => ({
    ...{ contentType, cacheControl: 'public', metadata: {}, bytes: Buffer.from(text) },
  });
  // The host delivers this one again.
  await contentService.putLibrary({ id: 'l', name: 'L' });
  await contentService.putComponent({ library: 'l', id: 'c', name: 'C' });
  const address = { library: 'l', component: 'c', version: 'v' };
  await contentService.save(address, 'x', by(0));
  await contentService.step('publish', address, by(1));
  await replaced.put('components/l/c/v/published.html', blob('older'));
  for (const store of [replaced, restored]) await store.put(upload('a'), blob('same'));
  await replaced.put(upload('b'), blob('gone'));
  await replaced.put('thumbnails/l/c/type.jpg', blob('same', 'image/jpg'));
  await restored.put('thumbnails/l/c/type.jpg', blob('same', 'image/png'));
  for (const store of [replaced, restored]) await store.put('thumbnails/l/c/same.jpg', blob('same'));
  await replaced.put('thumbnails/l/c/text.jpg', blob('old'));
  await restored.put('thumbnails/l/c/text.jpg', blob('new'));
  const read = new Set<string>();
  const noting = (store: BlobStore): BlobStore => ({ ...store, get: (key) => (read.add(key), store.get(key)) });
  await purgeReplaced(noting(replaced), { database, blobs: noting(restored) });
  assert.deepEqual((await queuedPurges(database.read)).sort(), [
    upload('b'),
    'thumbnails/l/c/text.jpg',
    'thumbnails/l/c/type.jpg',
  ]);
  assert.deepEqual([...read].sort(), ['thumbnails/l/c/same.jpg', 'thumbnails/l/c/text.jpg']);
});
