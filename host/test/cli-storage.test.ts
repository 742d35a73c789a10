/** `storage copy` and `storage move`: between all kinds of stores, killed in the middle, and rejected if content would mix. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginMove } from '../src/cli/storage/move-state.js';
import { checkBackup } from '../src/cli/backup/format.js';
import { contentKeys } from '../src/cli/storage/copy-blobs.js';
import { describeCopy } from '../src/cli/storage/transfer-progress.js';
import { identityOfStore } from '../src/publishing/store-identity.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { parseStorage, storageAt } from '../src/storage/drivers/registry.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { startAzurite } from './support/azurite.js';
import { spawnCli, runCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { startFaultyProxy } from './support/faulty-proxy.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import { silentLog } from './support/content-services.js';
import { S3_ACCESS_KEY, startS3ForFile } from './support/s3.js';

const AURORA = new URL('../library/', import.meta.url).pathname;
const START = ['start', '--port', '0', '--env', 'production', '--site', '.', '--drain-seconds', '0'];
const PICTURES = 150;
const azurite = await startAzurite();
const s3 = await startS3ForFile();

interface Store {
  readonly environment: Record<string, string>;
  open(): Promise<BlobStore>;
}
const atS3 = (bucket: string): Store => ({
  environment: {
    FEAAS_STORAGE: s3.locationOf(bucket),
    AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
  },
  open: () =>
    storageAt(
      parseStorage({ storage: s3.locationOf(bucket), s3AccessKeyId: S3_ACCESS_KEY, s3SecretAccessKey: S3_ACCESS_KEY }),
    ).open({
      data: '',
      log: silentLog,
    }),
});
const atAzure = (container: string): Store => ({
  environment: {
    AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString,
    AZURE_STORAGE_CONTAINER: container,
  },
  open: () =>
    storageAt(parseStorage({ azureConnection: azurite.connectionString, azureContainer: container })).open({
      data: '',
      log: silentLog,
    }),
});
const inFolder = (data: string): Store => ({
  environment: {},
  open: () => storageAt(parseStorage({})).open({ data, log: silentLog }),
});

async function contentOf(store: BlobStore): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const key of (await contentKeys(store)).sort()) {
    const { bytes, contentType, cacheControl, metadata } = (await store.get(key))!;
    content[key] = { text: bytes.toString('base64'), contentType, cacheControl, metadata };
  }
  return content;
}

/** Writes a file with the settings of a store, for `--to`. */
async function settingsFile(folder: string, name: string, { environment }: Store): Promise<string> {
  const lines = Object.entries(environment).map(([variable, value]) => `${variable}='${value}'\n`);
  await writeFile(join(folder, name), lines.join(''));
  return name;
}

/** Starts a host on a store and stops it. */
async function delivers(t: TestContext, folder: string, environment: Record<string, string>): Promise<void> {
  const host = spawnCli(t, folder, START, environment);
  const [, url] = await host.waitForOutput(/ready at (http:[/\d.:]+\d)/);
  assert.match((await sendRequest(`${url}/components/aurora/hero/responsive/published.html`)).text, /<section/);
  assert.equal((await sendRequest(`${url}/media/aurora/picture-7.bin`)).status, 200);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0, host.output.err);
}

