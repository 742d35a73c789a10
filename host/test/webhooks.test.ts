/** Webhooks of a library: signed, sent at least once, in order per subject, and never into the network of the host. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import nodeTest, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { ContentService } from '../src/content/content-service.js';
import { WEBHOOK_EVENTS } from '../src/content/webhook.js';
import { removeOld } from '../src/content/cleanup/cleanup-job.js';
import { deliveriesByState } from '../src/content/webhooks/webhook-repository.js';
import type { DatabaseSettings } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { BadInputError, NotFoundError } from '../src/lib/domain-error.js';
import { type ContentServiceOptions, createContentService } from '../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import type { PurgeTarget } from '../src/purge/purge-target.js';
import { addPurges, createPurgeQueue } from '../src/publishing/purge/purge-queue.js';
import { waitOf } from '../src/publishing/webhooks/webhook-worker.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { folderBlobsOf, writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { databaseForTest } from './support/test-database.js';
import { testStores } from './support/databases.js';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { type ReceivedWebhook, startWebhookReceiver } from './support/webhook-receiver.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const HERO = { library: 'site', component: 'hero', version: 'responsive' };

interface WebhookSetup {
  readonly settings: DatabaseSettings;
  readonly folder: string;
}

async function setUp(t: TestContext): Promise<WebhookSetup> {
  const folder = await makeTemporaryFolder(t);
  return { settings: (await databaseForTest(t)) ?? { file: join(folder, 'host.db'), log: silentLog }, folder };
}

/** A host that sends webhooks, with the library `site`. */
async function start(t: TestContext, options: Partial<ContentServiceOptions> = {}, place?: WebhookSetup) {
  const contentService = await openContentService(place ?? (await setUp(t)), {
    receivers: { development: true },
    ...options,
    webhooks: { pollInterval: 5, random: () => 0.5, ...options.webhooks },
  });
  cleanUp(t, () => contentService.close());
  await makeLibrary(contentService, 'site');
  return contentService;
}

/** Publishes another revision of a version. */
async function publish(contentService: ContentService, version: string, revision: number): Promise<void> {
  const address = { ...HERO, version };
  await contentService.save(address, `<p>${revision}</p>`, writeOptions(revision - 1));
  await contentService.step('publish', address, writeOptions(revision));
}

const revisionsOf = (received: readonly ReceivedWebhook[], version: string): unknown[] =>
  received.filter(({ data }) => data['version'] === version).map(({ data }) => data['revision']);

const pendingOf = async (contentService: ContentService, id: string) =>
  (await contentService.webhookDeliveries({ library: 'site', id }, { first: 100, state: 'pending' })).items;

/** Resolves once no delivery is due at the current time. */
const waitUntilSettled = (contentService: ContentService, id: string, time: { now: number }): Promise<void> =>
  waitUntil(async () => {
    // Deliveries are latest first: the last one of a subject is next.
    const heads = new Map((await pendingOf(contentService, id)).map(({ subject, dueAt = 0 }) => [subject, dueAt]));
    return [...heads.values()].every((dueAt) => dueAt > time.now);
  });

test('each event is signed according to Standard Webhooks, and is sent when its content is published', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t);
  const { secret, webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(webhook.events, WEBHOOK_EVENTS);
  const found: unknown[] = [];
  receiver.respond = async ({ type }) => {
    if (type === 'component.published')
      found.push((await contentService.blobs.get('components/site/hero/responsive/published.html'))?.bytes.toString());
    return 204;
  };
  const before = Date.now();
  await publish(contentService, 'responsive', 1);
  await waitUntil(() => receiver.accepted().length === 1);
  await contentService.step('unpublish', HERO, writeOptions(1));
  // Changes that visitors cannot see are no events.
  await contentService.step('stage', HERO, writeOptions(1));
  await contentService.step('unpublish', HERO, writeOptions(1));
  await contentService.step('delete', HERO, writeOptions(1));
  await contentService.step('restore', HERO, writeOptions(1));
  const sheet = { css: 'p { top: 0 }', themes: [], breakpoints: [] };
  await contentService.saveStylesheet('site', sheet, writeOptions(0));
  await contentService.stepStylesheet('publish', 'site', writeOptions(1));
  await contentService.stepStylesheet('unpublish', 'site', writeOptions(1));
  const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 1, path: 'a b/1.png' }];
  const picture = {
    library: 'site',
    id: 'a b',
    name: 'a.png',
    width: 1,
    height: 1,
    variants,
    author: 'A',
    createdAt: 1,
  };
  await contentService.putMedia(picture);
  await contentService.putMedia(picture);
  await contentService.deleteMedia('site', 'a b');
  await waitUntil(() => receiver.accepted().length >= 7);
  const paths = ['/components/site/hero/responsive/published.html', '/components/site/hero/responsive/1.html'];
  const withCdn = (all: string[]) => all.flatMap((path) => [path, `/cdn${path}`]);
  const tags = ['feaas', 'feaas-site', 'feaas-site-hero'];
  const version = { library: 'site', component: 'hero', version: 'responsive', revision: 1, tags };
  const style = {
    ...{ library: 'site', revision: 1, tags: ['feaas', 'feaas-site', 'feaas-site-styles'] },
    paths: withCdn(['/styles/site/published.css']),
  };
  const media = {
    ...{ library: 'site', media: 'a b', name: 'a.png', tags: ['feaas', 'feaas-site', 'feaas-site-media'] },
    paths: withCdn(['/media/site/a%20b/1.png']),
  };
  const expected: Record<string, unknown> = {
    'component.published': { ...version, paths: withCdn(paths) },
    'component.unpublished': { ...version, paths: withCdn(paths) },
    'component.deleted': { ...version, paths: withCdn(['/components/site/hero/responsive/staged.html']) },
    'stylesheet.published': style,
    'stylesheet.unpublished': style,
    'media.uploaded': media,
    'media.deleted': media,
  };
  assert.deepEqual(Object.fromEntries(receiver.accepted().map(({ type, data }) => [type, data])), expected);
  assert.equal(receiver.requests.length, 7);
  assert.deepEqual(found, ['<p>1</p>']);
  for (const { headers, body, id, type } of receiver.requests) {
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as { timestamp: string };
    assert.deepEqual(Object.keys(payload), ['type', 'timestamp', 'data'], type);
    assert.ok(Date.parse(payload.timestamp) >= before && Date.parse(payload.timestamp) <= Date.now());
    assert.match(id, /^msg_[\w-]{22}$/);
    assert.equal(headers['content-type'], 'application/json');
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>));
    assert.throws(() => new Webhook(`whsec_${'A'.repeat(43)}=`).verify(body, headers as Record<string, string>));
  }
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 7);
});

