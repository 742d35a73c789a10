/** Schedules and releases: when they run, their results if the subject has changed, and atomicity. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import onEachDatabase from './support/each-database.js';
import { databaseForTest } from './support/test-database.js';
import { writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentService } from '../src/content/content-service.js';
import type { VersionAddress } from '../src/content/model.js';
import type { Schedule, ScheduleSubject } from '../src/content/schedule.js';
import type { ReleaseItem } from '../src/content/release.js';
import { styleAddress } from '../src/content/addresses.js';
import { trimHistories } from '../src/content/entries/history-retention.js';
import { recomputeDueTimes } from '../src/content/schedules/due-jobs.js';
import { resetFork } from '../src/cli/forks/reset.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import type { DatabaseSettings } from '../src/db/database.js';
import { insertInChunks } from '../src/db/insert-in-chunks.js';
import type { ReleaseRow, ScheduledJobRow } from '../src/db/schema.js';
import { type ContentValidator, inlineValidator } from '../src/validation/content-validator.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ANN = { name: 'Ann', id: 'token-ann' };
const EMPTY_CSS = { css: '', themes: [], breakpoints: [] };

interface ScheduleSetup {
  readonly contentService: Awaited<ReturnType<typeof openContentService>>;
  readonly settings: DatabaseSettings;
  readonly folder: string;
  readonly time: { now: number };
  readonly hero: VersionAddress;
  /** Saves a new revision of a version of the library. */
  save(address: VersionAddress, view: string): Promise<number>;
  publishAt(subject: VersionAddress, revision: number, minutes: number): Promise<Schedule>;
  /** Waits until no due schedule is pending. */
  ran(): Promise<void>;
}

async function start(
  t: TestContext,
  library = 'demo',
  {
    time = { now: Date.UTC(2026, 2, 1) },
    ...more
  }: Parameters<typeof openContentService>[1] & { time?: { now: number } } = {},
): Promise<ScheduleSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-schedules-'));
  const settings = { ...(await databaseForTest(t))!, log: silentLog };
  const options = { clock: () => time.now, scheduleInterval: 5, ...more };
  const contentService = await openContentService({ settings, folder }, options);
  cleanUp(t, async () => {
    await contentService.close();
    await rm(folder, { recursive: true, force: true });
  });
  const hero = await makeLibrary(contentService, library);
  return {
    ...{ contentService, settings, folder, time, hero },
    async save(address, view) {
      const [found] = await contentService.versions([address]);
      return (await contentService.save(address, view, writeOptions(found?.revision ?? 0))).revision;
    },
    publishAt: (address, revision, minutes) =>
      contentService.addSchedule({ kind: 'publish', address, revision }, { at: time.now + minutes * MINUTE }, ANN),
    async ran() {
      await waitUntil(async () => {
        const { items } = await contentService.schedules(library, { first: 100, state: 'pending' });
        return !items.some(({ dueAt }) => dueAt <= time.now);
      });
    },
  };
}

const publishedOf = async (contentService: ContentService, address: VersionAddress): Promise<number | null> =>
  (await contentService.versions([address]))[0]!.published;

const auditOf = async (contentService: ContentService, library = 'demo') =>
  (await contentService.auditPage({ first: 100, library })).items.map(
    ({ action, subject, actor, actorName, details }) => ({
      ...{ action, subject, actor, actorName, details },
    }),
  );

onEachDatabase('schedules of the same time run in the order of their creation', async (t) => {
  const { contentService, hero, save, publishAt, time, ran } = await start(t);
  const addresses = Array.from({ length: 8 }, (_, index) => ({ ...hero, version: `v${index}` }));
  for (const address of addresses) {
    for (const view of ['<p>1</p>', '<p>2</p>', '<p>3</p>']) await publishAt(address, await save(address, view), 1);
  }
  time.now += MINUTE;
  await ran();
  for (const address of addresses) assert.equal(await publishedOf(contentService, address), 3, address.version);
});

