/** The documented moves between blob stores: a folder, then S3, then Azure, and back; with a host on each of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStorage, storageAt } from '../src/storage/drivers/registry.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { STORE_IDENTITY_KEY } from '../src/storage/blob-store.js';
import { startAzurite } from './support/azurite.js';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { silentLog } from './support/content-services.js';
import { S3_ACCESS_KEY, startS3ForFile } from './support/s3.js';

const AURORA = new URL('../library/', import.meta.url).pathname;
const START = ['start', '--port', '0', '--env', 'production', '--site', '.', '--drain-seconds', '0'];
const azurite = await startAzurite();
const s3 = await startS3ForFile();

const S3 = {
  FEAAS_STORAGE: s3.locationOf('moved/site'),
  AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
};
const AZURE = { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString, AZURE_STORAGE_CONTAINER: 'moved' };

const openS3 = (): Promise<BlobStore> =>
  storageAt(
    parseStorage({ storage: S3.FEAAS_STORAGE, s3AccessKeyId: S3_ACCESS_KEY, s3SecretAccessKey: S3_ACCESS_KEY }),
  ).open({
    data: '',
    log: silentLog,
  });
const openAzure = (): Promise<BlobStore> =>
  storageAt(parseStorage({ azureConnection: azurite.connectionString, azureContainer: 'moved' })).open({
    data: '',
    log: silentLog,
  });
const openFolder = (data: string): Promise<BlobStore> => storageAt(parseStorage({})).open({ data, log: silentLog });

/** All blobs except the store identity, without their modification times. */
async function contentOf(store: BlobStore): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for await (const key of store.list('')) {
    if (key === STORE_IDENTITY_KEY) continue;
    const { bytes, contentType, cacheControl, metadata } = (await store.get(key))!;
    content[key] = { text: bytes.toString('base64'), contentType, cacheControl, metadata };
  }
  return content;
}

test('content moves from a folder to S3, to Azure and back, and a host serves it from each store', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const runs = async (args: readonly string[], environment: Record<string, string> = {}, expected = 0) => {
    // In separate processes, as operators run them, so that open files of one command do not affect the next.
    const { exited, output } = spawnCli(t, folder, args, environment);
    assert.equal(await exited, expected, `${args.join(' ')}: ${output.out}${output.err}`);
    return output;
  };
  const delivers = async (data: string, environment: Record<string, string>): Promise<void> => {
    const host = spawnCli(t, folder, [...START, '--data', data], environment);
    const [, url] = await host.waitForOutput(/ready at (http:[/\d.:]+\d)/);
    assert.equal((await sendRequest(`${url}/readyz`)).status, 200);
    assert.match((await sendRequest(`${url}/components/aurora/hero/responsive/published.html`)).text, /<section/);
    const range = await sendRequest(`${url}/media/aurora/hero.svg`, { headers: { range: 'bytes=0-3' } });
    assert.deepEqual([range.status, range.text.length], [206, 4]);
    host.process.kill('SIGTERM');
    assert.equal(await host.exited, 0, host.output.err);
  };

  // With a backup, as for a move to another machine.
  await runs(['import', `${AURORA}aurora`, '--data', 'one']);
  const content = await contentOf(await openFolder(`${folder}/one`));
  assert.ok(Object.keys(content).length > 20);
  await runs(['backup', 'one.gz', '--data', 'one']);
  await runs(['restore', 'one.gz', '--data', 'two'], S3);
  assert.deepEqual(await contentOf(await openS3()), content);
  await runs(['check', '--data', 'two'], S3);
  await delivers('two', S3);

  // With a copy, as for a change of the store of one database.
  const [from, to] = [await openS3(), await openAzure()];
  for (const prefix of ['media/', 'thumbnails/'])
    for await (const key of from.list(prefix)) await to.put(key, (await from.get(key))!);
  assert.match((await runs(['check', '--data', 'two'], AZURE, 1)).err, /run 'check --repair' to deliver/);
  await runs(['check', '--repair', '--data', 'two'], AZURE);
  assert.deepEqual(await contentOf(to), content);
  await delivers('two', AZURE);

  await runs(['backup', 'two.gz', '--data', 'two'], AZURE);
  await runs(['restore', 'two.gz', '--data', 'three']);
  assert.deepEqual(await contentOf(await openFolder(`${folder}/three`)), content);
  // The S3 store still has the identity of the second database.
  const { err } = await runs(['check', '--data', 'three'], S3, 1);
  assert.match(err, /the blob store \(bucket moved\/site of http:\S+\) belongs to another database/);
  const { out: config } = await runs(['config', '--json', '--data', 'three'], S3);
  assert.equal(JSON.parse(config).FEAAS_STORAGE.value, S3.FEAAS_STORAGE);
  assert.equal(JSON.parse(config).AWS_SECRET_ACCESS_KEY.value, '***');
});