// The moved blobs are the same on both databases; without FEAAS_LONG one is enough.
for (const kind of process.env['FEAAS_LONG'] === '1' ? DATABASE_KINDS : (['postgres'] as const))
  test(`a move is resumed after SIGKILL, from a folder to S3 and from S3 to Azure, and back (${kind})`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    const { settings } = await testStores(kind).newStore();
    const database: Record<string, string> = settings.url === undefined ? {} : { DATABASE_URL: settings.url };
    // In separate processes, so that open files of one command do not affect the next.
    const runs = async (args: readonly string[], store: Store, expected = 0) => {
      const ended = await runCli(t, folder, args, { ...database, ...store.environment });
      assert.equal(ended.code, expected, `${args.join(' ')}: ${ended.out}${ended.err}`);
      return ended;
    };
    const stores = [inFolder(join(folder, '.feaas')), atS3(`move-${kind}/site`), atAzure(`move-${kind}`)] as const;
    const [local, bucket, container] = stores;
    await runs(['import', `${AURORA}aurora`], local);
    const source = await local.open();
    for (let n = 0; n < PICTURES; n++)
      await source.put(`media/aurora/picture-${n}.bin`, {
        ...{ contentType: 'application/octet-stream', cacheControl: 'max-age=9', metadata: { number: String(n) } },
        bytes: Buffer.alloc(20_000, n),
      });
    await delivers(t, folder, { ...database, ...local.environment });
    const content = await contentOf(source);

    for (const [from, to, name] of [
      [local, bucket, 's3.env'],
      [bucket, container, 'azure.env'],
    ] as const) {
      const file = await settingsFile(folder, name, to);
      const target = await to.open();
      const moving = spawnCli(t, folder, ['storage', 'move', '--to', file], { ...database, ...from.environment });
      let there: number;
      do {
        await sleep(5);
        there = (await contentKeys(target)).length;
      } while (there < 40);
      moving.process.kill('SIGKILL');
      assert.equal(await moving.exited, 'SIGKILL', moving.output.out);
      assert.ok(there < Object.keys(content).length, `${there} of ${Object.keys(content).length} when it was killed`);

      // A host does not start on a partial copy; it starts on the old store.
      const half = await runCli(t, folder, START, { ...database, ...to.environment });
      assert.match(half.err, /delivered to another blob store than this one/);
      await runs(['check'], from);

      const { out, err } = await runs(['storage', 'move', '--to', file], from);
      const [, copied, skipped, compared] =
        /^(\d+) blobs copied to .*, (\d+) were there already, 0 removed\. (\d+) blobs are equal\. Set this store/.exec(
          out,
        ) ?? [];
      const total = Object.keys(content).length;
      assert.equal(Number(copied) + Number(skipped), total, out);
      assert.ok(Number(skipped) >= there, `${skipped} of at least ${there} were skipped`);
      assert.equal(Number(compared), total);
      assert.match(err, /^copied \d+ of \d+ blobs, \d+\.\d MiB, \d+\.\d MiB\/s; \d+ were there already$/m);
      assert.match(err, new RegExp(`^compared ${total} of ${total} blobs$`, 'm'));

      assert.deepEqual(await contentOf(target), content);
      await runs(['check'], to);
      await delivers(t, folder, { ...database, ...to.environment });
      const left = await runCli(t, folder, START, { ...database, ...from.environment });
      assert.match(
        left.err,
        /delivered to another blob store than this one/,
        'the store that was left is not started on',
      );
      assert.match((await runs(['storage', 'move', '--to', file], to, 1)).err, /names the store that is in use/);
    }

    // Back to the folder, whose previous content may be replaced.
    const empty = await settingsFile(folder, 'folder.env', local);
    assert.match((await runs(['storage', 'move', '--to', empty], container, 1)).err, /belongs to another database/);
    await runs(['storage', 'move', '--to', empty, '--take-over'], container);
    assert.deepEqual(await contentOf(source), content);
    await delivers(t, folder, { ...database, ...local.environment });
  });

test('a copy runs with the host; the move then copies the rest, corrects differences and removes deleted blobs', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const local = inFolder(join(folder, '.feaas'));
  const bucket = atS3('copied');
  await runCliInProcess(folder, ['import', `${AURORA}aurora`]);
  const source = await local.open();
  const picture = (text: string) => ({
    ...{ contentType: 'text/plain', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from(text) },
  });
  for (const name of ['same', 'gone', 'damaged']) await source.put(`media/aurora/${name}`, picture(name));
  const host = spawnCli(t, folder, START);
  await host.waitForOutput(/ready at (http:[/\d.:]+\d)/);
  const file = await settingsFile(folder, 's3.env', bucket);
  const copied = await runCliInProcess(folder, ['storage', 'copy', '--to', file]);
  assert.match(
    copied.out,
    /^\d+ blobs copied to bucket copied of .*, 0 were there already\. To change to this store, stop all hosts/,
  );
  const refused = await runCliInProcess(folder, ['storage', 'move', '--to', file]);
  assert.match(refused.err, /is in use by process \d+/);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);

  await source.delete('media/aurora/gone');
  await source.put('media/aurora/late', picture('late'));
  const target = await bucket.open();
  await target.put('media/aurora/damaged', picture('DAMAGED'));
  const moved = await runCliInProcess(folder, ['storage', 'move', '--to', file]);
  assert.equal(moved.code, 0, moved.err);
  // The host may have written one more blob after the copy.
  assert.match(moved.out, /^(?:[2-9]|\d{2,}) blobs copied to .*, [1-9]\d* were there already, 1 removed\./);
  assert.deepEqual(await contentOf(target), await contentOf(source));
});