onEachDatabase('no publication is recorded for a time before its schedule, also if a clock is set back', async (t) => {
  const time = { now: Date.UTC(2026, 2, 1) };
  let setBack = 0;
  // The check happens after the schedule was found to be due, and before it runs.
  const validator: ContentValidator = {
    ...inlineValidator,
    markup(...args) {
      time.now -= setBack;
      return inlineValidator.markup(...args);
    },
  };
  const { contentService, hero, save } = await start(t, 'demo', { time, validator });
  await save(hero, '<p>1</p>');
  const at = time.now + 60 * MINUTE;
  const added = await contentService.addSchedule({ kind: 'publish', address: hero, revision: 1 }, { at }, ANN);
  setBack = 30 * MINUTE;
  time.now = at;
  await waitUntil(async () => (await contentService.schedule(added.id))!.state === 'done');
  assert.equal(time.now, at - setBack);
  assert.equal((await contentService.schedule(added.id))!.finishedAt, at);
  const { items } = await contentService.auditPage({ first: 100, library: 'demo' });
  assert.deepEqual(
    items.filter(({ action }) => action === 'publish').map((entry) => entry.at),
    [at],
  );
  assert.equal((await contentService.versions([hero]))[0]!.modifiedAt, at);
});

onEachDatabase('a schedule publishes the pinned revision at its time, once, and not before', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  await save(hero, '<p>1</p>');
  const schedule = await publishAt(hero, 1, 60);
  assert.equal(schedule.state, 'pending');
  await save(hero, '<p>2</p>');
  time.now += 59 * MINUTE;
  await sleep(50);
  assert.equal(await publishedOf(contentService, hero), null);
  time.now += MINUTE;
  await ran();
  assert.equal(await publishedOf(contentService, hero), 1);
  await contentService.delivered();
  const blob = await contentService.blobs.get('components/demo/hero/responsive/published.html');
  assert.equal(blob!.bytes.toString(), '<p>1</p>');
  assert.equal(
    (await contentService.blobs.get('components/demo/hero/responsive/1.html'))!.bytes.toString(),
    '<p>1</p>',
  );
  const done = await contentService.schedule(schedule.id);
  assert.deepEqual([done!.state, done!.finishedAt, done!.error], ['done', time.now, null]);
  const entries = await auditOf(contentService);
  const run = entries.filter(({ action }) => action === 'publish');
  assert.deepEqual(run, [
    {
      ...{ action: 'publish', subject: 'demo/hero/responsive', actor: 'schedule', actorName: 'Ann' },
      details: { revision: 1, schedule: schedule.id, scheduledBy: 'token-ann' },
    },
  ]);
  assert.equal(entries.filter(({ action }) => action === 'schedule').length, 1);
  assert.deepEqual(await contentService.check(), []);
});

onEachDatabase(
  'a clock that is set back runs no schedule again, and one that is set forward runs each once',
  async (t) => {
    const { contentService, time, hero, save, publishAt, ran } = await start(t);
    await save(hero, '<p>1</p>');
    await save(hero, '<p>2</p>');
    await publishAt(hero, 1, 10);
    await publishAt(hero, 2, 20);
    time.now += 10 * MINUTE;
    await ran();
    assert.equal(await publishedOf(contentService, hero), 1);
    await contentService.step('unpublish', hero, writeOptions(2));
    time.now -= 5 * MINUTE;
    await sleep(50);
    time.now += 5 * MINUTE;
    await sleep(50);
    assert.equal(await publishedOf(contentService, hero), null, 'it ran again');
    time.now += 365 * DAY;
    await ran();
    assert.equal(await publishedOf(contentService, hero), 2);
    const publications = (await auditOf(contentService)).filter(({ action }) => action === 'publish');
    assert.equal(publications.length, 2);
  },
);