/** A CDN whose purges the test delays, and the keys of its purge requests. */
function heldTarget(): { target: PurgeTarget; asked: string[]; release: () => void } {
  const asked: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const calls: PurgeTarget['calls'] = (keys) => [
    {
      keys,
      async send() {
        asked.push(...keys);
        await released;
      },
    },
  ];
  return { target: { name: 'a CDN', calls }, asked, release };
}

nodeTest('concurrent uploads of one picture on hosts of one database send one event (postgres)', async (t) => {
  const place = await testStores('postgres').newStore();
  const hosts = [await start(t, {}, place), await openContentService(place), await openContentService(place)];
  for (const other of hosts.slice(1)) cleanUp(t, () => other.close());
  const database = await openDatabase(place.settings);
  cleanUp(t, () => database.close());
  // Nothing listens there: events stay pending.
  await hosts[0]!.createWebhook({ library: 'site', url: 'http://127.0.0.1:9/' });
  const eventsOf = async (id: string): Promise<string[]> => {
    const events = database.read.selectFrom('webhook_events').select('type').where('subject', '=', `site/${id}`);
    return (await events.orderBy('sequence').execute()).map(({ type }) => type);
  };
  const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 1, path: 'p.png' }];
  for (let round = 0; round < 10; round++) {
    const id = `p${round}`;
    const picture = { library: 'site', id, name: 'p', width: 1, height: 1, author: 'A', createdAt: 1, variants };
    await Promise.all(hosts.map((host) => host.putMedia(picture)));
    assert.deepEqual(await eventsOf(id), ['media.uploaded']);
    await Promise.all(hosts.map((host) => host.putMedia({ ...picture, name: 'renamed' })));
    assert.deepEqual(await eventsOf(id), ['media.uploaded'], 'it is there already');
    assert.equal((await hosts[0]!.mediaItem('site', id))?.name, 'renamed');
    await Promise.all(hosts.map((host) => host.deleteMedia('site', id)));
    await hosts[1]!.putMedia(picture);
    assert.deepEqual(await eventsOf(id), ['media.uploaded', 'media.deleted', 'media.uploaded']);
  }
});

test('an event is sent only after the CDN has purged its content, unless that takes long', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const { settings, folder } = await setUp(t);
  const database = await openDatabase(settings);
  const { target, asked, release } = heldTarget();
  const purges = createPurgeQueue({ database, target, log: silentLog });
  const time = { now: Date.now() };
  const contentService = createContentService({
    ...{ database, purges, log: silentLog, blobs: folderBlobsOf({ settings, folder }), clock: () => time.now },
    ...{ receivers: { development: true }, webhooks: { pollInterval: 5, random: () => 0.5 } },
  });
  cleanUp(t, async () => {
    release();
    await contentService.close();
  });
  await makeLibrary(contentService, 'site');
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  await publish(contentService, 'responsive', 1);
  await waitUntil(() => asked.length > 0);
  // An event without content in the CDN is sent meanwhile, by the same polling.
  const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 1, path: 'p/1.png' }];
  const picture = { id: 'p', name: 'p', width: 1, height: 1, author: 'A', createdAt: 1, variants };
  await contentService.putMedia({ library: 'site', ...picture });
  await waitUntil(() => receiver.accepted().length === 1);
  assert.equal(receiver.accepted()[0]!.type, 'media.uploaded');
  await waitUntil(async () => {
    const pending = await pendingOf(contentService, webhook.id);
    return pending.length === 1 && pending[0]!.subject === 'site/hero/responsive';
  });
  time.now += 30_000;
  await waitUntil(() => receiver.accepted().length === 2);
  await publish(contentService, 'responsive', 2);
  release();
  await waitUntil(() => receiver.accepted().length === 3);
});

test('without a CDN, an event does not wait for the purges of a former one', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const place = await setUp(t);
  const database = await openDatabase(place.settings);
  await database.write((transaction) => addPurges(transaction, ['components/site/hero/responsive/published.html']));
  await database.close();
  const now = Date.now();
  const contentService = await start(t, { clock: () => now }, place);
  await contentService.createWebhook({ library: 'site', url: receiver.url });
  await publish(contentService, 'responsive', 1);
  await waitUntil(() => receiver.accepted().length === 1);
});

test('only the selected events are sent, with one for each version of a deleted component', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t);
  await contentService.createWebhook({ library: 'site', url: receiver.url, events: ['component.deleted'] });
  await publish(contentService, 'responsive', 1);
  await publish(contentService, 'mobile', 1);
  await contentService.deleteComponent('site', 'hero', { force: true });
  await waitUntil(() => receiver.accepted().length >= 2);
  const taken = receiver.accepted().map(({ type, data }) => `${type} ${String(data['version'])}`);
  assert.deepEqual(taken.sort(), ['component.deleted mobile', 'component.deleted responsive']);
});

test('an event is sent only after its content is in the blob store', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const place = await setUp(t);
  const probe = await openContentService({
    settings: { file: join(place.folder, 'other.db'), log: silentLog },
    folder: place.folder,
  });
  cleanUp(t, () => probe.close());
  let isAway = true;
  const blobs: ContentServiceOptions['blobs'] = {
    ...probe.blobs,
    put: async (...args) => (isAway ? Promise.reject(new Error('The store is away.')) : probe.blobs.put(...args)),
  };
  delete (blobs as { fence?: unknown }).fence;
  const contentService = await start(t, { blobs, timeout: 50 }, place);
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  await publish(contentService, 'responsive', 1);
  assert.equal((await pendingOf(contentService, webhook.id)).length, 1);
  // A picture has no pending blob, so its event shows that the worker runs.
  const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 1, path: '1.png' }];
  await contentService.putMedia({
    ...{ library: 'site', id: 'a', name: 'a', width: 1, height: 1, variants },
    author: 'A',
    createdAt: 1,
  });
  await waitUntil(() => receiver.accepted().length === 1);
  assert.equal(receiver.requests[0]!.type, 'media.uploaded');
  isAway = false;
  await contentService.delivered();
  await waitUntil(() => receiver.accepted().length === 2);
});

