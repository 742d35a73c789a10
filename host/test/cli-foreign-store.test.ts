/** Neither a start nor a restore nor a command writes to the blob store of another database without a request. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { STORE_IDENTITY_KEY, type BlobStore } from '../src/storage/blob-store.js';
import { startAzurite } from './support/azurite.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());
const azurite = startAzurite();

const HERO = 'components/demo/hero/responsive/published.html';
const START = ['start', '--port', '0', '--env', 'production', '--site', '.', '--drain-seconds', '0'];
const FOREIGN =
  /^feaas-host: the blob store \(.*\) belongs to another database than this one \(.*feaas\.db\)\. This host would/;
const NOT_RESTORED = /^feaas-host: the blob store \(.*\) does not belong to the database to replace/;

type Environment = Record<string, string>;

/** The files of a library with one component. */
async function library(folder: string, text: string): Promise<string> {
  const name = `library of ${text}`;
  await mkdir(join(folder, name, 'demo/components/hero'), { recursive: true });
  await writeFile(join(folder, name, 'demo/components/hero/responsive.html'), `<p>${text}</p>`);
  return name;
}

const assertCommandSucceeds = async (
  folder: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<void> => {
  const { code, err, out } = await runCliInProcess(folder, args, environment);
  assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
};

const assertCommandFails = async (
  folder: string,
  args: readonly string[],
  why: RegExp,
  environment: Environment = {},
) => {
  const { code, err } = await runCliInProcess(folder, args, environment);
  assert.match(err, why, args.join(' '));
  assert.equal(code, 1);
};

/** A host that starts unexpectedly keeps running in its own process, and is killed after the test. */
const startRefuses = (
  t: TestContext,
  folder: string,
  args: readonly string[],
  why: RegExp,
  environment: Environment = {},
) => spawnCli(t, folder, args, environment).waitForOutput(why, 'err');

async function assertHostStarts(t: TestContext, folder: string, environment: Environment, args = START): Promise<void> {
  const host = spawnCli(t, folder, args, environment);
  await host.waitForOutput(/is ready at/);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
}

/** A host A that has published 'new' to a store, and a backup of the store with 'old'. */
async function delivered(t: TestContext, environment: Environment): Promise<string> {
  const folder = await makeTemporaryFolder(t);
  await assertCommandSucceeds(folder, ['import', await library(folder, 'old')], environment);
  await assertHostStarts(t, folder, environment);
  await assertCommandSucceeds(folder, ['backup', 'b.gz'], environment);
  await assertCommandSucceeds(folder, ['import', await library(folder, 'new')], environment);
  return folder;
}

const textIn = async (blobs: BlobStore): Promise<string | undefined> => (await blobs.get(HERO))?.bytes.toString();
const markIn = async (blobs: BlobStore): Promise<string | undefined> =>
  (await blobs.get(STORE_IDENTITY_KEY))?.bytes.toString();

async function azure(): Promise<{ environment: Environment; blobs: BlobStore }> {
  const { connectionString } = await azurite;
  const container = `c${crypto.randomUUID()}`.slice(0, 8);
  return {
    environment: { AZURE_STORAGE_CONNECTION_STRING: connectionString, AZURE_STORAGE_CONTAINER: container },
    blobs: createAzureBlobs(connectionString, container),
  };
}

test('on Azure a restore of another data folder, and another database, leave the live store alone', async (t) => {
  const { environment, blobs } = await azure();
  const folder = await delivered(t, environment);
  const running = spawnCli(t, folder, START, environment);
  await running.waitForOutput(/is ready at/);
  const mark = await markIn(blobs);
  for (const args of [[], ['--force']]) {
    await assertCommandFails(folder, ['restore', 'b.gz', '--data', 'C', ...args], NOT_RESTORED, environment);
  }
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--data', 'rehearsal'], {});
  const other = await library(folder, 'other');
  await startRefuses(t, folder, [...START, '--data', 'B', '--library', other], FOREIGN, environment);
  await assertCommandFails(folder, ['import', other, '--data', 'B'], FOREIGN, environment);
  await assertCommandFails(folder, ['check', '--data', 'B'], FOREIGN, environment);
  assert.deepEqual([await textIn(blobs), await markIn(blobs)], ['<p>new</p>', mark]);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);

  // The same database, after its hosts are stopped.
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--force'], environment);
  assert.deepEqual([await textIn(blobs), await markIn(blobs)], ['<p>old</p>', mark]);
  await assertHostStarts(t, folder, environment);

  // Another database that replaces it.
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--data', 'C', '--take-over'], environment);
  assert.notEqual(await markIn(blobs), mark);
  await assertHostStarts(t, folder, environment, [...START, '--data', 'C']);
  await startRefuses(t, folder, START, /delivered to another blob store than this one/, environment);
});