onEachDatabase('missed schedules run in the order of their times', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  const expected: number[] = [];
  for (let number = 1; number <= 20; number++) expected.push(await save(hero, `<p>${number}</p>`));
  // Added in a different order than their times.
  for (const number of [...expected].reverse()) await publishAt(hero, number, number);
  await contentService.addSchedule({ kind: 'unpublish', address: hero }, { at: time.now + 21 * MINUTE }, ANN);
  time.now += DAY;
  await ran();
  const ran20 = (await auditOf(contentService)).filter(({ actor }) => actor === 'schedule').reverse();
  // Entries of the same millisecond have no order: the last state shows which came last.
  assert.equal(ran20.length, 21);
  assert.equal(await publishedOf(contentService, hero), null);
});

onEachDatabase(
  'a schedule fails with a reason and an audit entry if its version was deleted or its revision is missing',
  async (t) => {
    const { contentService, time, hero, save, publishAt, ran } = await start(t);
    const other = { ...hero, version: 'other' };
    await save(hero, '<p>1</p>');
    await save(other, '<p>1</p>');
    await assert.rejects(() => publishAt(hero, 7, 1), /'demo\/hero\/responsive' has no revision 7\./);
    await assert.rejects(() => publishAt({ ...hero, version: 'none' }, 1, 1), /There is no version/);
    const deleted = await publishAt(hero, 1, 1);
    const alone = await publishAt(other, 1, 1);
    await contentService.step('delete', hero, writeOptions(1));
    await assert.rejects(() => publishAt(hero, 1, 5), /Someone deleted the version/);
    time.now += MINUTE;
    await ran();
    const failed = (await contentService.schedule(deleted.id))!;
    assert.equal(failed.state, 'failed');
    assert.match(failed.error!, /^Someone deleted the version 'demo\/hero\/responsive': restore it first\.$/);
    const [entry] = (await auditOf(contentService)).filter(({ action }) => action === 'failSchedule');
    assert.equal(entry!.details['schedule'], deleted.id);
    assert.equal(entry!.details['scheduledBy'], 'token-ann');
    // It makes no other schedule fail.
    assert.equal((await contentService.schedule(alone.id))!.state, 'done');
    assert.equal(await publishedOf(contentService, other), 1);
  },
);

onEachDatabase('a schedule publishes its revision if the version was unpublished or the fork was reset', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  await save(hero, '<p>original</p>');
  const address = { ...hero, version: 'home' };
  await contentService.fork(hero, 'home', writeOptions(0));
  await save(address, '<p>fork</p>');
  const schedules = [];
  for (const each of [hero, address]) {
    const [{ revision } = { revision: 0 }] = await contentService.versions([each]);
    await contentService.step('publish', each, writeOptions(revision));
    schedules.push(await publishAt(each, revision, 1));
  }
  await contentService.step('unpublish', hero, writeOptions(1));
  const { items } = await contentService.forks('demo', { first: 10 });
  await resetFork(contentService, items[0]!, ANN);
  assert.deepEqual([await publishedOf(contentService, hero), await publishedOf(contentService, address)], [null, null]);
  time.now += MINUTE;
  await ran();
  for (const { id } of schedules) assert.equal((await contentService.schedule(id))!.state, 'done');
  assert.deepEqual([await publishedOf(contentService, hero), await publishedOf(contentService, address)], [1, 2]);
});

onEachDatabase('every step that makes content public validates against current settings: a schedule too', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  const embed = '<div data-embed-src="https://widgets.example/a.js"></div>';
  await contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { embeds: ['https://widgets.example/'] } });
  await save(hero, embed);
  const schedule = await publishAt(hero, 1, 1);
  await contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { embeds: [] } });
  await assert.rejects(() => publishAt(hero, 1, 2), /can not be published: In 'demo\/hero\/responsive', revision 1:/);
  time.now += MINUTE;
  await ran();
  assert.equal((await contentService.schedule(schedule.id))!.state, 'failed');
  assert.match((await contentService.schedule(schedule.id))!.error!, /data-embed-src is not allowed/);
  assert.equal(await publishedOf(contentService, hero), null);
});