test('a later event of a subject waits for the earlier one, and other subjects do not', async (t) => {
  const time = { now: Date.now() };
  const receiver = await startWebhookReceiver(t, () => time.now);
  const contentService = await start(t, { clock: () => time.now });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  // The event is rejected three times before it is accepted, and so are all later ones.
  const refusals = new Map<string, number>();
  receiver.respond = ({ id, data }) => {
    const count = refusals.get(id) ?? 0;
    refusals.set(id, count + 1);
    return data['version'] === 'slow' && count < 3 ? 500 : 204;
  };
  for (let revision = 1; revision <= 4; revision++) {
    await publish(contentService, 'slow', revision);
    await publish(contentService, 'quick', revision);
  }
  await waitUntilSettled(contentService, webhook.id, time);
  assert.deepEqual(revisionsOf(receiver.accepted(), 'quick'), [1, 2, 3, 4]);
  assert.deepEqual(revisionsOf(receiver.requests, 'slow'), [1]);
  for (let turns = 0; turns < 100 && (await pendingOf(contentService, webhook.id)).length > 0; turns++) {
    time.now += 5_000;
    await waitUntilSettled(contentService, webhook.id, time);
  }
  assert.deepEqual(revisionsOf(receiver.accepted(), 'slow'), [1, 2, 3, 4]);
  assert.deepEqual(
    revisionsOf(receiver.requests, 'slow'),
    [1, 2, 3, 4].flatMap((each) => [each, each, each, each]),
  );
});

test('after ten minutes of receiver downtime everything arrives in order, once per event id', async (t) => {
  const time = { now: Date.now() };
  const began = time.now;
  const receiver = await startWebhookReceiver(t, () => time.now);
  const contentService = await start(t, { clock: () => time.now, webhooks: { random: Math.random } });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  receiver.respond = () => (time.now < began + 10 * MINUTE ? 503 : 204);
  const versions = ['one', 'two', 'three'];
  const pass = async (milliseconds: number): Promise<void> => {
    for (const end = time.now + milliseconds; time.now < end; time.now += 10_000)
      await waitUntilSettled(contentService, webhook.id, time);
  };
  for (let revision = 1; revision <= 5; revision++) {
    for (const version of versions) await publish(contentService, version, revision);
    await pass(2 * MINUTE);
  }
  assert.equal(receiver.accepted().length, 0);
  assert.ok(time.now >= began + 10 * MINUTE);
  const attemptsWhileDown = receiver.requests.length;
  // Three subjects with about eight attempts each: the host does not retry continuously.
  assert.ok(attemptsWhileDown >= 15 && attemptsWhileDown <= 30, String(attemptsWhileDown));
  for (let turns = 0; turns < 100 && (await pendingOf(contentService, webhook.id)).length > 0; turns++)
    await pass(30_000);
  for (const version of versions) assert.deepEqual(revisionsOf(receiver.accepted(), version), [1, 2, 3, 4, 5], version);
  assert.equal(receiver.accepted().length, 15);
  assert.equal(new Set(receiver.accepted().map(({ id }) => id)).size, 15);
  // The last attempt was up to ten minutes after the first, so the next delay is up to 640 s plus jitter.
  assert.ok(time.now < began + 24 * MINUTE, 'soon after the receiver is back');
});

nodeTest('two hosts on one PostgreSQL send each delivery once, in order per subject', async (t) => {
  const place = await testStores('postgres').newStore();
  const receiver = await startWebhookReceiver(t);
  const one = await start(t, {}, place);
  // Clocks differ: a claim of the host that is ahead is not mistaken for one of a clock that was set back.
  const two = await start(t, { clock: () => Date.now() - 400 }, place);
  receiver.respond = () => sleep(15).then(() => 204);
  const { webhook } = await one.createWebhook({ library: 'site', url: receiver.url });
  const versions = Array.from({ length: 6 }, (_, index) => `v${index}`);
  for (let revision = 1; revision <= 6; revision++)
    await Promise.all(versions.map((version, index) => publish(index % 2 ? one : two, version, revision)));
  await waitUntil(async () => (await pendingOf(one, webhook.id)).length === 0);
  assert.equal(receiver.requests.length, 36);
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 36);
  for (const version of versions) assert.deepEqual(revisionsOf(receiver.requests, version), [1, 2, 3, 4, 5, 6]);
  assert.ok(receiver.maxConcurrency <= 16, String(receiver.maxConcurrency));
});

test('a host that is killed before it recorded a sent event sends it again, with the same id', async (t) => {
  const place = await setUp(t);
  const receiver = await startWebhookReceiver(t);
  const { url, file } = place.settings;
  const settings =
    file === undefined ? place.settings : { file: join(place.folder, '.feaas/feaas.db'), log: silentLog };
  const environment: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCliInProcess(place.folder, args, {
      ...environment,
      FEAAS_WEBHOOK_HOSTS: '127.0.0.1',
    });
    assert.equal(code, 0, err);
    return out;
  };
  await run('import', new URL('../starter', import.meta.url).pathname);
  const library = (await run('export', 'out')) && (await import('node:fs/promises')).readdir(join(place.folder, 'out'));
  const [id] = await library;
  await run('webhook', 'add', id!, receiver.url);
  const host = spawnCli(t, place.folder, ['start', '--port', '0', '--watch', '--library', 'out'], environment);
  receiver.respond = () => {
    host.process.kill('SIGKILL');
    return undefined;
  };
  await host.waitUntilReady();
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(place.folder, 'out', id!, 'components/welcome/responsive.html'), '<p>changed</p>');
  await host.exited;
  assert.equal(receiver.requests.length, 1);
  receiver.respond = () => 204;
  // The claim of the killed host has expired by then.
  const second = await openContentService(
    { settings, folder: join(place.folder, '.feaas') },
    { clock: () => Date.now() + 2 * MINUTE, receivers: { development: true }, webhooks: { pollInterval: 5 } },
  );
  cleanUp(t, () => second.close());
  await waitUntil(() => receiver.accepted().length > 0);
  const ids = receiver.requests.filter(({ data }) => data['component'] === 'welcome').map((each) => each.id);
  assert.equal(ids[1], ids[0]);
});

