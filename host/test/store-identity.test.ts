/** The shared identity of a database and its blob store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { checkStoreIdentity } from '../src/cli/content/check-store-identity.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import type { Log } from '../src/lib/log.js';
import { databaseForTest } from './support/test-database.js';
import test from './support/each-database.js';
import { makeTemporaryFolder } from './support/cli.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const log: Log = { info() {}, warn: assert.fail, error: assert.fail };
const names = { database: 'd', blobs: 'b' };

test('two hosts that start concurrently check the store identity together', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const database = await openDatabase({ file: join(folder, 'feaas.db'), ...(await databaseForTest(t)), log });
  cleanUp(t, () => database.close());
  await checkStoreIdentity({ database, blobs: createFolderBlobs(join(folder, 'one')) }, names, log);
  let leave = (): void => {};
  let holding: Promise<boolean> | undefined;
  await new Promise<void>((resolve) => {
    holding = database.withLock('blob mark', () => {
      resolve();
      return new Promise((end) => (leave = end));
    });
  });
  const looked = checkStoreIdentity({ database, blobs: createFolderBlobs(join(folder, 'other')) }, names, log);
  setImmediate(() => leave());
  await assert.rejects(looked, /the database \(d\) delivered to another blob store than this one \(b\)/);
  assert.equal(await holding, true);
});
