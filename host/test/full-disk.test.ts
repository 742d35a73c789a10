/** A host with a full disk starts, serves, and reports that it cannot write, even if SQLite cannot create its shared-memory index. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import sharp from 'sharp';
import { contentKeys } from '../src/cli/storage/copy-blobs.js';
import { createMedia } from '../src/content/media/image-uploads.js';
import { createThumbnails } from '../src/content/media/thumbnails.js';
import type { Database } from '../src/db/database.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import { makeLibrary, openContentService, silentLog, writeOptions } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { CLI_ARGUMENTS, type CliProcess, runCli, spawnCli, trackProcess, UNSET_ENVIRONMENT } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { openOldTables, writeOldTables } from './support/old-tables.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const LIMIT = { timeout: 120_000 };
const URL_OF_HERO = '/components/demo/hero/responsive/published.html';

/** Only root may mount; other users can in their own user namespace, where they are root. */
const IS_ROOT = process.getuid?.() === 0;

/** Mounts a small disk for the test. */
async function smallDisk(t: TestContext, mebibytes = 8): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cleanUp(t, async () => {
    // A lazy unmount, because a host of the test may still have a file open.
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Fills the free space. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(bytes, 1));
      } catch {
        continue;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Runs the CLI in a process that may write no file beyond this size. SQLite reports that as an error of the disk. */
function spawnWithFileLimit(t: TestContext, kibibytes: number, args: readonly string[]): CliProcess {
  const script = `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`;
  return trackProcess(
    t,
    spawn('bash', ['-c', script, 'bash', process.execPath, ...CLI_ARGUMENTS, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...UNSET_ENVIRONMENT },
    }),
  );
}