test('Retry-After is respected within limits', async (t) => {
  const time = { now: Date.now() };
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t, { clock: () => time.now });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  const cases: [string, number][] = [
    ['120', 120_000],
    ['1', 5_000],
    ['99999999', 3_600_000],
    [new Date(Math.ceil(time.now / 1000) * 1000 + 300_000).toUTCString(), 300_000],
    ['soon', 5_000],
  ];
  receiver.respond = ({ data }, response) => {
    response.setHeader('retry-after', cases[Number(data['version'])]![0]);
    return 503;
  };
  for (const index of cases.keys()) await publish(contentService, String(index), 1);
  await waitUntilSettled(contentService, webhook.id, time);
  for (const { subject, dueAt, error, status } of await pendingOf(contentService, webhook.id)) {
    const [header, wait] = cases[Number(subject.split('/')[2])]!;
    assert.ok(Math.abs(dueAt! - time.now - wait) <= 1_000, `${header}: ${dueAt! - time.now}`);
    assert.deepEqual([status, error], [503, 'answered 503']);
  }
});

nodeTest('retry delays grow to half an hour, with jitter', () => {
  assert.deepEqual(
    [0, 1, 2, 8, 9, 1000].map((attempts) => waitOf(attempts, 0, 0.5)),
    [5_000, 10_000, 20_000, 1_280_000, 1_800_000, 1_800_000],
  );
  assert.deepEqual([waitOf(0, 0, 0), waitOf(0, 0, 1)], [4_000, 6_000]);
});

test('missing responses, endless responses and redirects delay no other webhook', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const other = await startWebhookReceiver(t);
  const contentService = await start(t, { webhooks: { timeout: 300 } });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  let closed = 0;
  receiver.respond = ({ data }, response) => {
    response.once('close', () => closed++);
    if (data['version'] === 'silent') return undefined;
    if (data['version'] === 'moved') {
      response.setHeader('location', other.url);
      return 307;
    }
    response.writeHead(200);
    const more = (): void =>
      void (
        response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
      );
    more();
    return undefined;
  };
  for (const version of ['silent', 'moved', 'endless']) await publish(contentService, version, 1);
  await waitUntil(async () =>
    (await contentService.webhookDeliveries(webhook, { first: 10 })).items.every(({ attempts }) => attempts > 0),
  );
  const { items } = await contentService.webhookDeliveries(webhook, { first: 10 });
  assert.deepEqual(
    Object.fromEntries(
      items.map(({ subject, state, status, error }) => [subject.split('/')[2], [state, status, error]]),
    ),
    {
      silent: ['pending', undefined, 'no answer within 0.3 s'],
      moved: ['pending', 307, 'answered 307'],
      endless: ['delivered', 200, undefined],
    },
  );
  assert.deepEqual(other.requests, []);
  await waitUntil(() => closed >= 3);
});

test('410 disables a webhook, and waiting events are sent when it is enabled', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t);
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  receiver.respond = () => 410;
  await publish(contentService, 'responsive', 1);
  await waitUntil(async () => !(await contentService.webhooks('site'))[0]!.enabled);
  assert.equal((await contentService.webhooks('site'))[0]!.disabledReason, 'The receiver answered 410');
  const [entry] = (await contentService.auditPage({ first: 1, library: 'site', action: 'updateWebhook' })).items;
  assert.deepEqual([entry!.actor, entry!.details], ['host', { enabled: false, status: 410 }]);
  await publish(contentService, 'responsive', 2);
  assert.equal((await contentService.webhookDeliveries(webhook, { first: 10 })).items.length, 1, 'nothing is recorded');
  receiver.respond = () => 204;
  const enabled = await contentService.updateWebhook({ library: 'site', id: webhook.id, enabled: true });
  assert.deepEqual([enabled.enabled, enabled.disabledReason], [true, undefined]);
  await publish(contentService, 'responsive', 3);
  await waitUntil(() => receiver.accepted().length === 1);
  assert.deepEqual(revisionsOf(receiver.accepted(), 'responsive'), [3]);
});

test('events of a disabled webhook stay queued, and are sent to a new URL', async (t) => {
  const time = { now: Date.now() };
  const receiver = await startWebhookReceiver(t);
  const other = await startWebhookReceiver(t);
  const contentService = await start(t, { clock: () => time.now });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  const address = { library: 'site', id: webhook.id };
  receiver.respond = () => 500;
  await publish(contentService, 'responsive', 1);
  await waitUntilSettled(contentService, webhook.id, time);
  await contentService.updateWebhook({ ...address, enabled: false });
  time.now += MINUTE;
  await publish(contentService, 'responsive', 2);
  const { webhook: second } = await contentService.createWebhook({ library: 'site', url: other.url });
  await publish(contentService, 'other', 1);
  await waitUntil(() => other.accepted().length === 1);
  assert.equal(receiver.requests.length, 1);
  await contentService.deleteWebhook(second);
  await contentService.updateWebhook({ ...address, url: other.url, enabled: true });
  await waitUntil(() => other.accepted().length === 2);
  assert.deepEqual(revisionsOf(other.accepted(), 'responsive'), [1]);
});

