/** What a restore replaces and keeps, what blocks it, and its result after an interruption. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import Libsql from 'libsql';
import pg from 'pg';
import { UnavailableError } from '../src/lib/domain-error.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { readSettings, type Settings } from '../src/config/read-settings.js';
import { openBlobs, openDatabaseAndBlobs } from '../src/cli/content/open-content.js';
import { adoptRestored } from '../src/cli/content/replace-data-folder.js';
import { readBackup } from '../src/cli/backup/restore.js';
import type { Database } from '../src/db/database.js';
import { addPurges, queuedPurges } from '../src/publishing/purge/purge-queue.js';
import { startStubService } from './support/stub-service.js';
import { silentLog } from './support/content-services.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { IDENTITY_SECRET } from '../src/publishing/store-identity.js';
import { spawnCli, runCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { S3_ACCESS_KEY, type S3, startS3 } from './support/s3.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());

const HERO = 'blobs/components/demo/hero/responsive/published.html';

/** Creates a folder with the data of a host and its backup `b.gz`. */
async function backedUp(t: TestContext, environment: Record<string, string> = {}): Promise<string> {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'library/demo/components/hero'), { recursive: true });
  await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>one</p>');
  for (const args of [
    ['import', 'library'],
    ['backup', 'b.gz'],
  ]) {
    const { code, err } = await runCliInProcess(folder, args, environment);
    assert.equal(code, 0, err);
  }
  return folder;
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('a restore keeps the data folder itself, which may be a mount point, and foreign files in it', async (t) => {
  const folder = await backedUp(t);
  // A mount point is not empty and can neither be moved nor removed. A link simulates it.
  const disk = await mkdtemp(join(folder, 'disk-'));
  await mkdir(join(disk, 'lost+found'));
  await symlink(disk, join(folder, 'mounted'));
  const first = await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'mounted']);
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^\d+ rows and 0 blobs restored; the host has delivered all published content\n$/);
  assert.equal(await modeOf(join(disk, 'feaas.db')), 0o600);

  await writeFile(join(disk, 'notes.txt'), 'mine');
  const { ino } = await stat(disk);
  assert.match((await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'mounted'])).err, /is not empty\. --force/);
  await rm(join(disk, HERO, '..'), { recursive: true });
  const again = await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'mounted', '--force']);
  assert.equal(again.code, 0, again.err);
  assert.equal((await stat(disk)).ino, ino);
  const names = (await readdir(disk)).filter((name) => !/^feaas\.db-/.test(name));
  assert.deepEqual(names.sort(), ['blobs', 'feaas.db', 'host.lock', 'lost+found', 'notes.txt']);
  assert.equal((await runCliInProcess(folder, ['check', '--data', 'mounted'])).out, 'database and blobs agree\n');
});

test('a backup of a host that never signed a session is restored', async (t) => {
  const folder = await backedUp(t);
  const database = await openDatabase({ file: join(folder, '.feaas/feaas.db') });
  // The mark that the start of a host writes.
  await database.write((rows) =>
    rows.insertInto('secrets').values({ name: IDENTITY_SECRET, value: 'a store' }).execute(),
  );
  await database.close();
  assert.equal((await runCliInProcess(folder, ['backup', 'c.gz'])).code, 0);
  const { code, err, out } = await runCliInProcess(folder, ['restore', 'c.gz', '--data', 'new']);
  assert.equal(code, 0, err);
  assert.match(out, /restored; the host has delivered all published content\n$/);
  // A backup from before such batches were omitted.
  const lines = gunzipSync(await readFile(join(folder, 'b.gz'))).toString();
  const end = lines.lastIndexOf('{"end"');
  await writeFile(
    join(folder, 'd.gz'),
    gzipSync(`${lines.slice(0, end)}{"table":"secrets","rows":[]}\n${lines.slice(end)}`),
  );
  const older = await runCliInProcess(folder, ['restore', 'd.gz', '--data', 'older']);
  assert.equal(older.code, 0, older.err);
});

test('a folder that a restore creates is readable by its user only', async (t) => {
  const folder = await backedUp(t);
  const { code, err } = await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'new/data']);
  assert.equal(code, 0, err);
  assert.equal(await modeOf(join(folder, 'new/data')), 0o700);
  assert.equal(await modeOf(join(folder, 'new/data/feaas.db')), 0o600);
});