onEachDatabase('a canceled schedule does not run, and one that has run cannot be canceled', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  await save(hero, '<p>1</p>');
  const canceled = await publishAt(hero, 1, 1);
  const run = await publishAt(hero, 1, 2);
  assert.equal((await contentService.cancelSchedule(canceled.id, ANN)).state, 'canceled');
  assert.equal((await contentService.cancelSchedule(canceled.id, ANN)).state, 'canceled');
  time.now += MINUTE;
  await sleep(50);
  assert.equal(await publishedOf(contentService, hero), null);
  time.now += MINUTE;
  await ran();
  assert.equal(await publishedOf(contentService, hero), 1);
  await assert.rejects(
    () => contentService.cancelSchedule(run.id, ANN),
    /You can cancel pending schedules only, but '[\da-f]{16}' is done\./,
  );
  await assert.rejects(() => contentService.cancelSchedule('0123456789abcdef', ANN), /There is no schedule/);
});

onEachDatabase('a concurrent cancellation and run of a schedule have exactly one winner', async (t) => {
  const { contentService, time, hero, save, publishAt, ran } = await start(t);
  await save(hero, '<p>0</p>');
  const outcomes = { canceled: 0, done: 0 };
  for (let round = 0; round < 40; round++) {
    const version = { ...hero, version: `v${round}` };
    await save(version, '<p>1</p>');
    const { id } = await publishAt(version, 1, 1);
    time.now += MINUTE;
    // Before or after the next check of the worker.
    await sleep((round % 8) * 2);
    const wasCanceled = await contentService.cancelSchedule(id, ANN).then(
      () => true,
      () => false,
    );
    await ran();
    const state = (await contentService.schedule(id))!.state;
    assert.equal(state, wasCanceled ? 'canceled' : 'done');
    assert.equal(await publishedOf(contentService, version), wasCanceled ? null : 1);
    outcomes[wasCanceled ? 'canceled' : 'done']++;
  }
  assert.ok(outcomes.canceled > 0 && outcomes.done > 0, JSON.stringify(outcomes));
});

onEachDatabase('a repeated creation of a pending schedule returns that schedule', async (t) => {
  const { contentService, hero, save, publishAt, time } = await start(t);
  await save(hero, '<p>1</p>');
  const first = await publishAt(hero, 1, 1);
  assert.equal((await publishAt(hero, 1, 1)).id, first.id);
  assert.notEqual((await publishAt(hero, 1, 2)).id, first.id);
  await contentService.cancelSchedule(first.id, ANN);
  assert.notEqual((await publishAt(hero, 1, 1)).id, first.id);
  await assert.rejects(() => publishAt(hero, 1, -1), /is in the past\. Choose a later time/);
  await assert.rejects(() => publishAt(hero, 1, (11 * 366 * DAY) / MINUTE), /is over 10 years ahead/);
  const both = { at: time.now + MINUTE, localTime: '2026-05-01T00:00', timeZone: 'UTC' };
  const subject: ScheduleSubject = { kind: 'unpublish', address: hero };
  await assert.rejects(() => contentService.addSchedule(subject, both, ANN), /either at, or localTime with timeZone/);
  await assert.rejects(() => contentService.addSchedule(subject, { timeZone: 'UTC' }, ANN), /either at, or localTime/);
});

