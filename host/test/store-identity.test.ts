/** The shared identity of a database and its blob store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  checkStoreIdentity,
  compareStoreIdentities,
  identityToRestore,
} from '../src/cli/content/check-store-identity.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { UnavailableError } from '../src/lib/domain-error.js';
import type { Log } from '../src/lib/log.js';
import { identityFor, identityOfDatabase, identityOfStore } from '../src/publishing/store-identity.js';
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

for (const last of [0, 1, 2])
  test(`a start that ends after ${last} of its writes is completed by the next one`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    const database = await openDatabase({ file: join(folder, 'feaas.db'), ...(await databaseForTest(t)), log });
    cleanUp(t, () => database.close());
    const blobs = createFolderBlobs(join(folder, 'blobs'));
    let writes = 0;
    const ends = (): void => {
      if (writes++ >= last) throw new UnavailableError('The disk is full.');
    };
    const failing = {
      database: {
        ...database,
        write: async (...given: Parameters<typeof database.write>) => (ends(), database.write(...given)),
      },
      blobs: { ...blobs, put: async (...given: Parameters<typeof blobs.put>) => (ends(), blobs.put(...given)) },
    } as { database: typeof database; blobs: typeof blobs };
    await assert.rejects(checkStoreIdentity(failing, names, log), UnavailableError);
    await compareStoreIdentities({ database, blobs }, names, log);
    const identityOfReplaced = (existing: string | undefined) => identityFor(database.read, existing);
    assert.equal((await identityToRestore(blobs, identityOfReplaced, names, false)).isNew, false);
    await checkStoreIdentity({ database, blobs }, names, log);
    const identity = await identityOfDatabase(database.read);
    assert.ok(identity);
    assert.equal(await identityOfStore(blobs), identity);
    const other = createFolderBlobs(join(folder, 'other'));
    await assert.rejects(checkStoreIdentity({ database, blobs: other }, names, log), /another blob store/);
  });