for (const moved of [
  [],
  ['blobs'],
  ['feaas.db-wal', 'feaas.db'],
  ['blobs', 'feaas.db', 'feaas.db-wal', 'feaas.db-shm'],
]) {
  test(`a swap that broke off after [${moved.join()}] is completed by the next command`, async (t) => {
    const folder = await backedUp(t);
    const data = join(folder, '.feaas');
    await runCliInProcess(folder, ['token', 'create', 'late']);
    await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'whole']);
    const fresh = join(data, '.restoring/data');
    await mkdir(join(data, '.restoring'));
    await rename(join(folder, 'whole'), fresh);
    const all = (await readdir(fresh)).filter((name) => !name.startsWith('host.'));
    await writeFile(join(data, '.restoring/whole'), JSON.stringify(all));
    // Removes each old part before its replacement is moved in.
    for (const name of moved.filter((each) => all.includes(each))) {
      // The write-ahead log may be missing at this time.
      await rm(join(data, name), { recursive: true, force: true });
      await rename(join(fresh, name), join(data, name));
    }
    const { code, out, err } = await runCliInProcess(folder, ['check']);
    assert.deepEqual([code, out], [0, 'database and blobs agree\n'], err);
    assert.equal((await runCliInProcess(folder, ['token', 'list'])).out, '', 'it is the restored content');
    assert.ok(!(await readdir(data)).includes('.restoring'));
  });
}

test('a replacement takes what only the log of the restored database has, and nothing of the log of the replaced one', async (t) => {
  const folder = await backedUp(t);
  const data = join(folder, '.feaas');
  const restored = join(data, '.restoring/data');
  await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'other']);
  await mkdir(join(data, '.restoring'));
  await rename(join(folder, 'other'), restored);
  const add = (connection: Libsql.Database, name: string): unknown =>
    connection.prepare('insert into secrets (name, value) values (?, ?)').run(name, 'x');
  const old = new Libsql(join(data, 'feaas.db'));
  add(old, 'old');
  await copyFile(join(data, 'feaas.db-wal'), join(data, 'log'));
  old.close();
  await rename(join(data, 'log'), join(data, 'feaas.db-wal'));
  // Its connection ends later than the replacement, as connections of libsql do.
  const open = new Libsql(join(restored, 'feaas.db'));
  add(open, 'new');
  await adoptRestored(data);
  assert.deepEqual(
    (await readdir(data)).filter((name) => /^\.restoring$|-wal$/.test(name)),
    [],
  );
  const database = await openDatabase({ file: join(data, 'feaas.db'), log: silentLog });
  cleanUp(t, () => database.close());
  const rows = await database.read.selectFrom('secrets').select('name').where('value', '=', 'x').execute();
  assert.deepEqual(rows, [{ name: 'new' }]);
  open.close();
});

test('on PostgreSQL running hosts block a restore, and a restore blocks hosts', async (t) => {
  const url = await server.newDatabase();
  const environment = { DATABASE_URL: url };
  const folder = await backedUp(t, environment);
  const host = await openDatabase({ url });
  const refused = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /hosts or commands run on the database at 127\.0\.0\.1:\d+\/test_\S+\. Stop all of them/);
  assert.equal((await runCliInProcess(folder, ['check'], environment)).out, 'database and blobs agree\n');
  await host.close();

  const restoring = await openDatabase({ url, alone: true });
  await assert.rejects(openDatabase({ url }), /a restore of .* runs\. Wait for its end\.$/);
  await restoring.close();
  const restored = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.equal(restored.code, 0, restored.err);
});

test('a host that a restart of PostgreSQL disconnected blocks a restore and loses no save', async (t) => {
  const url = await server.newDatabase();
  const environment = { DATABASE_URL: url };
  const folder = await backedUp(t, environment);
  const database = await openDatabase({ url, log: silentLog });
  const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
  const contentService = createContentService({ database, blobs, log: silentLog });
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  const [version] = await contentService.versions([hero]);
  let saved = version!.revision;
  let stop = false;
  const saving = (async () => {
    while (!stop) {
      await contentService.save(hero, `<p>${saved}</p>`, { actor: { name: 'Ann', id: 'ann' }, expected: saved }).then(
        ({ revision }) => (saved = revision),
        // An interrupted save may have been applied.
        async () => {
          const [now] = await contentService.versions([hero]).catch(() => []);
          if (now) saved = now.revision;
        },
      );
      await sleep(50);
    }
  })();
  await sleep(300);
  await server.pause();
  // Long enough that the host waits some seconds before its next retry.
  await sleep(7_000);
  await server.resume();
  const restored = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  const before = saved;
  await sleep(500);
  stop = true;
  await saving;
  assert.equal(restored.code, 1, restored.out);
  assert.match(restored.err, /hosts or commands run on the database at .*\. Stop all of them first\./);
  assert.ok(saved > before && before > version!.revision, 'it saves before and after');
  const { items } = await contentService.history(hero, { first: 100 });
  assert.equal(items[0]?.number, saved);
  await contentService.close();
  const ended = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.equal(ended.code, 0, ended.err);
  assert.doesNotMatch(ended.err, /waiting 15 s/, 'one that ended in order is not waited for');
});