test('the host gives up after 24 hours, keeps the delivery, and replays only that one', async (t) => {
  const time = { now: Date.now() };
  const began = time.now;
  const receiver = await startWebhookReceiver(t, () => time.now);
  const contentService = await start(t, { clock: () => time.now });
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  const address = { library: 'site', id: webhook.id };
  receiver.respond = ({ data }) => (data['revision'] === 1 ? 500 : 204);
  await publish(contentService, 'responsive', 1);
  await publish(contentService, 'responsive', 2);
  for (let hours = 0; hours < 300 && (await pendingOf(contentService, webhook.id)).length > 0; hours++) {
    await waitUntilSettled(contentService, webhook.id, time);
    time.now += 5 * MINUTE;
  }
  const attempts = receiver.requests.filter(({ data }) => data['revision'] === 1);
  assert.ok(attempts.length > 50 && attempts.length < 70, String(attempts.length));
  const last = attempts.at(-1)!.at - began;
  assert.ok(last >= DAY && last <= DAY + 10 * MINUTE, String(last / MINUTE));
  assert.deepEqual(revisionsOf(receiver.accepted(), 'responsive'), [2], 'the next one has its turn then');
  const [failed] = (await contentService.webhookDeliveries(address, { first: 10, state: 'failed' })).items;
  assert.deepEqual([failed!.status, failed!.error, failed!.attempts], [500, 'answered 500', attempts.length]);
  receiver.respond = () => 204;
  receiver.requests.length = 0;
  await contentService.replayWebhookDelivery(address, failed!.event);
  await waitUntil(() => receiver.accepted().length === 1);
  await waitUntilSettled(contentService, webhook.id, time);
  assert.deepEqual(
    receiver.requests.map(({ id }) => id),
    [failed!.event],
  );
  await assert.rejects(contentService.replayWebhookDelivery(address, 'msg_none'), NotFoundError);
});

test('both secrets sign for a day after a rotation, unless the earlier one is revoked', async (t) => {
  const time = { now: Date.now() };
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t, { clock: () => time.now });
  const first = await contentService.createWebhook({ library: 'site', url: receiver.url });
  const address = { library: 'site', id: first.webhook.id };
  const known: Record<string, string> = { first: first.secret };
  const signers = async (): Promise<string[]> => {
    await contentService.testWebhook(address);
    const { body, headers } = receiver.requests.at(-1)!;
    const signatures = String(headers['webhook-signature']).split(' ');
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const found = Object.entries(known).filter(([, secret]) =>
      signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
    );
    assert.equal(found.length, signatures.length);
    return found.map(([name]) => name);
  };
  const second = await contentService.rotateWebhookSecret(address);
  known['second'] = second.secret;
  assert.equal(second.webhook.previousSecretUntil, time.now + DAY);
  assert.deepEqual(await signers(), ['first', 'second']);
  assert.equal((await contentService.webhooks('site'))[0]!.previousSecretUntil, time.now + DAY);
  time.now += DAY;
  // Before any write: a cached result would not depend on the time.
  assert.equal((await contentService.webhooks('site'))[0]!.previousSecretUntil, undefined);
  assert.deepEqual(await signers(), ['second']);
  assert.equal((await contentService.webhooks('site'))[0]!.previousSecretUntil, undefined);
  const third = await contentService.rotateWebhookSecret(address, { revoke: true });
  known['third'] = third.secret;
  assert.deepEqual(await signers(), ['third']);
  const audit = JSON.stringify((await contentService.auditPage({ first: 20, library: 'site' })).items);
  const listed = JSON.stringify(await contentService.webhooks('site'));
  for (const { secret } of [first, second, third])
    for (const text of [audit, listed]) assert.ok(!text.includes(secret));
});