onEachDatabase('concurrent creations of the same schedule create one', async (t) => {
  const { contentService, hero, save, publishAt } = await start(t);
  await save(hero, '<p>1</p>');
  for (let minutes = 1; minutes <= 5; minutes++) {
    const made = await Promise.all(Array.from({ length: 6 }, () => publishAt(hero, 1, minutes)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  }
  assert.equal((await contentService.schedules('demo', { first: 100 })).items.length, 5);
});

onEachDatabase(
  'a library has a limited number of schedules and releases, also with concurrent creations',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'feaas-schedules-'));
    const place = { settings: { ...(await databaseForTest(t))!, log: silentLog }, folder };
    const [pending, releases] = [4_998, 998];
    const database = await openDatabase(place.settings);
    await database.write(async (transaction) => {
      const library = { id: 'demo', name: 'Demo', description: '', settings: '{}', created_at: 0 };
      await transaction.insertInto('libraries').values(library).execute();
      await transaction.insertInto('sequences').values({ library: 'demo', last: 0 }).execute();
      const jobs = Array.from({ length: pending }, (_, at): ScheduledJobRow => ({
        ...{ id: `0000000000${at.toString(16).padStart(6, '0')}`, library: 'demo', kind: 'unpublish', release: '' },
        ...{ component: 'hero', version: 'responsive', revision: null, due_at: Date.UTC(2030, 1, 1) + at },
        ...{ local_time: null, time_zone: null, zone_data: '', adjustment: null, state: 'pending', attempts: 0 },
        ...{ retry_at: 0, error: null, created_by: '', created_by_name: '', created_at: 0, finished_at: null },
      }));
      await insertInChunks(transaction, 'scheduled_jobs', jobs);
      const rows = Array.from({ length: releases }, (_, at): ReleaseRow => ({
        ...{ library: 'demo', id: `old-${at}`, name: 'Old', state: 'published', revision: 1, created_by_name: '' },
        ...{ created_at: 0, modified_at: 0, published_at: 0 },
      }));
      await insertInChunks(transaction, 'releases', rows);
    });
    await database.close();
    const contentService = await openContentService(place, { clock: () => Date.UTC(2026, 2, 1) });
    cleanUp(t, async () => {
      await contentService.close();
      await rm(folder, { recursive: true, force: true });
    });
    const hero = await makeLibrary(contentService, 'demo');
    await contentService.save(hero, '<p>1</p>', writeOptions(0));
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        contentService.addSchedule(
          { kind: 'publish', address: hero, revision: 1 },
          { at: Date.UTC(2026, 3, 1) + at },
          ANN,
        ),
      ),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2);
    const saved = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        contentService.saveRelease({ library: 'demo', id: `new-${at}`, name: 'New', items: [itemOf(hero, 1)] }, 0, ANN),
      ),
    );
    assert.equal(saved.filter(({ status }) => status === 'fulfilled').length, 2);
    for (const each of [...made, ...saved])
      if (each.status === 'rejected') assert.match(String(each.reason), /which is the maximum/);
  },
);