test('a restore waits until the lock of a crashed host expires', async (t) => {
  const url = await server.newDatabase();
  const environment = { DATABASE_URL: url };
  const folder = await backedUp(t, environment);
  const killed = new pg.Client(url);
  await killed.connect();
  await killed.query(`insert into secrets values ('open session x', '${Date.now()}')`);
  await killed.end();
  const started = performance.now();
  const restored = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.err, /was not ended in order, or has lost its connection: waiting 15 s for it\./);
  assert.ok(performance.now() - started > 15_000);
  const again = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.doesNotMatch(again.err, /waiting/);
});

test('nothing is written during a restore, also by a host that lost its shared lock', async () => {
  const url = await server.newDatabase();
  const database = await openDatabase({ url, log: silentLog });
  const write = (name: string) =>
    database.write((rows) => rows.insertInto('secrets').values({ name, value: '' }).execute());
  await write('a');
  const restoring = new pg.Client(url);
  await restoring.connect();
  const cut = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()";
  const lock = createHash('sha256').update('all of it').digest().readBigInt64BE(0).toString();
  await restoring.query(cut);
  await waitUntil(async () => {
    const { rows } = await restoring.query(`select pg_try_advisory_lock(${lock}) as held`);
    if (!rows[0].held) await restoring.query(cut);
    return rows[0].held;
  });
  await assert.rejects(write('b'), (error) => {
    assert.ok(error instanceof UnavailableError, String(error));
    assert.match(error.message, /A restore of the database runs: try again in a few seconds\.|does not answer/);
    return true;
  });
  await sleep(300);
  await assert.rejects(write('c'), /A restore of the database runs/);
  await restoring.end();
  await write('d');
  const rows = await database.read
    .selectFrom('secrets')
    .select('name')
    .where('name', 'in', ['a', 'b', 'c', 'd'])
    .execute();
  assert.deepEqual(rows.map(({ name }) => name).sort(), ['a', 'd']);
  await database.close();
});

test('tokens are content: a restore without --force removes none', async (t) => {
  const folder = await backedUp(t);
  const environment = { DATABASE_URL: await server.newDatabase() };
  await (await openDatabase({ url: environment.DATABASE_URL })).close();
  assert.equal((await runCliInProcess(folder, ['token', 'create', 'mine'], environment)).code, 0);
  const { code, err } = await runCliInProcess(folder, ['restore', 'b.gz'], environment);
  assert.equal(code, 1);
  assert.match(err, /the database is not empty: it has tokens\. --force replaces all it holds\.\n$/);
  assert.match((await runCliInProcess(folder, ['token', 'list'], environment)).out, / mine /);
});

test('a replacing restore leaves no orphaned blob', async (t) => {
  const environment = { DATABASE_URL: await server.newDatabase() };
  const folder = await backedUp(t, environment);
  await mkdir(join(folder, 'library/demo/components/later'));
  await writeFile(join(folder, 'library/demo/components/later/responsive.html'), '<p>later</p>');
  assert.equal((await runCliInProcess(folder, ['import', 'library'], environment)).code, 0);
  const { code, err } = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment);
  assert.equal(code, 0, err);
  assert.equal((await runCliInProcess(folder, ['check'], environment)).out, 'database and blobs agree\n');
});

/** A library with a picture, its backup, and then another picture in its place; another one was removed. */
async function pictureReplaced(t: TestContext, environment: Record<string, string>): Promise<string> {
  const folder = await makeTemporaryFolder(t);
  const drawing = (width: number): string => `<svg xmlns="http://www.w3.org/2000/svg"><rect width="${width}"/></svg>`;
  const media = join(folder, 'library/demo/media');
  await mkdir(media, { recursive: true });
  await writeFile(join(folder, 'library/demo/library.json'), '{"name":"Demo"}');
  for (const name of ['same', 'replaced', 'removed']) await writeFile(join(media, `${name}.svg`), drawing(1));
  assert.equal((await runCliInProcess(folder, ['import', 'library'], environment)).code, 0);
  assert.equal((await runCliInProcess(folder, ['backup', 'b.gz'], environment)).code, 0);
  await writeFile(join(media, 'replaced.svg'), drawing(2));
  assert.equal((await runCliInProcess(folder, ['import', 'library'], environment)).code, 0);
  await openedStore(folder, environment, (blobs) => blobs.delete('media/demo/removed.svg'));
  return folder;
}