/** A picture that compresses little. */
function noise(seed: string, size: number, format: 'jpeg' | 'png'): Promise<Buffer> {
  const bytes = createHash('shake256', { outputLength: size * size * 3 })
    .update(seed)
    .digest();
  return sharp(bytes, { raw: { width: size, height: size, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

const isBlobStoreFailure = (error: unknown): boolean => error instanceof BlobStoreError && error.reason === 'ENOSPC';

/** Files of the blob store that have no name yet. */
const unfinishedFiles = async (disk: string): Promise<string[]> =>
  (await readdir(join(disk, 'blobs'), { recursive: true })).filter((name) => /-\d+-[0-9a-f]{12}-\d+$/.test(name));

async function prepare(t: TestContext): Promise<{ disk: string; files: string; data: string }> {
  const disk = await smallDisk(t);
  const files = await mkdtemp(join(tmpdir(), 'feaas-full-'));
  cleanUp(t, () => rm(files, { recursive: true, force: true }));
  await mkdir(join(files, 'demo/components/hero'), { recursive: true });
  await writeFile(join(files, 'demo/library.json'), '{"name":"Demo"}');
  await writeFile(join(files, 'demo/components/hero/responsive.html'), '<p>one</p>');
  const data = join(disk, 'data');
  const imported = await runCli(t, files, ['import', join(files, 'demo'), '--data', data]);
  assert.equal(imported.code, 0, imported.err);
  return { disk, files, data };
}

function defineTests(): void {
  test('a host that was shut down starts on a full disk, serves, and logs the problem', LIMIT, async (t) => {
    const { disk, files, data } = await prepare(t);
    fill(join(disk, 'ballast'));
    const host = spawnCli(t, files, ['start', '--port', '0', '--env', 'production', '--data', data]);
    const [, url] = await host.waitForOutput(
      /ready at (\S+) \(read-only: the disk of the database was full at the start/,
    );
    assert.match(
      host.output.out,
      /the disk of '.*feaas\.db' is full: it is only read\. Make space, then start again\./,
    );
    const ready = await sendRequest(`${url}/readyz`);
    assert.deepEqual(
      [ready.status, ready.text],
      [200, 'ready, read-only: the disk of the database was full at the start: make space, then start again\n'],
    );
    assert.equal((await sendRequest(url + URL_OF_HERO)).text, '<p>one</p>');
    host.process.kill('SIGTERM');
    assert.equal(await host.exited, 0, host.output.err);

    await rm(join(disk, 'ballast'));
    const again = spawnCli(t, files, ['start', '--port', '0', '--env', 'production', '--data', data]);
    const [, there] = await again.waitForOutput(/ready at ([^\s"]+)"/);
    assert.equal((await sendRequest(`${there}/readyz`)).text, 'ready\n');
    again.process.kill('SIGTERM');
    assert.equal(await again.exited, 0);
  });

  test('a host that was killed starts on a full disk, and writes again once there is space', LIMIT, async (t) => {
    const { disk, files, data } = await prepare(t);
    const killed = spawnCli(t, files, ['start', '--port', '0', '--data', data]);
    await killed.waitForOutput(/ready at (\S+)/);
    killed.process.kill('SIGKILL');
    await killed.exited;
    fill(join(disk, 'ballast'));
    const host = spawnCli(t, files, ['start', '--port', '0', '--data', data]);
    const [, url] = await host.waitForOutput(/ready at (\S+) \(read-only: the disk of the database is full\)/);
    assert.equal((await sendRequest(`${url}/readyz`)).text, 'ready, read-only: the disk of the database is full\n');
    assert.equal((await sendRequest(url + URL_OF_HERO)).text, '<p>one</p>');
    await rm(join(disk, 'ballast'));
    await waitUntil(async () => (await sendRequest(`${url}/readyz`)).text === 'ready\n');
    assert.equal((await sendRequest(url + URL_OF_HERO)).text, '<p>one</p>');
    host.process.kill('SIGTERM');
    assert.equal(await host.exited, 0, host.output.err);
  });

  test('tables of another version are reported if there is no space to migrate them', LIMIT, async (t) => {
    const disk = await smallDisk(t);
    fill(join(disk, 'ballast'));
    const { code, err } = await runCli(t, disk, ['start', '--port', '0', '--data', disk]);
    assert.equal(code, 1);
    assert.match(err, /space|full/);
  });

  for (const free of [70_000, 300_000])
    test(`a migration that fills the disk after ${free} bytes changes nothing, and is done again`, LIMIT, async (t) => {
      const disk = await smallDisk(t);
      const file = join(disk, 'feaas.db');
      await writeOldTables({ file }, '0005-forks', async (queries) => {
        await queries
          .insertInto('libraries')
          .values({ id: 'demo', name: 'Demo', settings: '{}', created_at: 1 })
          .execute();
      });
      fill(join(disk, 'ballast'));
      truncateSync(join(disk, 'ballast'), statSync(join(disk, 'ballast')).size - free);
      const message = `the disk of the database '${file}' is full, and its tables are not of this version: make space first.`;
      await assert.rejects(openDatabase({ file }), { name: 'HostError', message });
      const migrations = await openOldTables({ file }, (queries) =>
        queries.selectFrom('kysely_migration').select('name').orderBy('name').execute(),
      );
      assert.equal(migrations.at(-1)?.['name'], '0005-forks');
      await rm(join(disk, 'ballast'));
      const database = await openDatabase({ file });
      cleanUp(t, () => database.close());
      assert.deepEqual(await database.read.selectFrom('libraries').select(['id', 'name']).execute(), [
        { id: 'demo', name: 'Demo' },
      ]);
    });

  test(
    'a host whose disk takes no writes for another reason starts, serves, and names the reason',
    LIMIT,
    async (t) => {
      const { files, data } = await prepare(t);
      const host = spawnWithFileLimit(t, 1, ['start', '--port', '0', '--dev', '--data', data]);
      const reason =
        'the disk of the database took no writes at the start (SQLITE_IOERR_SHMSIZE): correct it, then start again';
      const [, url, stated] = await host.waitForOutput(/ready at (\S+) \(read-only: (.+)\)\n/);
      assert.equal(stated, reason);
      assert.match(host.output.err, /the disk of '.*feaas\.db' took no writes at the start \(SQLITE_IOERR_SHMSIZE\)/);
      assert.equal((await sendRequest(`${url}/readyz`)).text, `ready, read-only: ${reason}\n`);
      assert.equal((await sendRequest(url + URL_OF_HERO)).text, '<p>one</p>');
      host.process.kill('SIGTERM');
      assert.equal(await host.exited, 0, host.output.err);
      const again = spawnCli(t, files, ['start', '--port', '0', '--data', data]);
      await again.waitForOutput(/ready at \S+\n/);
    },
  );

  for (const [kibibytes, code] of [
    [10, 'SQLITE_IOERR_SHMSIZE'],
    [40, 'SQLITE_IOERR_WRITE'],
  ] as const)
    test(`a migration that fails by ${code} names the reason`, LIMIT, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'feaas-limit-'));
      cleanUp(t, () => rm(folder, { recursive: true, force: true }));
      const host = spawnWithFileLimit(t, kibibytes, ['start', '--port', '0', '--data', folder]);
      assert.equal(await host.exited, 1);
      assert.equal(
        host.output.err,
        `feaas-host: the disk of the database '${join(folder, 'feaas.db')}' takes no writes (${code}), and its tables are not of this version. ` +
          'Check that the disk is neither read-only nor damaged, and quotas.\n',
      );
    });

  // The disk fills up in another table, or in the pictures.
  for (const free of process.env['FEAAS_LONG']
    ? [200_000, 350_000, 500_000, 1_200_000, 2_500_000, 3_500_000]
    : [350_000, 2_500_000])
    test(`an import ends on a disk that fills up after ${free} bytes, and the next one goes on`, LIMIT, async (t) => {
      const disk = await smallDisk(t, 12);
      const files = await mkdtemp(join(tmpdir(), 'feaas-full-'));
      cleanUp(t, () => rm(files, { recursive: true, force: true }));
      for (let index = 0; index < 200; index++) {
        const folder = join(files, `demo/components/c${index}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'responsive.html'), 'x'.repeat(6_000));
      }
      await writeFile(join(disk, 'ballast'), Buffer.alloc(12 * 2 ** 20 - free));
      const data = join(disk, 'data');
      const doImport = () => runCli(t, files, ['import', join(files, 'demo'), '--data', data]);
      const { code, err } = await doImport();
      assert.equal(code, 1, err);
      assert.match(err, /disk|space/);
      assert.doesNotMatch(err, /\n {4}at /);
      assert.ok(err.split('\n').length < 300, err.slice(-2000));
      await rm(join(disk, 'ballast'));
      const again = await doImport();
      assert.equal(again.code, 0, again.err);
      const checked = await runCli(t, files, ['check', '--data', data]);
      assert.match(checked.out, /database and blobs agree\n$/);
    });

  test(
    'pictures and thumbnails that a full disk refuses leave the old ones and no rest, and a later upload works',
    LIMIT,
    async (t) => {
      const disk = await smallDisk(t, 16);
      const place = await testStores('libsql').newStore();
      const service = await openContentService({ ...place, folder: disk });
      cleanUp(t, () => service.close());
      const { blobs } = service;
      const hero = await makeLibrary(service, 'demo');
      await service.save(hero, 'one', writeOptions(0));
      const media = createMedia({ blobs, contentService: service });
      const thumbnails = createThumbnails({ blobs, contentService: service });
      const uploadThumbnail = async (text: string, renderedAt: number) =>
        thumbnails.put({
          version: hero,
          revision: 1,
          bytes: await noise(text, 400, 'jpeg'),
          renderedAt,
          ofComponent: false,
        });
      await uploadThumbnail('a', 1);
      const key = 'thumbnails/demo/hero/responsive.jpg';
      const old = (await blobs.get(key))!.bytes;
      const picture = await noise('picture', 500, 'png');
      await makeLibrary(service, 'other');
      const upload = (library = 'demo') =>
        media.upload({ library, name: 'p.png', bytes: picture, actor: { id: 'a', name: 'A' } });
      const sizes = (await upload('other')).variants.map(({ bytes }) => bytes);
      const ballast = join(disk, 'ballast');
      // The second time there is space for all variants of the picture but the last.
      for (const free of [0, sizes.reduce((sum, bytes) => sum + bytes) - sizes.at(-1)! / 2]) {
        fill(ballast);
        truncateSync(ballast, Math.floor(statSync(ballast).size - free));
        await assert.rejects(upload(), isBlobStoreFailure);
        assert.deepEqual((await service.media('demo', { first: 10 })).items, []);
        assert.equal(
          (await contentKeys(blobs)).some((each) => each.startsWith('media/demo/')),
          free > 0,
        );
        if (free === 0) await assert.rejects(uploadThumbnail('b', 2), isBlobStoreFailure);
        assert.deepEqual((await blobs.get(key))!.bytes, old);
        assert.deepEqual(await unfinishedFiles(disk), []);
        await rm(ballast);
      }
      const { variants } = await upload();
      for (const { path, bytes } of variants)
        assert.equal((await blobs.get(`media/demo/${path}`))!.bytes.length, bytes);
      await uploadThumbnail('b', 3);
      assert.notDeepEqual((await blobs.get(key))!.bytes, old);
      assert.deepEqual(await service.check(), []);
    },
  );

  test(
    'no acknowledged write is lost if the disk fills up while the log of the database moves into it',
    LIMIT,
    async (t) => {
      const disk = await smallDisk(t);
      const file = join(disk, 'feaas.db');
      const open = () => openDatabase({ file, log: silentLog });
      const database = await open();
      const value = 'x'.repeat(50_000);
      const write = (name: string) =>
        database.write((transaction) => transaction.insertInto('secrets').values({ name, value }).execute());
      let acknowledged = 0;
      const failure = await (async () => {
        for (;;) {
          const error = await write(`secret ${acknowledged}`).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error !== undefined) return error;
          acknowledged++;
        }
      })();
      assert.match(String(failure), /The disk of the database is full: nothing changed/);
      // The log has been in the database before, and did not fit this time.
      assert.ok(statSync(file).size > 4 * 2 ** 20, String(statSync(file).size));
      const count = async ({ read }: Database) => (await read.selectFrom('secrets').select('name').execute()).length;
      assert.equal(await count(database), acknowledged);
      await database.close();
      execFileSync('mount', ['-o', 'remount,size=32m', disk]);
      const again = await open();
      cleanUp(t, () => again.close());
      assert.equal(await count(again), acknowledged);
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(again.read);
      assert.deepEqual(rows, [{ integrity_check: 'ok' }]);
      await again.write((transaction) => transaction.insertInto('secrets').values({ name: 'after', value }).execute());
    },
  );

  test('a backup leaves a nearly full disk alone, with the backups on it', LIMIT, async (t) => {
    const { files, data } = await prepare(t);
    const disk = await smallDisk(t, 66);
    const backUp = () => runCli(t, files, ['backup', '--data', data], { FEAAS_BACKUP_FOLDER: disk });
    const first = await backUp();
    assert.equal(first.code, 0, first.err);
    await writeFile(join(disk, 'large'), Buffer.alloc(4 * 2 ** 20));
    const before = (await readdir(disk)).sort();
    const { code, err } = await backUp();
    assert.equal(code, 1);
    assert.match(
      err,
      /has 6\d MiB free, but a backup needs 6\d MiB with 64 that stay free\. The earlier backups are still there\./,
    );
    assert.deepEqual((await readdir(disk)).sort(), before);
  });
}

if (IS_ROOT) defineTests();
else
  test('the tests of this file, as root of a user namespace', { skip: process.platform !== 'linux' }, async () => {
    // With this variable, a nested test runner would run no test.
    const env = { ...process.env };
    delete env['NODE_TEST_CONTEXT'];
    const unshare = ['--user', '--map-root-user', '--mount', process.execPath, ...process.execArgv, process.argv[1]!];
    await promisify(execFile)('unshare', unshare, { env });
  });