test('no event is sent to a private address, whatever its host name', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const { port } = new URL(receiver.url);
  const addresses = new Map([
    ['inside.example', '10.0.0.1'],
    ['metadata.example', '169.254.169.254'],
    ['here.example', '127.0.0.1'],
    ['hooks.internal', '127.0.0.1'],
  ]);
  const lookup = async (hostname: string) => [{ address: addresses.get(hostname) ?? '127.0.0.1', family: 4 }];
  const contentService = await start(t, { receivers: { hosts: ['hooks.internal'], lookup } });
  const refused = [
    ...['', 'hooks', 'ftp://hooks.example/', 'http://hooks.example/', 'https://user:secret@hooks.example/'],
    ...['https://127.0.0.1/', 'https://localhost/', 'https://a.localhost/', 'https://[::1]/', 'https://10.1.2.3/'],
    ...['https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/latest'],
    ...[
      'https://hooks.example:8443/',
      'https://hooks.example/#x',
      receiver.url,
      `https://hooks.example/${'x'.repeat(2000)}`,
    ],
  ];
  for (const url of refused) {
    await assert.rejects(contentService.createWebhook({ library: 'site', url }), (error: unknown) => {
      assert.ok(error instanceof BadInputError, url);
      assert.equal(error.argument, 'url');
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
  for (const name of ['inside.example', 'metadata.example', 'here.example']) {
    const { webhook } = await contentService.createWebhook({ library: 'site', url: `https://${name}/` });
    const { delivery } = await contentService.testWebhook(webhook);
    assert.deepEqual([delivery.state, delivery.error], ['failed', 'the address is not allowed'], name);
    await assert.rejects(contentService.updateWebhook({ ...webhook, url: 'https://10.0.0.1/' }), BadInputError);
  }
  const allowed = await contentService.createWebhook({ library: 'site', url: `http://hooks.internal:${port}/x` });
  const { delivery, milliseconds } = await contentService.testWebhook(allowed.webhook);
  assert.deepEqual([delivery.state, delivery.status, delivery.type], ['delivered', 204, 'webhook.test']);
  assert.ok(milliseconds >= 0 && milliseconds < 15_000);
  assert.equal(receiver.requests.length, 1);
  await contentService.close();
});

test('a library has 20 webhooks at most, also with concurrent creations', async (t) => {
  const contentService = await start(t);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => contentService.createWebhook({ library: 'site', url: 'https://hooks.example/' })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20);
  assert.equal((await contentService.webhooks('site')).length, 20);
  for (const result of results)
    if (result.status === 'rejected') assert.match(String(result.reason), /has 20 webhooks, and may have no more/);
  await assert.rejects(contentService.createWebhook({ library: 'none', url: 'https://hooks.example/' }), NotFoundError);
  await assert.rejects(
    contentService.createWebhook({ library: 'site', url: 'https://hooks.example/', events: ['webhook.test' as never] }),
    BadInputError,
  );
});

test('the delivery log is removed after 30 days, and with its library', async (t) => {
  const place = await setUp(t);
  const receiver = await startWebhookReceiver(t);
  const database = await openDatabase(place.settings);
  const contentService = await openWith(t, database, place.folder);
  await makeLibrary(contentService, 'site');
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  await publish(contentService, 'responsive', 1);
  await contentService.testWebhook(webhook);
  assert.deepEqual(await deliveriesByState(database), { pending: 1, delivered: 1, failed: 0 });
  await removeOld(database, Date.now() + 29 * DAY);
  assert.equal((await contentService.webhookDeliveries(webhook, { first: 10 })).items.length, 2);
  await removeOld(database, Date.now() + 31 * DAY);
  assert.equal((await contentService.webhookDeliveries(webhook, { first: 10 })).items.length, 0);
  await publish(contentService, 'responsive', 2);
  await contentService.deleteLibrary('site');
  await waitUntil(async () => (await contentService.openDeletions()).length === 0);
  const events = await database.read.selectFrom('webhook_events').select('type').execute();
  assert.deepEqual(events, [{ type: 'library.deleted' }]);
  assert.deepEqual(await deliveriesByState(database), { pending: 1, delivered: 0, failed: 0 });
});

test('the deletion of a library is an event, sent once its content is deleted; then nothing of the webhook is left', async (t) => {
  const place = await setUp(t);
  const receiver = await startWebhookReceiver(t);
  const other = await startWebhookReceiver(t);
  const database = await openDatabase(place.settings);
  const blobs = createFolderBlobs(join(place.folder, 'blobs'));
  const contentService = await openWith(t, database, place.folder, { blobs, webhooks: { pollInterval: 5 } });
  await makeLibrary(contentService, 'site');
  const { secret } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  await contentService.createWebhook({ library: 'site', url: other.url, events: ['component.deleted'] });
  const off = await contentService.createWebhook({ library: 'site', url: other.url });
  await contentService.updateWebhook({ library: 'site', id: off.webhook.id, enabled: false });
  await publish(contentService, 'responsive', 1);
  await waitUntil(() => receiver.accepted().length === 1);
  const found: unknown[] = [];
  receiver.respond = async ({ type }) => {
    const blob = await blobs.get('components/site/hero/responsive/published.html');
    found.push([type, (await contentService.openDeletions()).length, blob?.bytes.length ?? 0]);
    return 204;
  };
  await contentService.deleteLibrary('site');
  await waitUntil(() => receiver.accepted().length === 2);
  assert.deepEqual(found, [['library.deleted', 0, 0]]);
  const { body, headers } = receiver.requests[1]!;
  const { type, data } = new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedWebhook;
  assert.deepEqual([type, data], ['library.deleted', { library: 'site', tags: ['feaas', 'feaas-site'], paths: [] }]);
  for (const table of ['webhooks', 'webhook_deliveries'] as const)
    await waitUntil(async () => !(await database.read.selectFrom(table).selectAll().execute()).length);
  assert.deepEqual(other.requests, []);
});

test('a pending event of a deleted library is kept for a day, and its webhook gets no events of a new library with the same id', async (t) => {
  const time = { now: Date.now() };
  const place = await setUp(t);
  const receiver = await startWebhookReceiver(t, () => time.now);
  const database = await openDatabase(place.settings);
  const sending = { clock: () => time.now, webhooks: { pollInterval: 5, random: () => 0.5 } };
  const contentService = await openWith(t, database, place.folder, sending);
  await makeLibrary(contentService, 'site');
  const { webhook } = await contentService.createWebhook({ library: 'site', url: receiver.url });
  receiver.respond = () => 503;
  await publish(contentService, 'responsive', 1);
  await waitUntilSettled(contentService, webhook.id, time);
  const began = time.now;
  await contentService.deleteLibrary('site');
  await waitUntil(async () => (await contentService.openDeletions()).length === 0);
  await makeLibrary(contentService, 'site');
  assert.deepEqual(await contentService.webhooks('site'), []);
  await assert.rejects(contentService.rotateWebhookSecret(webhook), NotFoundError);
  await publish(contentService, 'mobile', 1);
  const rowsOf = (table: 'webhooks' | 'webhook_deliveries') => database.read.selectFrom(table).selectAll().execute();
  for (; time.now < began + 23 * 60 * MINUTE; time.now += 20 * MINUTE)
    await waitUntilSettled(contentService, webhook.id, time);
  const types = receiver.requests.slice(1).map((request) => request.type);
  assert.deepEqual([...new Set(types)], ['library.deleted'], 'neither what was open before, nor what came after');
  assert.ok(types.length > 20, String(types.length));
  assert.equal((await rowsOf('webhooks')).length, 1);
  time.now = began + DAY + 60 * MINUTE;
  for (const table of ['webhooks', 'webhook_deliveries'] as const)
    await waitUntil(async () => (await rowsOf(table)).length === 0);
});

/** A host on a database that the test reads; without options, it sends nothing by itself. */
async function openWith(
  t: TestContext,
  database: ContentServiceOptions['database'],
  folder: string,
  options: Partial<ContentServiceOptions> = {},
) {
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const contentService = createContentService({
    ...{ database, blobs, log: silentLog, receivers: { development: true } },
    ...options,
  });
  cleanUp(t, () => contentService.close());
  return contentService;
}

test('administrators manage webhooks over GraphQL, page by page, with audit entries', async (t) => {
  const { execute, secrets, contentService } = await startGraphQLHost(t);
  const as = secrets.admin;
  const done = async (query: string) => {
    const { json, text } = await execute(query, { token: as });
    assert.equal(json.errors, undefined, text);
    return json.data;
  };
  const made = (
    await done(`mutation { createWebhook(library: "demo", url: "https://hooks.invalid/a", events: [COMPONENT_PUBLISHED, MEDIA_DELETED]) {
      secret webhook { id library url events enabled disabledReason previousSecretUntil } } }`)
  ).createWebhook;
  assert.match(made.secret, /^whsec_/);
  const { id, ...rest } = made.webhook;
  assert.deepEqual(rest, {
    ...{ library: 'demo', url: 'https://hooks.invalid/a', events: ['COMPONENT_PUBLISHED', 'MEDIA_DELETED'] },
    ...{ enabled: true, disabledReason: null, previousSecretUntil: null },
  });
  for (let count = 1; count <= 3; count++)
    await contentService.step(
      'publish',
      { library: 'demo', component: 'hero', version: 'responsive' },
      writeOptions(2),
    );
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: { items: { event: string; webhook: string; type: string; state: string }[]; next: string | null } = (
      await done(
        `{ webhookDeliveries(library: "demo", webhook: "${id}", state: PENDING, first: 2${after === null ? '' : `, after: "${after}"`}) { items { event webhook type state attempts dueAt status error at deliveredAt } next } }`,
      )
    ).webhookDeliveries;
    for (const item of page.items)
      assert.deepEqual([item.webhook, item.type, item.state], [id, 'COMPONENT_PUBLISHED', 'PENDING']);
    seen.push(...page.items.map(({ event }) => event));
    after = page.next;
  } while (after !== null);
  assert.equal(new Set(seen).size, 3);
  await done(`mutation { replayWebhookDelivery(webhook: "${id}", event: "${seen[0]}") { state } }`);
  const updated = await done(
    `mutation { updateWebhook(id: "${id}", enabled: false, events: [STYLESHEET_PUBLISHED]) { enabled events url } }`,
  );
  assert.deepEqual(updated.updateWebhook, {
    ...{ enabled: false, events: ['STYLESHEET_PUBLISHED'], url: 'https://hooks.invalid/a' },
  });
  const rotated = await done(
    `mutation { rotateWebhookSecret(id: "${id}") { secret webhook { previousSecretUntil } } }`,
  );
  assert.notEqual(rotated.rotateWebhookSecret.secret, made.secret);
  const { testWebhook } = await done(
    `mutation { testWebhook(id: "${id}") { milliseconds delivery { state error type } } }`,
  );
  assert.deepEqual([testWebhook.delivery.state, testWebhook.delivery.type], ['FAILED', 'WEBHOOK_TEST']);
  assert.match(testWebhook.delivery.error, /^no answer/);
  await done(`mutation { createWebhook(library: "demo", url: "https://hooks.invalid/b") { secret } }`);
  const [first] = (await done('{ webhooks(library: "demo", first: 1) { id } }')).webhooks;
  const [second] = (await done(`{ webhooks(library: "demo", after: "${first.id}") { id url } }`)).webhooks;
  assert.deepEqual([first.id, second.url], [id, 'https://hooks.invalid/b']);
  assert.equal((await done(`mutation { deleteWebhook(id: "${id}") }`)).deleteWebhook, id);
  const { audit } = await done('{ audit(library: "demo", first: 10) { items { action subject actorName address } } }');
  const entries = (audit.items as { action: string; subject: string; actorName: string; address: string | null }[])
    .filter(({ subject }) => subject === id)
    .reverse();
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['CREATE_WEBHOOK', 'REPLAY_WEBHOOK', 'UPDATE_WEBHOOK', 'ROTATE_WEBHOOK_SECRET', 'TEST_WEBHOOK', 'DELETE_WEBHOOK'],
  );
  assert.ok(entries.every(({ actorName, address }) => actorName === 'the admin' && address === '127.0.0.1'));
  const wrong = async (query: string) =>
    (await execute(query, { token: as })).json.errors?.[0].extensions.code as string;
  assert.equal(
    await wrong('mutation { createWebhook(library: "demo", url: "http://127.0.0.1/") { secret } }'),
    'BAD_USER_INPUT',
  );
  assert.equal(
    await wrong('mutation { createWebhook(library: "other", url: "https://hooks.invalid/") { secret } }'),
    'FORBIDDEN',
  );
  assert.equal(await wrong(`{ webhookDeliveries(library: "demo", webhook: "other/wh_1") { next } }`), 'BAD_USER_INPUT');
  assert.equal(await wrong('{ webhooks(library: "demo", first: 101) { id } }'), 'BAD_USER_INPUT');
  // The cursor entry is deleted, so the position to continue from is unknown.
  assert.equal(await wrong(`{ webhooks(library: "demo", after: "${id}") { id } }`), 'BAD_USER_INPUT');
  assert.equal(await wrong('{ tokens(library: "demo", after: "nope") { id } }'), 'BAD_USER_INPUT');
  const [token, ...others] = (await done('{ tokens(library: "demo") { id } }')).tokens;
  assert.deepEqual((await done(`{ tokens(library: "demo", after: "${token.id}") { id } }`)).tokens, others);
  assert.equal(await wrong(`mutation { deleteWebhook(id: "${id}") }`), 'NOT_FOUND');
});