onEachDatabase('schedules are listed page by page: pending ones by their time, all others latest first', async (t) => {
  const { contentService, hero, save, publishAt, time, ran } = await start(t);
  await save(hero, '<p>1</p>');
  const ids: string[] = [];
  for (const minutes of [3, 1, 2, 5, 4]) ids[minutes - 1] = (await publishAt(hero, 1, minutes)).id;
  const all = async (state?: 'pending' | 'done'): Promise<string[]> => {
    const found: string[] = [];
    let after: string | null | undefined;
    do {
      const request = { first: 2, ...(after ? { after } : {}), ...(state ? { state } : {}) };
      const page = await contentService.schedules('demo', request);
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    return found;
  };
  assert.deepEqual(await all('pending'), ids);
  assert.deepEqual(await all(), [...ids].reverse());
  time.now += 2 * MINUTE;
  await ran();
  assert.deepEqual(await all('pending'), ids.slice(2));
  assert.deepEqual(await all('done'), [ids[1], ids[0]]);
  await assert.rejects(() => contentService.schedules('demo', { first: 2, after: 'x' }), /is not the 'next' of a page/);
});

onEachDatabase('a stylesheet is published and unpublished by schedules', async (t) => {
  const { contentService, time, ran } = await start(t);
  const address = styleAddress('demo');
  await contentService.saveStylesheet('demo', { ...EMPTY_CSS, css: 'p{color:red}' }, writeOptions(0));
  await contentService.addSchedule({ kind: 'publish', address, revision: 1 }, { at: time.now + MINUTE }, ANN);
  await contentService.addSchedule({ kind: 'unpublish', address }, { at: time.now + 2 * MINUTE }, ANN);
  time.now += MINUTE;
  await ran();
  await contentService.delivered();
  assert.equal((await contentService.stylesheet('demo'))!.published, 1);
  assert.equal((await contentService.blobs.get('styles/demo/published.css'))!.bytes.toString(), 'p{color:red}');
  time.now += MINUTE;
  await ran();
  await contentService.delivered();
  assert.equal((await contentService.stylesheet('demo'))!.published, null);
  assert.equal((await contentService.blobs.get('styles/demo/published.css'))!.bytes.length, 0);
});

/** Versions of a library with two revisions each. */
async function versionsOf({ save, hero }: ScheduleSetup, count: number): Promise<VersionAddress[]> {
  const found = Array.from({ length: count }, (_, index) => ({
    ...hero,
    version: `v${String(index).padStart(3, '0')}`,
  }));
  for (const address of found) {
    await save(address, '<p>1</p>');
    await save(address, '<p>2</p>');
  }
  return found;
}
const itemOf = (address: VersionAddress, revision: number | null): ReleaseItem => ({ ...address, revision });

onEachDatabase('a release of 200 items is published in one transaction: readers see all or none', async (t) => {
  const started = await start(t);
  const { contentService, settings } = started;
  const addresses = await versionsOf(started, 200);
  const release = { library: 'demo', id: 'spring', name: 'Spring', items: addresses.map((each) => itemOf(each, 1)) };
  await contentService.saveRelease(release, 0, ANN);
  await assert.rejects(
    () => contentService.saveRelease({ ...release, items: [...release.items, itemOf(started.hero, 1)] }, 1, ANN),
    /items has 201 entries; it must have 1 to 200/,
  );
  // On PostgreSQL, the connection of another host; the embedded database has one process.
  const reader = settings.url === undefined ? undefined : await openDatabase(settings);
  cleanUp(t, () => reader?.close());
  const counts = new Set<number>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const found = reader
        ? await reader.read.selectFrom('documents').select('published').where('published', 'is not', null).execute()
        : (await contentService.versionsOf('demo', 'hero')).filter(({ published }) => published !== null);
      counts.add(found.length);
      await sleep(1);
    }
  })();
  await sleep(20);
  const published = await contentService.publishRelease('demo', 'spring', 1, ANN);
  await sleep(20);
  isDone = true;
  await reading;
  assert.equal(published.state, 'published');
  assert.deepEqual([...counts].sort(), [0, 200]);
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  // A retry.
  assert.equal((await contentService.publishRelease('demo', 'spring', 1, ANN)).state, 'published');
  const publications = await contentService.auditPage({ first: 100, library: 'demo', action: 'publishRelease' });
  assert.equal(publications.items.length, 1);
  await assert.rejects(
    () => contentService.saveRelease(release, 1, ANN),
    /Someone published the release 'demo\/spring' already/,
  );
});