/** Settings as the command line reads them. */
const settingsOf = (folder: string, environment: Record<string, string>): Settings =>
  readSettings({ flags: {}, environment, file: {}, folder }).settings;

const openedStore = async <Result>(
  folder: string,
  environment: Record<string, string>,
  work: (blobs: BlobStore) => Promise<Result>,
): Promise<Result> => work(await openBlobs(settingsOf(folder, environment), silentLog));

const picturesOf = (folder: string, environment: Record<string, string>): Promise<string[]> =>
  openedStore(folder, environment, async (blobs) => {
    const found: string[] = [];
    for await (const key of blobs.list('media/')) {
      const width = /width="(\d)"/.exec((await blobs.get(key))!.bytes.toString())?.[1];
      found.push(`${key.slice('media/demo/'.length)} ${width}`);
    }
    return found;
  });

const BEFORE = ['replaced.svg 2', 'same.svg 1'];
const RESTORED = ['removed.svg 1', 'replaced.svg 1', 'same.svg 1'];

interface Place {
  readonly folder: string;
  readonly environment: Record<string, string>;
}

const PLACES: readonly (readonly [string, (s3: S3) => Promise<Record<string, string>>])[] = [
  ['PostgreSQL and a folder', async () => ({ DATABASE_URL: await server.newDatabase() })],
  [
    'PostgreSQL and S3',
    async (s3) => ({ DATABASE_URL: await server.newDatabase(), FEAAS_STORAGE: s3.locationOf('content') }),
  ],
  ['the embedded database and S3', async (s3) => ({ FEAAS_STORAGE: s3.locationOf('content') })],
  ['the embedded database and a folder', async () => ({})],
];