test('the CLI manages webhooks, through the running host or without one', async (t) => {
  const { folder, settings } = await setUp(t);
  const receiver = await startWebhookReceiver(t);
  const environment: Record<string, string> = {
    FEAAS_WEBHOOK_HOSTS: '127.0.0.1',
    ...(settings.url === undefined ? {} : { DATABASE_URL: settings.url }),
  };
  const run = async (...args: string[]) => runCliInProcess(folder, args, environment);
  const out = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    assert.equal(code, 0, err);
    return out;
  };
  await out('import', new URL('../library', import.meta.url).pathname);
  const added = await run('webhook', 'add', 'aurora', receiver.url, '--events', 'component.published,media.deleted');
  assert.match(added.out, /^whsec_\S+\n$/);
  const id = /^(aurora\/wh_[\da-f]+): the secret/m.exec(added.err)![1]!;
  const line = `${id}  enabled  ${receiver.url}  component.published,media.deleted\n`;
  assert.equal(await out('webhook', 'list', 'aurora'), line);
  assert.match(await out('webhook', 'test', id), /^msg_\S+: answered 204 after \d+ ms\n$/);
  const [test] = receiver.requests;
  new Webhook(added.out.trim()).verify(test!.body, test!.headers as Record<string, string>);

  const host = spawnCli(t, folder, ['start', '--port', '0'], environment);
  await host.waitUntilReady();
  receiver.respond = () => 500;
  const refused = await run('webhook', 'test', id);
  assert.equal(refused.code, 1);
  assert.match(refused.out, /^(msg_\S+): answered 500 after \d+ ms\n$/);
  if (settings.url === undefined) assert.match(refused.err, /through the host that runs on/);
  receiver.respond = () => 204;
  const failed = await out('webhook', 'deliveries', id, '--state', 'failed');
  const event = refused.out.split(':')[0]!;
  assert.match(failed, new RegExp(`^${event}  \\S+Z  failed  1 attempts  webhook.test  ${id}  answered 500\n$`));
  receiver.requests.length = 0;
  assert.equal(await out('webhook', 'replay', id, event), `the host sends ${event} to ${id} again\n`);
  await waitUntil(() => receiver.accepted().length === 1);
  assert.equal(receiver.requests[0]!.id, event);
  await waitUntil(async () => (await out('webhook', 'deliveries', id, '--state', 'failed')) === '');
  assert.equal((await out('webhook', 'deliveries', id)).split('\n').length, 3);
  assert.equal(await out('webhook', 'disable', id), `disabled ${id}\n`);
  assert.match(await out('webhook', 'list', 'aurora'), / {2}disabled {2}/);
  assert.equal(await out('webhook', 'enable', id), `enabled ${id}\n`);
  assert.match((await run('webhook', 'rotate', id, '--revoke')).out, /^whsec_/);
  assert.equal(await out('webhook', 'remove', id), `removed ${id}\n`);
  assert.equal(await out('webhook', 'list', 'aurora'), '');
  for (const [args, message] of [
    [['make', 'aurora'], /'webhook' takes add, .*, not 'make'; the nearest is/],
    [['add', 'aurora'], /'webhook add' needs an address. Add it\./],
    [['list', 'none'], /there is no library 'none'/],
    [['list', 'aurora', 'x'], /'webhook list' takes no further argument, but got 'x'/],
    [['remove', id], /there is no webhook/],
    [['test', 'aurora'], /'aurora' is no id of a webhook/],
    [['list', 'aurora', '--revoke'], /--revoke is an option of 'webhook rotate'/],
    [['add', 'aurora', 'https://hooks.example/', '--events', 'x'], /--events must be one of component\.published/],
    [['add', 'aurora', 'http://10.0.0.1/'], /url must begin with https/],
  ] as const) {
    const { code, err } = await run('webhook', ...args);
    assert.equal(code, 1);
    assert.match(err, message);
  }
  const secrets = [added.out.trim()];
  for (const secret of secrets) assert.ok(!(host.output.out + host.output.err).includes(secret));
});

