/**
 * Generated schedules over DST changes and clock jumps on two hosts, one of which is killed: each runs exactly once. The hosts are
 * real processes on one PostgreSQL, whose clocks differ, are set forward and are set back.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { subjectOf } from '../src/content/addresses.js';
import type { VersionAddress } from '../src/content/model.js';
import type { ScheduleSubject } from '../src/content/schedule.js';
import { bundle } from './kill/bundle.js';
import { testStores } from './support/databases.js';
import { writeOptions, makeLibrary, openContentService } from './support/content-services.js';
import { endWithTests } from './support/end-with-tests.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';

const SCHEDULES = process.env['FEAAS_LONG'] === '1' ? 1_000 : 200;
const LIBRARIES = 8;
const VERSIONS = 10;
const HOUR = 3_600_000;
const ANN = { name: 'Ann', id: 'token-ann' };
const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Africa/Casablanca', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Chatham', 'UTC'],
];
/** Nights with clock changes in these zones, and other nights. */
const DAYS = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-10-03', '2027-10-31', '2027-11-07', '2027-06-15'];

/** A deterministic random number generator. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Host {
  readonly process: ChildProcess;
  readonly lines: string[];
  setTime(now: number): void;
}

async function startHost(t: TestContext, script: string, options: unknown): Promise<Host> {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  endWithTests(child);
  killAfterTest(t, child);
  const lines: string[] = [];
  let rest = '';
  child.stdin.on('error', () => {});
  const ready = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`A host ended with ${code}: ${lines.join('\n')}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = (rest + text).split('\n');
      rest = found.pop()!;
      lines.push(...found);
      if (lines.includes('ready')) resolve();
    });
  });
  await ready;
  return { process: child, lines, setTime: (now) => void child.stdin.write(`${now}\n`) };
}

const countRuns = ({ lines }: Host): number => lines.filter((line) => /^schedule: \S+ done/.test(line)).length;

test(`each of ${SCHEDULES} schedules runs exactly once on two hosts, of which one is killed`, async (t) => {
  const place = await testStores('postgres').newStore();
  const random = randomOf(34);
  let time = Date.UTC(2027, 2, 1);
  // This content service runs no schedules: it only adds those that the hosts run.
  const contentService = await openContentService(place, { clock: () => Date.UTC(2027, 2, 1) });
  cleanUp(t, () => contentService.close());
  const addresses: VersionAddress[] = [];
  for (let index = 0; index < LIBRARIES; index++) {
    const hero = await makeLibrary(contentService, `library${index}`);
    for (let number = 0; number < VERSIONS; number++) {
      const address = { ...hero, version: `v${number}` };
      for (let revision = 0; revision < 3; revision++)
        await contentService.save(address, `<p>${revision + 1}</p>`, writeOptions(revision));
      addresses.push(address);
    }
  }

  const expected = new Map<string, { readonly dueAt: number; readonly subject: ScheduleSubject }>();
  for (let index = 0; expected.size < SCHEDULES; index++) {
    const address = addresses[random(addresses.length)]!;
    const hour = String(random(5)).padStart(2, '0');
    const minute = String(random(60)).padStart(2, '0');
    const localTime = `${DAYS[random(DAYS.length)]}T${hour}:${minute}`;
    const subject = await subjectFor(index, address);
    const schedule = await contentService.addSchedule(
      subject,
      { localTime, timeZone: ZONES[random(ZONES.length)]! },
      ANN,
    );
    expected.set(schedule.id, { dueAt: schedule.dueAt, subject });
  }
  /** Every tenth unpublishes, every twentieth is a release of two items. */
  async function subjectFor(index: number, address: VersionAddress): Promise<ScheduleSubject> {
    if (index % 10 === 3) return { kind: 'unpublish', address };
    const revision = 1 + random(3);
    if (index % 20 !== 7) return { kind: 'publish', address, revision };
    const { library } = address;
    const release = `release${index}`;
    const other = addresses.find((each) => each.library === library && each.version !== address.version)!;
    const items = [
      { ...address, revision },
      { ...other, revision },
    ];
    await contentService.saveRelease({ library, id: release, name: release, items }, 0, ANN);
    return { kind: 'release', library, release };
  }
  const adjusted = new Set<string | null>();
  for (let index = 0; index < LIBRARIES; index++) {
    let after: string | null | undefined;
    do {
      const page = await contentService.schedules(`library${index}`, { first: 100, ...(after ? { after } : {}) });
      for (const { adjustment } of page.items) adjusted.add(adjustment);
      after = page.next;
    } while (after);
  }
  assert.deepEqual([...adjusted].sort(), ['gap', null, 'overlap'].sort(), 'DST changes are among them');

  // Each committed completion of a schedule, which no transaction of a host can hide.
  const client = new pg.Client(place.settings.url);
  await client.connect();
  cleanUp(t, () => client.end());
  await client.query('create table ends (id text, state text)');
  await client.query(`create function note_end() returns trigger language plpgsql as $$ begin
    if new.state <> 'pending' then insert into ends values (new.id, new.state); end if; return new; end $$`);
  await client.query('create trigger note_end after update on scheduled_jobs for each row execute function note_end()');

  const script = await bundle('schedule-host');
  cleanUp(t, () => script.remove());
  const options = { settings: { url: place.settings.url }, blobs: join(place.folder, 'blobs'), now: time };
  const hosts = await Promise.all([startHost(t, script.path, options), startHost(t, script.path, options)]);
  const ended = async (): Promise<number> =>
    Number((await client.query<{ count: string }>('select count(*) from ends')).rows[0]!.count);
  /** Waits until no schedule is pending that is due by both clocks. */
  const caughtUp = async (now: number): Promise<void> => {
    const due = [...expected.values()].filter(({ dueAt }) => dueAt <= now).length;
    const until = Date.now() + 120_000;
    while ((await ended()) < due) {
      assert.ok(Date.now() < until, `${await ended()} of ${due} ran: ${hosts.flatMap(({ lines }) => lines.slice(-5))}`);
      await sleep(20);
    }
  };

  // Spring: steps of hours, sometimes set back, with one clock ahead of the other by up to two hours.
  const spring = Date.UTC(2027, 3, 5);
  for (let steps = 0; time < spring; steps++) {
    time += HOUR * (1 + random(40));
    const [ahead, behind] = steps % 2 === 0 ? hosts : [hosts[1]!, hosts[0]!];
    ahead!.setTime(time + random(2 * HOUR));
    behind!.setTime(time);
    if (steps % 3 === 0) {
      await sleep(10);
      for (const host of hosts) host.setTime(time - HOUR * (1 + random(30)));
      await sleep(10);
      for (const host of hosts) host.setTime(time);
    }
    await sleep(15);
  }
  await caughtUp(time);
  const before = await ended();
  assert.ok(before > SCHEDULES / 10 && before < SCHEDULES, `${before} ran in spring`);

  // A jump over the rest of the year: hundreds of schedules are due at once, and one host is killed among them.
  for (const host of hosts) host.setTime(Date.UTC(2028, 0, 1));
  await waitUntil(async () => (await ended()) >= before + 60);
  const [killed, survivor] = hosts as [Host, Host];
  const closed = once(killed.process, 'close');
  killed.process.kill('SIGKILL');
  await closed;
  const atDeath = await ended();
  assert.ok(atDeath < SCHEDULES, 'it was killed before the end');
  await caughtUp(Date.UTC(2028, 0, 1));
  // Both clocks are set back to before all schedules, and forward again; a third host starts.
  survivor.setTime(Date.UTC(2027, 0, 1));
  await sleep(50);
  survivor.setTime(Date.UTC(2029, 0, 1));
  const third = await startHost(t, script.path, { ...options, now: Date.UTC(2030, 0, 1) });
  await sleep(200);

  const { rows } = await client.query<{ id: string; state: string; count: string }>(
    'select id, state, count(*) from ends group by id, state',
  );
  assert.equal(rows.length, SCHEDULES);
  assert.deepEqual(
    rows.filter(({ state, count }) => state !== 'done' || count !== '1'),
    [],
  );
  assert.ok(countRuns(killed) > 0 && countRuns(survivor) > 0, 'both hosts ran some');
  assert.equal(countRuns(third), 0);

  // The effects: one audit entry for each, at or after its time, and no others.
  const effects = new Map<string, string[]>();
  let after: string | null | undefined;
  do {
    const page = await contentService.auditPage({ first: 100, ...(after ? { after } : {}) });
    for (const { action, subject, details, at } of page.items) {
      const id = details['schedule'];
      if (typeof id !== 'string' || !['publish', 'unpublish', 'publishRelease'].includes(action)) continue;
      assert.ok(at >= expected.get(id)!.dueAt, `${id} ran before its time`);
      effects.set(id, [...(effects.get(id) ?? []), `${action} ${subject}`]);
    }
    after = page.next;
  } while (after);
  for (const [id, { subject }] of expected) {
    const found = (effects.get(id) ?? []).sort();
    if (subject.kind === 'publish') assert.deepEqual(found, [`publish ${subjectOf(subject.address)}`]);
    // A version that was not published has no unpublish entry.
    else if (subject.kind === 'unpublish') assert.ok(found.length <= 1);
    else {
      assert.equal(found.length, 3, id);
      assert.equal(new Set(found).size, 3, id);
    }
  }

  // The last step of each version is its current state, and is published.
  const last = new Map<string, { readonly order: string; readonly published: number | null }>();
  for (const [id, { dueAt, subject }] of expected) {
    const items =
      subject.kind === 'release'
        ? await contentService.releaseItems(subject.library, subject.release)
        : [{ ...subject.address, revision: subject.kind === 'publish' ? subject.revision : null }];
    for (const { revision, ...address } of items) {
      const order = `${String(dueAt).padStart(15, '0')} ${id}`;
      const known = last.get(subjectOf(address));
      if (!known || known.order < order) last.set(subjectOf(address), { order, published: revision });
    }
  }
  const versions = await contentService.versions(addresses);
  for (const [index, version] of versions.entries()) {
    const subject = subjectOf(addresses[index]!);
    assert.equal(version!.published, last.get(subject)?.published ?? null, subject);
  }
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  t.diagnostic(
    `${SCHEDULES} schedules: ${countRuns(killed)} by the host that was killed (after ${atDeath}), ${countRuns(survivor)} by the other, ` +
      'each once',
  );
});