test('a copy and a backup survive faults of the network, and end without a result if the store stays away', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const proxy = await startFaultyProxy(s3.port);
  cleanUp(t, () => proxy.close());
  const bucket = atS3('faulty');
  const direct = bucket.environment['FEAAS_STORAGE']!;
  const throughProxy = {
    ...bucket,
    environment: { ...bucket.environment, FEAAS_STORAGE: direct.replace(`:${s3.port}`, `:${proxy.port}`) },
  };
  await runCliInProcess(folder, ['import', `${AURORA}aurora`]);
  const source = await inFolder(join(folder, '.feaas')).open();
  const target = await bucket.open();
  const file = await settingsFile(folder, 's3.env', throughProxy);
  const copy = () => runCliInProcess(folder, ['storage', 'copy', '--to', file]);
  const unavailable = { status: 503, body: '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>' };

  proxy.setResponse(unavailable, (method) => method === 'PUT');
  const failed = await copy();
  assert.equal(failed.code, 1);
  assert.match(failed.err, /503 SlowDown/);
  assert.doesNotMatch(failed.err, /\n {4}at /);
  assert.deepEqual(await contentKeys(target), []);
  proxy.setResponse();
  for (const fault of ['reset', 'lost answer', 'error'] as const) {
    proxy.setFault(fault, 3);
    const copied = await copy();
    assert.equal(copied.code, 0, `${fault}: ${copied.err}`);
    assert.deepEqual(await contentOf(target), await contentOf(source), fault);
    for (const key of (await contentKeys(target)).slice(0, 3)) await target.delete(key);
  }
  proxy.setFault();
  assert.equal((await copy()).code, 0);

  await rm(join(folder, '.feaas/blobs'), { recursive: true });
  const backUp = (name: string) => runCliInProcess(folder, ['backup', name], throughProxy.environment);
  proxy.setResponse(unavailable);
  const refused = await backUp('refused.gz');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /503 Service Unavailable/);
  assert.doesNotMatch(refused.err, /\n {4}at /);
  proxy.setResponse();
  for (const fault of ['torn download', 'slow'] as const) {
    proxy.setFault(fault, 2);
    const name = `${fault}.gz`;
    const { code, err } = await backUp(name);
    assert.equal(code, 0, `${fault}: ${err}`);
    assert.deepEqual((await checkBackup(join(folder, name))).missing, [], fault);
  }
  assert.deepEqual(
    (await readdir(folder)).filter((name) => /refused|unfinished/.test(name)),
    [],
  );
});

for (const kind of DATABASE_KINDS)
  test(`a copy and a move skip a damaged blob and go on (${kind})`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    const { settings } = await testStores(kind).newStore();
    const database: Record<string, string> = settings.url === undefined ? {} : { DATABASE_URL: settings.url };
    const local = inFolder(join(folder, '.feaas'));
    const bucket = atS3(`damaged-${kind}`);
    const call = (args: readonly string[]) => runCliInProcess(folder, args, database);
    assert.equal((await call(['import', `${AURORA}aurora`])).code, 0);
    const source = await local.open();
    for (const name of ['picture-7.bin', 'torn.bin', 'link.bin'])
      await source.put(`media/aurora/${name}`, {
        ...{ contentType: 'application/octet-stream', cacheControl: 'max-age=9', metadata: {} },
        bytes: Buffer.from(name),
      });
    await delivers(t, folder, database);
    const blobs = join(folder, '.feaas/blobs');
    const damaged = ['components/aurora/hero/responsive/published.html', 'media/aurora/torn.bin'];
    for (const key of damaged) {
      const path = join(blobs, `${key}.blob`);
      await writeFile(path, (await readFile(path)).subarray(0, -1));
    }
    // The blob is unreadable but may be undamaged.
    const link = join(blobs, 'media/aurora/link.bin.blob');
    const bytes = await readFile(link);
    await rm(link);
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    cleanUp(t, () => server.close());
    await symlink(join(folder, 'socket'), link);
    const whole = (await contentKeys(source)).filter((key) => !damaged.includes(key));
    const target = await bucket.open();
    const file = await settingsFile(folder, 's3.env', bucket);

    const copied = await call(['storage', 'copy', '--to', file]);
    assert.equal(copied.code, 3, copied.err);
    assert.match(copied.out, new RegExp(`^${whole.length - 1} blobs copied to .*, 0 were there already`));
    for (const key of damaged) assert.match(copied.err, new RegExp(`^${key}: Blob file .* it holds`, 'm'));
    assert.match(copied.err, /^media\/aurora\/link\.bin: Could not read blob 'media\/aurora\/link\.bin'\./m);
    assert.match(copied.err, /could not copy 3 blobs, named above\. It copied all others\./);
    assert.doesNotMatch(copied.err, /\n {4}at /);

    // After the move nothing would look for that blob in the old store.
    const refused = await call(['storage', 'move', '--to', file]);
    assert.equal(refused.code, 1, refused.err);
    assert.match(refused.err, /could not copy 1 blobs, named above, to bucket .* still delivers to folder .*blobs\./);
    await call(['check']);
    assert.deepEqual((await contentKeys(target)).sort(), whole.filter((key) => !key.includes('link')).sort());

    await rm(link);
    await writeFile(link, bytes);
    // Copies of blobs from before the damage are kept.
    const late = join(blobs, 'media/aurora/picture-7.bin.blob');
    await writeFile(late, (await readFile(late)).subarray(0, -1));
    const moved = await call(['storage', 'move', '--to', file]);
    assert.equal(moved.code, 3, moved.err);
    assert.match(moved.err, /3 damaged blobs, named above, were not copied\. The database has the content of 1,/);
    assert.deepEqual((await contentKeys(target)).sort(), whole.sort());
    await delivers(t, folder, { ...database, ...bucket.environment });
    assert.equal((await runCliInProcess(folder, ['check'], { ...database, ...bucket.environment })).code, 0);
  });

