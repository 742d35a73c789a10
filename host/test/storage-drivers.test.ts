/** The registry of storage drivers: their selection by settings, and their use by commands. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseStorage, storageAt, STORAGE_SETTINGS } from '../src/storage/drivers/registry.js';
import { readSettings } from '../src/config/read-settings.js';
import { silentLog } from './support/content-services.js';
import { makePublishedFolder } from './support/published-host.js';
import { DRIVER_EXAMPLES } from './support/storage-drivers.js';

const ACCOUNT = 'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net';
const BLOB = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from('one') };

test('without settings, blobs are files of the data folder', async (t) => {
  const data = join(await makePublishedFolder(t), 'data');
  const location = parseStorage({});
  assert.deepEqual(location, { driver: 'folder', options: {} });
  const storage = storageAt(location);
  assert.equal(storage.isBlobsFolder, true);
  assert.equal(storage.describe(data), `folder ${join(data, 'blobs')}`);
  assert.equal(storage.mayExist(data), false);
  storage.prepare(data);
  assert.equal((await stat(data)).mode & 0o777, 0o700);
  const blobs = await storage.open({ data, log: silentLog });
  await blobs.put('media/demo/a.txt', BLOB);
  assert.equal((await blobs.get('media/demo/a.txt'))?.bytes.toString(), 'one');
  assert.equal(storage.mayExist(data), true);
});

test('a connection string chooses Azure; its container has a default', async (t) => {
  const data = join(await makePublishedFolder(t), 'data');
  const location = parseStorage({ azureConnection: ACCOUNT });
  assert.deepEqual(location, { driver: 'azure', options: { connectionString: ACCOUNT, container: 'feaas' } });
  const storage = storageAt(location);
  assert.equal(storage.isBlobsFolder, false);
  assert.equal(storage.describe(data), 'container feaas of Azure account shop');
  assert.equal(storage.mayExist(data), true, 'an account may be used by another database');
  storage.prepare(data);
  await assert.rejects(stat(data), 'Azure needs no data folder');
});

test('a container without a connection string chooses nothing', () => {
  assert.equal(parseStorage({ azureContainer: 'pictures' }).driver, 'folder');
});

for (const [driver, { settings, options }] of Object.entries(DRIVER_EXAMPLES)) {
  test(`${driver} is chosen by its settings, from the environment and from flags`, () => {
    const environment: Record<string, string> = {};
    const secrets: Record<string, string> = {};
    const flags: Record<string, string> = {};
    for (const [name, text] of Object.entries<string>(settings)) {
      const { variable, flag } = STORAGE_SETTINGS[name as keyof typeof STORAGE_SETTINGS];
      environment[variable] = text;
      if (flag === undefined) secrets[variable] = text;
      else flags[flag] = text;
    }
    const sources = { flags: {}, environment: {}, file: {}, folder: '/srv' };
    assert.deepEqual(readSettings({ ...sources, environment }).settings.storage, { driver, options });
    assert.deepEqual(readSettings({ ...sources, environment: secrets, flags }).settings.storage, { driver, options });
  });
}

test('the settings of the drivers have distinct names, variables and flags', () => {
  const all = Object.values(STORAGE_SETTINGS);
  assert.equal(new Set(all.map(({ variable }) => variable)).size, all.length);
});