for (const [place, storage] of PLACES) {
  const prepare = async (t: TestContext): Promise<Place> => {
    const s3 = await startS3();
    cleanUp(t, () => s3.stop());
    const environment = {
      AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
      ...(await storage(s3)),
    };
    return { folder: await pictureReplaced(t, environment), environment };
  };

  test(`a restore that fails in the database leaves the pictures of the old content, with ${place}`, async (t) => {
    const { folder, environment } = await prepare(t);
    const lines = gunzipSync(await readFile(join(folder, 'b.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    const twice = lines.findIndex((line) => line.startsWith('{"table":"libraries"'));
    const { end } = JSON.parse(lines.pop()!) as { end: { rows: number; blobs: number } };
    lines.push(lines[twice]!, JSON.stringify({ end: { ...end, rows: end.rows + 1 } }));
    await writeFile(join(folder, 'twice.gz'), gzipSync(lines.join('\n')));
    const failed = await runCli(t, folder, ['restore', 'twice.gz', '--force'], environment);
    assert.equal(failed.code, 1);
    assert.match(failed.err, /unique/i);
    assert.deepEqual(await picturesOf(folder, environment), BEFORE);
    assert.equal((await runCliInProcess(folder, ['check'], environment)).code, 0);
    assert.equal((await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment)).code, 0);
    assert.deepEqual(await picturesOf(folder, environment), RESTORED);
  });

  test(`a restore purges the pictures and the content that it replaces or removes, with ${place}`, async (t) => {
    const { folder, environment } = await prepare(t);
    await mkdir(join(folder, 'library/demo/components/later'), { recursive: true });
    await writeFile(join(folder, 'library/demo/components/later/responsive.html'), '<p>later</p>');
    await writeFile(join(folder, 'library/demo/media/later.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    assert.equal((await runCliInProcess(folder, ['import', 'library'], environment)).code, 0);
    // The CDN has not answered since its picture was removed.
    const purged = async (work: (database: Database) => Promise<void>): Promise<void> => {
      const { database } = await openDatabaseAndBlobs(settingsOf(folder, environment), silentLog, {});
      await work(database);
      await database.close();
    };
    await purged(({ write }) => write((transaction) => addPurges(transaction, ['media/demo/gone.svg'])));
    const hook = await startStubService(t, () => ({ status: 204 }));
    const withPurge = { ...environment, FEAAS_PURGE_URL: hook.url, FEAAS_PURGE_SECRET: 'a-secret-to-sign-with' };
    const restored = await runCliInProcess(folder, ['restore', 'b.gz', '--force'], withPurge);
    assert.equal(restored.code, 0, restored.err);
    // What the command has not sent, the next host sends.
    const keys = new Set(
      hook.requests.flatMap(({ body }) =>
        (JSON.parse(body) as { paths: string[] }).paths.map((path) => path.replace(/^\/(?:cdn\/)?/, '')),
      ),
    );
    await purged(async ({ read }) => {
      for (const key of await queuedPurges(read)) keys.add(key);
    });
    assert.deepEqual([...keys].filter((key) => key.startsWith('media/')).sort(), [
      'media/demo/gone.svg',
      'media/demo/later.svg',
      'media/demo/replaced.svg',
    ]);
    assert.ok(keys.has('components/demo/later/responsive/published.html'), [...keys].join());
  });
}

test('a host says that a restore ended before it had replaced all pictures, until another one does', async (t) => {
  const environment = { DATABASE_URL: await server.newDatabase() };
  const folder = await pictureReplaced(t, environment);
  const { database, blobs } = await openDatabaseAndBlobs(settingsOf(folder, environment), silentLog, { alone: true });
  // A process that is killed now has come so far.
  const { differing } = await readBackup(join(folder, 'b.gz'), database, blobs);
  await database.close();
  assert.deepEqual([...differing], ['media/demo/replaced.svg']);
  const warned = /a restore of '[^']*b\.gz' did not finish: .* run 'restore' with this file and --force again/;
  const startAndStop = async (): Promise<string> => {
    const host = spawnCli(t, folder, ['start', '--port', '0'], environment);
    await host.waitUntilReady();
    host.process.kill('SIGTERM');
    assert.equal(await host.exited, 0);
    return host.output.err;
  };
  assert.match(await startAndStop(), warned);
  assert.equal((await runCliInProcess(folder, ['restore', 'b.gz', '--force'], environment)).code, 0);
  assert.deepEqual(await picturesOf(folder, environment), RESTORED);
  assert.doesNotMatch(await startAndStop(), warned);
});

test('a restore to an external store that is killed leaves the old content complete or is completed', async (t) => {
  const s3 = await startS3();
  cleanUp(t, () => s3.stop());
  /** Called before each write request; false aborts the request. */
  let onWrite: ((write: string) => boolean) | undefined;
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const pass = (): void =>
      void request.pipe(
        ask({ host: '127.0.0.1', port: s3.port, method, path: url, headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        }).on('error', () => response.destroy()),
      );
    if ((method !== 'PUT' && method !== 'DELETE') || onWrite === undefined) return pass();
    if (onWrite(`${method} ${url}`)) return pass();
    response.destroy();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUp(t, () => (proxy.closeAllConnections(), proxy.close()));
  const environment = {
    FEAAS_STORAGE: s3
      .locationOf('killed')
      .replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${(proxy.address() as AddressInfo).port}`),
    ...{ AWS_ACCESS_KEY_ID: S3_ACCESS_KEY, AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY },
  };
  const folder = await backedUp(t, environment);
  await mkdir(join(folder, 'library/demo/components/later'));
  await writeFile(join(folder, 'library/demo/components/later/responsive.html'), '<p>later</p>');
  await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>two</p>');
  const check = async (): Promise<string[]> => {
    const { out, err } = await runCliInProcess(folder, ['check'], environment);
    assert.doesNotMatch(err, /feaas-host: (?!run 'check|what the database)/);
    return out.split('\n').filter((line) => !/does not know$|disagreements$|^$/.test(line));
  };
  assert.equal((await runCliInProcess(folder, ['import', 'library'], environment)).code, 0);
  const backup = await runCliInProcess(folder, ['backup', 'now.gz'], environment);
  assert.equal(backup.code, 0, backup.err);

  for (const at of [/^PUT /, /^DELETE .*components/, /^PUT .*components/]) {
    // Back to the newer content, so that each restore has blobs to remove and to overwrite.
    assert.equal((await runCliInProcess(folder, ['restore', 'now.gz', '--force'], environment)).code, 0);
    assert.deepEqual(await check(), ['database and blobs agree']);
    const restoring = spawnCli(t, folder, ['restore', 'b.gz', '--force'], environment);
    onWrite = (write) => {
      if (!at.test(write)) return true;
      restoring.process.kill('SIGKILL');
      return false;
    };
    assert.equal(await restoring.exited, 'SIGKILL');
    onWrite = undefined;
    assert.deepEqual(
      (await check()).filter((line) => line !== 'database and blobs agree'),
      [],
      `killed at ${at}`,
    );
  }
});