test('another database adopts a blob folder only on request, and the first database loses it', async (t) => {
  const folder = await delivered(t, {});
  const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
  const environment = { DATABASE_URL: await server.newDatabase() };
  const foreign = /belongs to another database than this one \(PostgreSQL at /;
  await startRefuses(t, folder, START, foreign, environment);
  await assertCommandFails(folder, ['restore', 'b.gz'], NOT_RESTORED, environment);
  await assertCommandFails(folder, ['restore', 'b.gz', '--force'], NOT_RESTORED, environment);
  assert.equal(await textIn(blobs), '<p>new</p>');
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--take-over'], environment);
  assert.equal(await textIn(blobs), '<p>old</p>');
  await assertHostStarts(t, folder, environment);
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--force'], environment);
  await assertHostStarts(t, folder, environment);

  await startRefuses(t, folder, START, /delivered to another blob store than this one/);
  await assertCommandFails(folder, ['import', 'library of new'], /delivered to another blob store than this one/);
  // The store may be in use by the other database.
  await assertCommandFails(folder, ['restore', 'b.gz', '--force'], NOT_RESTORED);
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--force', '--take-over']);
  await assertHostStarts(t, folder, {});
});

/** A backup whose rows the tables refuse, which shows only after its blobs are in the store. */
async function refusedBackup(folder: string): Promise<string> {
  const lines = gunzipSync(await readFile(join(folder, 'b.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  const libraries = lines.find((line) => line.startsWith('{"table":"libraries"'))!;
  const { end } = JSON.parse(lines.pop()!) as { end: { rows: number } };
  const name = 'refused.gz';
  await writeFile(
    join(folder, name),
    gzipSync([...lines, libraries, JSON.stringify({ end: { ...end, rows: end.rows + 1 } })].join('\n')),
  );
  return name;
}

for (const [place, prepare] of [
  ['PostgreSQL and the folder of blobs', async () => ({ DATABASE_URL: await server.newDatabase() })],
  ['PostgreSQL and Azure', async () => ({ DATABASE_URL: await server.newDatabase() })],
  ['another data folder and Azure', async () => ({ FEAAS_DATA: 'C' })],
] as const)
  test(`a take-over that fails leaves the store to its database, with ${place}`, async (t) => {
    const { environment, blobs } = place.endsWith('Azure') ? await azure() : { environment: {}, blobs: undefined };
    const folder = await delivered(t, environment);
    const store = blobs ?? createFolderBlobs(join(folder, '.feaas/blobs'));
    const mark = await markIn(store);
    const other = { ...environment, ...(await prepare()) };
    const refused = ['restore', await refusedBackup(folder), '--force', '--take-over'];
    await assertCommandFails(folder, refused, /rows that the tables of this version refuse/, other);
    assert.deepEqual([await textIn(store), await markIn(store)], ['<p>new</p>', mark]);
    await assertHostStarts(t, folder, environment);
    await assertCommandSucceeds(folder, ['restore', 'b.gz', '--force', '--take-over'], other);
    assert.notEqual(await markIn(store), mark);
    await assertHostStarts(t, folder, other);
    await startRefuses(t, folder, START, /delivered to another blob store than this one/, environment);
  });

test('if the database is lost but its blobs exist, no host starts empty, and two commands recover', async (t) => {
  const folder = await delivered(t, {});
  for (const name of ['lost', 'given up']) {
    // Files that SQLite creates next to a database are temporary.
    const filter = (path: string): boolean => !basename(path).startsWith('feaas.db');
    await cp(join(folder, '.feaas'), join(folder, name), { recursive: true, filter });
    await startRefuses(t, folder, [...START, '--data', name], FOREIGN);
  }
  const lost = join(folder, 'lost');
  const mark = await markIn(createFolderBlobs(join(lost, 'blobs')));

  await assertCommandFails(folder, ['restore', 'b.gz', '--data', 'lost', '--force'], NOT_RESTORED);
  await assertCommandSucceeds(folder, ['restore', 'b.gz', '--data', 'lost', '--force', '--take-over']);
  await assertHostStarts(t, folder, {}, [...START, '--data', 'lost']);
  assert.equal(await textIn(createFolderBlobs(join(lost, 'blobs'))), '<p>old</p>');

  const repaired = await runCliInProcess(folder, ['check', '--repair', '--data', 'given up']);
  assert.match(repaired.out, /is a blob that the database does not know\n/);
  assert.match(
    repaired.err,
    /^feaas-host: what the database does not know stays in the blob store, .* unless you restore a backup that contains it\.\n$/,
  );
  assert.notEqual(await markIn(createFolderBlobs(join(folder, 'given up/blobs'))), mark, 'the lost one is told so');
  await assertHostStarts(t, folder, {}, [...START, '--data', 'given up']);
});

test('a repair through the running host or of its own store leaves the store identity unchanged', async (t) => {
  const folder = await delivered(t, {});
  const mark = await markIn(createFolderBlobs(join(folder, '.feaas/blobs')));
  const host = spawnCli(t, folder, START);
  await host.waitForOutput(/is ready at/);
  await assertCommandSucceeds(folder, ['check', '--repair']);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
  await assertHostStarts(t, folder, {});
  assert.equal(await markIn(createFolderBlobs(join(folder, '.feaas/blobs'))), mark);
  // A data folder is moved as a whole.
  await rename(join(folder, '.feaas'), join(folder, 'moved'));
  await assertHostStarts(t, folder, {}, [...START, '--data', 'moved']);
});

test('a blob folder serves one host: a second host fails to start, also from another data folder, until the first has ended', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const environment = { DATABASE_URL: await server.newDatabase() };
  await assertCommandSucceeds(folder, ['import', await library(folder, 'new')], environment);
  const first = spawnCli(t, folder, START, environment);
  await first.waitForOutput(/is ready at/);
  const blobs = join(folder, '.feaas/blobs');
  const why = new RegExp(
    `the folder '.*blobs' is in use by process ${first.process.pid}\\..* A folder of blobs serves one host\\. .*FEAAS_STORAGE`,
  );
  await startRefuses(t, folder, START, why, environment);
  await mkdir(join(folder, 'B'));
  await symlink(blobs, join(folder, 'B/blobs'));
  await startRefuses(t, folder, [...START, '--data', 'B'], why, environment);
  // Commands work beside the host, as before.
  await assertCommandSucceeds(folder, ['import', await library(folder, 'newer')], environment);
  await assertCommandSucceeds(folder, ['check'], environment);
  // Locks of a process are released when it is killed.
  first.process.kill('SIGKILL');
  await first.exited;
  await assertHostStarts(t, folder, environment);
  await assertHostStarts(t, folder, environment, [...START, '--data', 'B']);
});
