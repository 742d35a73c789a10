/** Scheduled backups, on both databases: when they are made, which are kept, and what a failed one leaves. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodeTest, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addBackup, backupsIn, databaseIdOf } from '../src/cli/backup/backup-folder.js';
import { type BackupSchedule, startBackupSchedule } from '../src/cli/backup/backup-schedule.js';
import { checkBackup } from '../src/cli/backup/format.js';
import { snapshotOf } from '../src/cli/backup/snapshot.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import type { Database } from '../src/db/database.js';
import { assignIdentity, recordIdentity } from '../src/publishing/store-identity.js';
import { type BlobStore, DamagedBlobError } from '../src/storage/blob-store.js';
import { createMetrics } from '../src/server/metrics/metrics.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { folderBlobsOf, writeOptions, makeLibrary, openContentService } from './support/content-services.js';
import { testStores, type DatabaseKind, DATABASE_KINDS } from './support/databases.js';
import { recordingLog } from './support/recording-log.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const DAY = 86_400_000;
/** In the time zone of the machine, like the pattern. */
const NOON = new Date(2030, 5, 1, 12).getTime();
const NAME = /^feaas-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.jsonl\.gz$/;

/** Waits until another task has done something. */
async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not happen in 30 seconds`);
    await sleep(5);
  }
}

interface BackupSetup {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** The folder of backups. */
  readonly folder: string;
  readonly snapshot: ReturnType<typeof snapshotOf>;
  readonly time: { now: number };
  readonly messages: string[];
  readonly options: Parameters<typeof startBackupSchedule>[0];
  start(options?: Partial<Parameters<typeof startBackupSchedule>[0]>): BackupSchedule;
  names(): Promise<string[]>;
  /** Called at the end of the test, in reverse order. */
  readonly closers: (() => Promise<void> | void)[];
}

/** A database with a library, and an empty folder for its backups. */
async function setUp(t: TestContext, kind: DatabaseKind): Promise<BackupSetup> {
  const { settings, folder: storeFolder } = await testStores(kind).newStore();
  // `snapshotOf` expects an embedded database at this path.
  const where = kind === 'libsql' ? { ...settings, file: join(storeFolder, 'feaas.db') } : settings;
  const store = { settings: where, folder: storeFolder };
  const service = await openContentService(store);
  await service.save(await makeLibrary(service, 'demo'), '<p>one</p>', writeOptions(0));
  await service.close();
  const folder = join(await makeTemporaryFolder(t), 'backups');
  await mkdir(folder);
  const database = await openDatabase(where);
  const closers: (() => Promise<void> | void)[] = [() => database.close()];
  cleanUp(t, async () => {
    for (const close of closers.reverse()) await close();
  });
  const blobs = folderBlobsOf(store);
  const identity = await assignIdentity(blobs);
  await database.write((transaction) => recordIdentity(transaction, identity));
  const time = { now: NOON };
  const { log, messages } = recordingLog();
  const snapshot = snapshotOf(database, storeFolder);
  const options = {
    ...{ folder, keep: 3, pattern: '0 3 * * *', database, snapshot, blobs, log },
    ...{ clock: () => time.now, interval: 5 },
  };
  return {
    ...{ database, blobs, folder, snapshot, time, messages, options },
    start(more = {}) {
      const schedule = startBackupSchedule({ ...options, ...more });
      closers.push(() => schedule.close());
      return schedule;
    },
    closers,
    names: async () => (await readdir(folder)).sort(),
  };
}

for (const kind of DATABASE_KINDS) {
  const test = (name: string, body: (t: TestContext, place: BackupSetup) => Promise<void>): void =>
    void nodeTest(`${name} (${kind})`, async (t) => body(t, await setUp(t, kind)));

  test('the first backup is made at once, the next one when it is due, and a missed one later', async (_, place) => {
    const schedule = place.start();
    await until('the first backup', () => schedule.state().last?.at === NOON);
    const [first] = await place.names();
    assert.match(first!, NAME);
    assert.equal((await stat(join(place.folder, first!))).mode & 0o777, 0o600);
    assert.match(
      place.messages.join('\n'),
      /^backup: '.*' has \d+ rows and 0 blobs in \d+ bytes, has passed the check, and took [\d.]+ s; 0 old/,
    );
    assert.equal(schedule.state().last!.bytes, (await stat(join(place.folder, first!))).size);

    const three = new Date(2030, 5, 2, 3).getTime();
    place.time.now = three - 1;
    // A check that finds nothing due reads the folder again.
    await rename(join(place.folder, first!), join(place.folder, 'x'));
    await rename(join(place.folder, 'x'), join(place.folder, first!));
    await sleep(50);
    assert.equal(schedule.state().last!.at, NOON, 'it is not time yet');
    place.time.now = three;
    await until('the second backup', () => schedule.state().last?.at === three);
    await schedule.close();

    // The host was down at three o’clock.
    place.time.now = three + DAY + 5 * 3_600_000;
    const later = place.start();
    await until('the backup that was missed', () => later.state().last?.at === place.time.now);
    assert.equal((await place.names()).length, 3);
  });

  test('old backups are removed after a new one succeeds; other files and backups of other databases stay', async (_, place) => {
    const other = `feaas-2020-01-01T00-00-00.000Z-${'0'.repeat(8)}.jsonl.gz`;
    for (const name of [other, 'notes.txt']) await writeFile(join(place.folder, name), 'x');
    const schedule = place.start();
    const days = [0, 1, 2, 3, 4];
    for (const day of days) {
      place.time.now = NOON + day * DAY;
      await until(`backup ${day}`, () => schedule.state().last?.at === place.time.now);
    }
    const mark = await databaseIdOf(place.snapshot);
    assert.deepEqual(
      (await backupsIn(place.folder, mark)).map(({ at }) => at),
      [4, 3, 2].map((day) => NOON + day * DAY),
    );
    assert.equal((await place.names()).length, 5);
    for (const { path } of await backupsIn(place.folder, mark)) await checkBackup(path);

    // The next backup fails: all earlier ones are kept.
    const before = await place.names();
    const failing = {
      ...place.blobs,
      list: () => {
        throw new Error('no answer');
      },
    };
    await schedule.close();
    place.time.now = NOON + 9 * DAY;
    const broken = place.start({ blobs: failing, keep: 1 });
    await until('the failure', () => broken.state().failures === 1);
    assert.deepEqual(await place.names(), before);
    assert.match(
      place.messages.at(-1)!,
      /^backup: could not back up into '.*'\. The host tries again in 60 s\. Correct the cause: no answer$/,
    );
    // The retry comes when it is due, and the next one after twice the delay.
    place.time.now += 59_000;
    await sleep(50);
    assert.equal(broken.state().failures, 1);
    place.time.now += 2_000;
    await until('the second failure', () => broken.state().failures === 2);
    assert.match(place.messages.at(-1)!, /tries again in 120 s/);
  });

  test('an incomplete backup replaces no complete backup and is reported as incomplete', async (_, place) => {
    const headers = { contentType: 'image/png', cacheControl: 'x', metadata: {} };
    for (const key of ['media/demo/a', 'media/demo/b'])
      await place.blobs.put(key, { ...headers, bytes: Buffer.from(key) });
    let isDamaged = false;
    const blobs: BlobStore = {
      ...place.blobs,
      get: async (key) => {
        if (isDamaged && key.endsWith('a')) throw new DamagedBlobError('It is damaged.');
        return place.blobs.get(key);
      },
    };
    const schedule = place.start({ blobs, keep: 1 });
    await until('the first backup', () => schedule.state().last?.at === NOON);
    const [complete] = await place.names();

    isDamaged = true;
    for (const day of [1, 2]) {
      place.time.now = NOON + day * DAY;
      await until(`incomplete backup ${day}`, () => schedule.state().failures === day);
      assert.match(
        place.messages.at(-1)!,
        /^backup: '.*\.incomplete\.jsonl\.gz' is incomplete: nobody could read 1 blobs\..*media\/demo\/a: It is damaged\.$/,
      );
    }
    const [first, second, ...more] = await place.names();
    assert.deepEqual([first, more], [complete, []], 'the last complete one stays, and one incomplete one');
    const { missing } = await checkBackup(join(place.folder, second!));
    assert.deepEqual(missing, ['media/demo/a']);
    // No backup is made before the next time, neither by this host nor by another. Metrics count complete backups only.
    place.time.now += 1_000;
    const another = place.start({ blobs, keep: 1 });
    await until('the other host to look', () => another.state().last !== undefined);
    assert.deepEqual(
      [schedule.state(), another.state()].map(({ last, failures }) => [last?.at, failures]),
      [
        [NOON, 2],
        [NOON, 0],
      ],
    );
    await another.close();

    isDamaged = false;
    place.time.now = NOON + 3 * DAY;
    await until('a complete backup', () => schedule.state().last?.at === NOON + 3 * DAY);
    const names = await place.names();
    assert.equal(names.length, 1, names.join());
    assert.match(names[0]!, NAME);
  });

  test('hosts that share the backup folder write one backup, and all of them report it', async (_, place) => {
    const schedules = [place.start(), place.start(), place.start()];
    for (const schedule of schedules) await until('each to know', () => schedule.state().last?.at === NOON);
    place.time.now += DAY;
    for (const schedule of schedules) await until('each to know', () => schedule.state().last?.at === NOON + DAY);
    await Promise.all(schedules.map((schedule) => schedule.close()));
    assert.equal((await place.names()).length, 2);
    assert.equal(place.messages.filter((text) => text.includes('has passed the check')).length, 2);
    assert.deepEqual(
      schedules.map((schedule) => schedule.state().failures),
      [0, 0, 0],
    );
  });

  test('a host that stops during a backup leaves no file; the file of a killed host is removed later', async (_, place) => {
    let listed = (): void => {};
    const isListing = new Promise<void>((resolve) => (listed = resolve));
    let goOn = (): void => {};
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const slow: BlobStore = {
      ...place.blobs,
      async *list(prefix) {
        listed();
        await mayGoOn;
        yield* place.blobs.list(prefix);
        yield 'media/demo/x';
      },
      get: async () => ({ contentType: 'x/y', cacheControl: '', metadata: {}, bytes: Buffer.alloc(9), modifiedAt: 0 }),
    };
    const schedule = place.start({ blobs: slow });
    await isListing;
    assert.match((await place.names()).join(), /\.unfinished$/);
    const closed = schedule.close();
    goOn();
    await closed;
    assert.deepEqual(await place.names(), []);
    assert.equal(schedule.state().failures, 0, 'it is no failure');

    const mark = await databaseIdOf(place.snapshot);
    const left = (name: string): string => join(place.folder, `feaas-2030-01-0${name}Z-${mark}.jsonl.gz.unfinished`);
    for (const name of ['1T00-00-00.000', '2T00-00-00.000']) await writeFile(left(name), 'half');
    await utimes(left('1T00-00-00.000'), new Date(NOON - 2 * 3_600_000), new Date(NOON - 2 * 3_600_000));
    await utimes(left('2T00-00-00.000'), new Date(NOON), new Date(NOON));
    await addBackup({ ...place.options, keep: undefined }, NOON);
    assert.deepEqual(
      (await place.names()).map((name) => NAME.test(name)),
      [false, true],
      'the one that may still be written to stays',
    );
  });

  test('a backup with a time in the future delays no other backup, and the new backup stays', async (_, place) => {
    await addBackup(place.options, NOON + 900 * DAY);
    const schedule = place.start({ keep: 1 });
    await until('a backup of now', () => schedule.state().last?.at === NOON);
    assert.equal((await backupsIn(place.folder, await databaseIdOf(place.snapshot))).at(-1)?.at, NOON);
  });

  test('a missing backup folder is an error and is not created', async (_, place) => {
    await rm(place.folder, { recursive: true });
    const schedule = place.start();
    await until('the failure', () => schedule.state().failures === 1);
    assert.match(
      place.messages[0]!,
      /the folder of backups '.*' is missing\. Create it, mount its disk, or correct FEAAS_BACKUP_FOLDER\.$/,
    );
    const metrics = createMetrics({ backups: schedule.state });
    const text = await metrics.registry.metrics();
    assert.match(text, /^feaas_backup_last_success_timestamp_seconds 0$/m);
    assert.match(text, /^feaas_backup_failures_total 1$/m);
    await mkdir(place.folder);
    place.time.now += 60_000;
    await until('the backup', () => schedule.state().last !== undefined);
    assert.match(
      await metrics.registry.metrics(),
      new RegExp(`^feaas_backup_last_success_timestamp_seconds ${(NOON + 60_000) / 1000}$`, 'm'),
    );
  });
}

nodeTest('a host backs up while it serves, counts it in metrics, and the file restores (each database)', async (t) => {
  for (const kind of DATABASE_KINDS) {
    const folder = await makeTemporaryFolder(t);
    await mkdir(join(folder, 'backups'));
    await mkdir(join(folder, 'library/demo/components/hero'), { recursive: true });
    await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>one</p>');
    const { settings } = await testStores(kind).newStore();
    const environment: Record<string, string> = settings.url === undefined ? {} : { DATABASE_URL: settings.url };
    const imported = await runCliInProcess(folder, ['import', 'library'], environment);
    assert.equal(imported.code, 0, imported.err);
    const host = spawnCli(
      t,
      folder,
      ['start', '--port', '0', '--env', 'production', '--site', '.', '--drain-seconds', '0'],
      {
        ...environment,
        ...{ FEAAS_METRICS: 'public', FEAAS_BACKUP_FOLDER: 'backups', FEAAS_BACKUP_SCHEDULE: '0 3 * * *' },
      },
    );
    const [, url] = await host.waitForOutput(/ready at (http:[/\d.:]+\d)/);
    await host.waitForOutput(/backup: .* has passed the check/);
    const { text } = await sendRequest(`${url}/metrics`);
    const [, at] = /^feaas_backup_last_success_timestamp_seconds ([\d.]+)$/m.exec(text) ?? [];
    assert.ok(Math.abs(Number(at) - Date.now() / 1000) < 60, text);
    assert.match(text, /^feaas_backup_last_size_bytes [1-9]\d+$/m);
    assert.match(text, /^feaas_backup_failures_total 0$/m);

    // The command writes into the same folder while the host runs, and keeps as many backups.
    const again = await runCliInProcess(
      folder,
      ['backup', '--backup-folder', 'backups', '--backup-keep', '1'],
      environment,
    );
    assert.equal(again.code, 0, again.err);
    assert.match(again.out, /backups\/feaas-.*\.jsonl\.gz: \d+ rows and 0 blobs\n1 old backups removed\n$/);
    host.process.kill('SIGTERM');
    assert.equal(await host.exited, 0, host.output.err);
    const [name] = await readdir(join(folder, 'backups'));
    const restored = await runCliInProcess(folder, ['restore', `backups/${name}`, '--data', 'new']);
    assert.equal(restored.code, 0, restored.err);
    const folderStore = folderBlobsOf({ settings: {}, folder: join(folder, 'new') });
    const delivered = await folderStore.get('components/demo/hero/responsive/published.html');
    assert.match(String(delivered?.bytes), /<p>one<\/p>/);
    assert.equal((await runCliInProcess(folder, ['check', '--data', 'new'])).out, 'database and blobs agree\n');
  }
});

nodeTest('a schedule without a folder, and an invalid pattern, are rejected', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const refused = async (args: string[], expected: RegExp): Promise<void> => {
    const { code, err } = await runCliInProcess(folder, args);
    assert.equal(code, 1);
    assert.match(err, expected);
  };
  await refused(
    ['config', '--backup-schedule', '0 3 * * *'],
    /FEAAS_BACKUP_SCHEDULE has a value, but FEAAS_BACKUP_FOLDER has none\. Set both, or none\.$/m,
  );
  for (const pattern of ['daily', '99 3 * * *', '* * * * * *', '0 0 30 2 *'])
    await refused(
      ['config', '--backup-folder', 'x', `--backup-schedule=${pattern}`],
      /--backup-schedule must be five fields of cron for a time that comes, such as '0 3 \* \* \*' .*, but is '/,
    );
  await refused(['backup'], /'backup' needs a file\. Name a new one, or set FEAAS_BACKUP_FOLDER\.$/m);
});