onEachDatabase('a release with an item that fails publishes no item, directly and by schedule', async (t) => {
  const started = await start(t);
  const { contentService, time, hero, ran } = started;
  const addresses = await versionsOf(started, 5);
  await started.save(hero, '<p>1</p>');
  await contentService.step('publish', hero, writeOptions(1));
  const items = [...addresses.map((each) => itemOf(each, 1)), itemOf(hero, null)];
  await contentService.saveRelease({ library: 'demo', id: 'spring', name: 'Spring', items }, 0, ANN);
  const subject: ScheduleSubject = { kind: 'release', library: 'demo', release: 'spring' };
  const schedule = await contentService.addSchedule(subject, { at: time.now + MINUTE }, ANN);
  await contentService.step('delete', addresses[4]!, writeOptions(2));
  await assert.rejects(() => contentService.publishRelease('demo', 'spring', 1, ANN), /Someone deleted the version/);
  // Neither the release nor its schedule has changed.
  assert.equal((await contentService.release('demo', 'spring'))!.state, 'open');
  assert.equal((await contentService.schedule(schedule.id))!.state, 'pending');
  time.now += MINUTE;
  await ran();
  assert.equal((await contentService.schedule(schedule.id))!.state, 'failed');
  assert.equal((await contentService.release('demo', 'spring'))!.state, 'open');
  for (const address of addresses) assert.equal(await publishedOf(contentService, address), null);
  assert.equal(await publishedOf(contentService, hero), 1);
  // The release without the deleted item succeeds, and its unpublish item is unpublished.
  const fewer = items.filter(({ version }) => version !== 'v004');
  await contentService.saveRelease({ library: 'demo', id: 'spring', name: 'Spring', items: fewer }, 1, ANN);
  await contentService.addSchedule(subject, { at: time.now + MINUTE }, ANN);
  time.now += MINUTE;
  await ran();
  assert.equal((await contentService.release('demo', 'spring'))!.state, 'published');
  for (const address of addresses.slice(0, 4)) assert.equal(await publishedOf(contentService, address), 1);
  assert.equal(await publishedOf(contentService, hero), null);
});

onEachDatabase('a change of an outdated release revision conflicts, and its schedule ends with it', async (t) => {
  const started = await start(t);
  const { contentService, time, hero } = started;
  await started.save(hero, '<p>1</p>');
  const release = { library: 'demo', id: 'spring', name: 'Spring', items: [itemOf(hero, 1)] };
  await contentService.saveRelease(release, 0, ANN);
  await assert.rejects(
    () => contentService.saveRelease(release, 0, ANN),
    /release 'demo\/spring' is at revision 1, not 0/,
  );
  assert.equal((await contentService.saveRelease({ ...release, name: 'May' }, 1, ANN)).revision, 2);
  await assert.rejects(() => contentService.publishRelease('demo', 'spring', 1, ANN), /is at revision 2, not 1/);
  const subject: ScheduleSubject = { kind: 'release', library: 'demo', release: 'spring' };
  const first = await contentService.addSchedule(subject, { at: time.now + MINUTE }, ANN);
  await contentService.publishRelease('demo', 'spring', 2, ANN);
  assert.equal((await contentService.schedule(first.id))!.state, 'canceled');
  await assert.rejects(
    () => contentService.addSchedule(subject, { at: time.now + MINUTE }, ANN),
    /Someone published the release/,
  );
  await contentService.saveRelease({ ...release, id: 'summer' }, 0, ANN);
  const summer: ScheduleSubject = { ...subject, release: 'summer' };
  const second = await contentService.addSchedule(summer, { at: time.now + MINUTE }, ANN);
  assert.equal(await contentService.deleteRelease('demo', 'summer', ANN), true);
  assert.equal(await contentService.deleteRelease('demo', 'summer', ANN), false);
  assert.equal((await contentService.schedule(second.id))!.state, 'canceled');
  await assert.rejects(() => contentService.addSchedule(summer, { at: time.now + MINUTE }, ANN), /There is no release/);
  for (const [items, message] of [
    [[], /items has 0 entries/],
    [[itemOf(hero, 1), itemOf(hero, 2)], /occurs twice/],
    [[itemOf({ ...hero, library: 'other' }, 1)], /is not of the library 'demo'/],
    [[itemOf(hero, 9)], /has no revision 9/],
    [[itemOf({ ...hero, version: 'none' }, null)], /There is no version/],
  ] as const)
    await assert.rejects(() => contentService.saveRelease({ ...release, id: 'x', items }, 0, ANN), message);
  assert.equal(await contentService.release('demo', 'x'), undefined);
});