test('a move that was interrupted after the change of the database is completed by the next call', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const local = inFolder(join(folder, '.feaas'));
  const bucket = atS3('half');
  await runCliInProcess(folder, ['import', `${AURORA}aurora`]);
  const host = spawnCli(t, folder, START);
  await host.waitForOutput(/ready at/);
  host.process.kill('SIGTERM');
  await host.exited;
  const [source, target] = [await local.open(), await bucket.open()];
  const before = await identityOfStore(source);
  const mark = await beginMove(target, before, 'a store', false);
  assert.deepEqual(await beginMove(target, before, 'a store', false), mark, 'the next call finds it');
  const { openDatabase } = await import('../src/db/dialects/open-database.js');
  const { recordIdentity } = await import('../src/publishing/store-identity.js');
  const database = await openDatabase({ file: join(folder, '.feaas/feaas.db') });
  await database.write((transaction) => recordIdentity(transaction, mark.next));
  await database.close();
  const file = await settingsFile(folder, 's3.env', bucket);
  const moved = await runCliInProcess(folder, ['storage', 'move', '--to', file]);
  assert.equal(moved.code, 0, moved.err);
  assert.equal(await identityOfStore(target), mark.next);
  assert.equal((await runCliInProcess(folder, ['check'], bucket.environment)).out, 'database and blobs agree\n');
});

test('a store with other content, and a file without a store, are rejected', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await runCliInProcess(folder, ['import', `${AURORA}aurora`]);
  const bucket = atS3('used');
  const file = await settingsFile(folder, 's3.env', bucket);
  const target = await bucket.open();
  await target.put('media/other/x', {
    contentType: 'text/plain',
    cacheControl: 'no-cache',
    metadata: {},
    bytes: Buffer.from('x'),
  });
  const refused = async (args: string[], expected: RegExp): Promise<void> => {
    const { code, err } = await runCliInProcess(folder, ['storage', ...args]);
    assert.equal(code, 1);
    assert.match(err, expected);
  };
  for (const action of ['copy', 'move'])
    await refused(
      [action, '--to', file],
      /the other store \(bucket used of .*\) is not empty\. .* nothing changed\. Name an empty store\./,
    );
  assert.deepEqual(await contentKeys(target), ['media/other/x']);
  await writeFile(join(folder, 'all.env'), 'PORT=1\n');
  await refused(
    ['move', '--to', 'all.env'],
    /'.*all\.env' sets PORT, which names no store\. Leave only these in it: .*FEAAS_STORAGE/,
  );
  await writeFile(join(folder, 'empty.env'), '');
  await refused(['move', '--to', 'empty.env'], /names the store that is in use \(.*blobs\)/);
  await refused(['move'], /'storage move' needs --to <file>\./);
  await refused(['copy', '--to', 'none'], /could not read '.*none' \(ENOENT\)\. Check/);
  await refused(['rename', '--to', file], /'storage' takes copy or move, but got 'rename'/);

  // Intended: the other content stays and is reported.
  const moved = await runCliInProcess(folder, ['storage', 'move', '--to', file, '--take-over']);
  assert.equal(moved.code, 0, moved.err);
  assert.match(moved.err, /1 blobs of the other store are not of this database, and stay/);
  assert.ok((await contentKeys(target)).includes('media/other/x'));
});

test('progress shows the count, the bytes and the rate', () => {
  const counts = { total: 500, copied: 120, bytes: 3.5 * 2 ** 20, skipped: 80, failed: 0 };
  assert.equal(describeCopy(counts, 2), 'copied 120 of 500 blobs, 3.5 MiB, 1.8 MiB/s; 80 were there already');
  assert.equal(describeCopy({ ...counts, skipped: 0 }, 0), 'copied 120 of 500 blobs, 3.5 MiB, 0.0 MiB/s');
  assert.match(describeCopy({ ...counts, failed: 2 }, 2), /; 80 were there already; 2 failed$/);
});