test('a published release sends an event for each item, in one transaction', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const contentService = await start(t);
  const small = { ...HERO, version: 'small' };
  await contentService.save(HERO, '<p>1</p>', writeOptions(0));
  await publish(contentService, 'small', 1);
  await contentService.createWebhook({ library: 'site', url: receiver.url });
  const items = [
    { ...HERO, revision: 1 },
    { ...small, revision: null },
  ];
  const actor = { name: 'Ann', id: 'token-ann' };
  const release = await contentService.saveRelease({ library: 'site', id: 'spring', name: 'Spring', items }, 0, actor);
  await contentService.publishRelease('site', 'spring', release.revision, actor);
  await waitUntil(() => receiver.requests.length === 2);
  assert.deepEqual(
    receiver.requests.map(({ type, data }) => `${type} ${String(data['version'])} ${String(data['revision'])}`).sort(),
    ['component.published responsive 1', 'component.unpublished small 1'],
  );
});

test('a release of 200 items is published in a library with 20 webhooks', async (t) => {
  const contentService = await start(t, { webhooks: { pollInterval: 60_000 } });
  for (let at = 0; at < 20; at++)
    await contentService.createWebhook({ library: 'site', url: `https://hooks.example/${at}` });
  const items = Array.from({ length: 200 }, (_, at) => ({ ...HERO, version: `v${at}`, revision: 1 }));
  for (const { revision, ...address } of items)
    await contentService.save(address, '<p>1</p>', writeOptions(revision - 1));
  const actor = { name: 'Ann', id: 'token-ann' };
  await contentService.saveRelease({ library: 'site', id: 'spring', name: 'Spring', items }, 0, actor);
  assert.equal((await contentService.publishRelease('site', 'spring', 1, actor)).state, 'published');
  for (const { id } of await contentService.webhooks('site')) {
    const told = new Set<string>();
    let after: string | undefined;
    do {
      const page = await contentService.webhookDeliveries({ library: 'site', id }, { first: 100, after });
      for (const { subject } of page.items) told.add(subject);
      after = page.next ?? undefined;
    } while (after !== undefined);
    assert.equal(told.size, 200);
  }
});

test('a direct publication, a release and a schedule send the same event, and purge the same', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const { settings, folder } = await setUp(t);
  const database = await openDatabase(settings);
  const { target, asked, release } = heldTarget();
  release();
  const purges = createPurgeQueue({ database, target, log: silentLog });
  const time = { now: Date.now() };
  const contentService = createContentService({
    ...{ database, purges, log: silentLog, blobs: folderBlobsOf({ settings, folder }), clock: () => time.now },
    ...{ receivers: { development: true }, webhooks: { pollInterval: 5 }, scheduleInterval: 5 },
  });
  cleanUp(t, () => contentService.close());
  await makeLibrary(contentService, 'site');
  await contentService.save(HERO, '<p>1</p>', writeOptions(0));
  await contentService.createWebhook({ library: 'site', url: receiver.url });
  const { actor } = writeOptions(0);
  const item = { ...HERO, revision: 1 };
  const saved = await contentService.saveRelease({ library: 'site', id: 'r', name: 'R', items: [item] }, 0, actor);
  const ways = [
    () => contentService.step('publish', HERO, writeOptions(1)),
    () => contentService.publishRelease('site', 'r', saved.revision, actor),
    async () => {
      await contentService.addSchedule({ kind: 'publish', address: HERO, revision: 1 }, { at: time.now + 1 }, actor);
      time.now += 2;
    },
  ];
  const results: unknown[] = [];
  for (const [index, publishIt] of ways.entries()) {
    asked.length = 0;
    await publishIt();
    await waitUntil(() => receiver.accepted().length === index + 1);
    const { type, data } = receiver.accepted().at(-1)!;
    results.push({ type, data, purged: [...new Set(asked)].sort() });
  }
  assert.deepEqual(results[1], results[0]);
  assert.deepEqual(results[2], results[0]);
  const keys = ['components/site/hero/responsive/1.html', 'components/site/hero/responsive/published.html'];
  assert.deepEqual((results[0] as { purged: unknown }).purged, keys);
});