onEachDatabase('history retention keeps revisions of pending schedules and open releases', async (t) => {
  const started = await start(t);
  const { contentService, settings, hero, save, publishAt, time } = started;
  for (let number = 1; number <= 9; number++) await save(hero, `<p>${number}</p>`);
  const schedule = await publishAt(hero, 2, 60);
  await contentService.saveRelease({ library: 'demo', id: 'spring', name: 'Spring', items: [itemOf(hero, 4)] }, 0, ANN);
  // The embedded database has one process, so its host ends first.
  await contentService.close();
  const database = await openDatabase(settings);
  await trimHistories(database, { revisions: 2 }, time.now);
  const numbers = async (): Promise<number[]> =>
    (await database.read.selectFrom('revisions').select('number').orderBy('number').execute()).map(
      ({ number }) => number,
    );
  assert.deepEqual(await numbers(), [2, 4, 8, 9]);
  await database.write((transaction) =>
    transaction.updateTable('scheduled_jobs').set({ state: 'canceled' }).where('id', '=', schedule.id).execute(),
  );
  await trimHistories(database, { revisions: 2 }, time.now);
  assert.deepEqual(await numbers(), [4, 8, 9]);
  await database.close();
});

onEachDatabase('schedules and releases are deleted with their library', async (t) => {
  const started = await start(t);
  const { contentService, hero, save, publishAt } = started;
  await save(hero, '<p>1</p>');
  await publishAt(hero, 1, 60);
  await contentService.saveRelease({ library: 'demo', id: 'spring', name: 'Spring', items: [itemOf(hero, 1)] }, 0, ANN);
  await contentService.deleteLibrary('demo', ANN);
  await waitUntil(async () => (await contentService.openDeletions()).length === 0);
  await makeLibrary(contentService, 'demo');
  assert.deepEqual((await contentService.schedules('demo', { first: 10 })).items, []);
  assert.deepEqual((await contentService.releases('demo', { first: 10 })).items, []);
  assert.deepEqual(await contentService.releaseItems('demo', 'spring'), []);
});

onEachDatabase('a pending schedule keeps its local time if the rules of its zone change', async (t) => {
  const { contentService, settings, hero, save } = await start(t);
  await save(hero, '<p>1</p>');
  const time = { localTime: '2026-07-01T09:00', timeZone: 'Europe/Berlin' };
  const subject: ScheduleSubject = { kind: 'publish', address: hero, revision: 1 };
  const schedule = await contentService.addSchedule(subject, time, ANN);
  assert.equal(new Date(schedule.dueAt).toISOString(), '2026-07-01T07:00:00.000Z');
  const moment = await contentService.addSchedule(subject, { at: Date.UTC(2026, 6, 1) }, ANN);
  await contentService.close();
  const database = await openDatabase(settings);
  cleanUp(t, () => database.close());
  // Without summer time, as in a possible later release of the time zone database.
  const winterOnly = async (localTime: string, timeZone: string) => ({
    ...{ at: Date.parse(`${localTime}+01:00`), localTime, timeZone, adjustment: null },
  });
  const moved = await recomputeDueTimes(database, '2099a', winterOnly);
  assert.deepEqual(
    moved.map(({ id, due_at }) => [id, new Date(due_at).toISOString()]),
    [[schedule.id, '2026-07-01T08:00:00.000Z']],
  );
  // A host with older rules that starts later changes nothing.
  assert.deepEqual(await recomputeDueTimes(database, '2020a', async () => assert.fail()), []);
  const rows = await database.read.selectFrom('scheduled_jobs').select(['id', 'due_at']).execute();
  const dueAt = Object.fromEntries(rows.map(({ id, due_at }) => [id, due_at]));
  assert.deepEqual(dueAt, { [schedule.id]: Date.UTC(2026, 6, 1, 8), [moment.id]: moment.dueAt });
});
