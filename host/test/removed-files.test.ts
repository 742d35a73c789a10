/** Somebody removes or replaces files of the data folder while the host runs: nothing that is acknowledged gets lost. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { diskFull } from '../src/db/dialects/group-commit.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { UnavailableError } from '../src/lib/domain-error.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { openContentService, makeLibrary, writeOptions } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { makePng, startGraphQLHost, uploadForm } from './support/graphql-host.js';
import { recordingLog } from './support/recording-log.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const KEY = 'components/demo/hero/responsive/published.html';
const BLOB = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {} };

test('blobs are written again after any of their folders was removed', async (t) => {
  const root = join(await mkdtemp(join(tmpdir(), 'feaas-removed-')), 'blobs');
  cleanUp(t, () => rm(join(root, '..'), { recursive: true }));
  const blobs = createFolderBlobs(root);
  let count = 0;
  const put = async (text: string): Promise<void> => {
    // The first one needs a new folder in one that was removed.
    for (const key of [`components/demo/new-${count++}/responsive/published.html`, KEY]) {
      await blobs.put(key, { ...BLOB, bytes: Buffer.from(text) });
      assert.equal((await blobs.get(key))?.bytes.toString(), text);
    }
  };
  await put('before');
  for (const folder of ['', '.writing', 'components', 'components/demo/hero', 'components/demo/hero/responsive']) {
    await rm(join(root, folder), { recursive: true });
    await put(`after ${folder}`);
  }
});

test('uploads go on after their folder was removed, and a folder that takes no files is a retryable error', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-uploads-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const host = await startGraphQLHost(t, { uploadFolder: folder });
  const query = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { id } }';
  const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${host.secrets.editor}` };
  const send = async (size: number) =>
    host.send({ method: 'POST', headers, body: uploadForm(query, await makePng(size, size), 'dot.png') });
  assert.ok((await send(4)).json.data);
  await rm(folder, { recursive: true });
  assert.ok((await send(5)).json.data);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder');
  const { json } = await send(6);
  assert.equal(json.errors[0].extensions.code, 'SERVICE_UNAVAILABLE');
  assert.match(JSON.stringify(host.errors.map(([, error]) => String((error as Error).cause))), /feaas-uploads-/);
});

for (const [how, change] of Object.entries({
  removed: async (file: string) => rename(file, `${file}.aside`),
  replaced: async (file: string) => {
    await rename(file, `${file}.aside`);
    await copyFile(`${file}.aside`, file);
  },
}))
  test(`a database whose file was ${how} takes no writes, until the file is back`, async (t) => {
    const store = await testStores('libsql').newStore();
    const service = await openContentService(store);
    cleanUp(t, () => service.close());
    const hero = await makeLibrary(service, 'demo');
    await service.save(hero, 'one', writeOptions(0));
    const { file } = store.settings as { file: string };
    await change(file);
    await assert.rejects(
      service.save(hero, 'two', writeOptions(1)),
      (error) =>
        error instanceof UnavailableError &&
        /is no longer the one that the host opened: nothing changed/.test(error.message),
    );
    assert.equal((await service.versions([hero]))[0]?.revision, 1, 'reads go on');
    await rename(`${file}.aside`, file);
    assert.equal((await service.save(hero, 'two', writeOptions(1))).revision, 2);
  });

test('a removed database is named in the log and by the readiness check', async (t) => {
  const { settings } = await testStores('libsql').newStore();
  const { file } = settings as { file: string };
  const { log, messages } = recordingLog();
  const database = await openDatabase({ ...settings, log });
  cleanUp(t, () => database.close());
  await rename(file, `${file}.aside`);
  assert.match(database.readOnlyReason()!, /no longer the one that the host opened/);
  await waitUntil(() => messages.some((line) => line.includes(`'${file}' is no longer the file that the host opened`)));
  await rename(`${file}.aside`, file);
  assert.equal(database.readOnlyReason(), undefined);
  await waitUntil(() => messages.some((line) => /the host writes to .* again/.test(line)));
});

test('a disk that takes no writes for another reason than space is not called full', () => {
  const messageFor = (code: string): string => diskFull(Object.assign(new Error(code), { code })).message;
  for (const code of ['SQLITE_FULL', 'ENOSPC', 'SQLITE_IOERR_SHMSIZE']) assert.match(messageFor(code), /is full/);
  assert.match(messageFor('SQLITE_IOERR_WRITE'), /takes no writes \(SQLITE_IOERR_WRITE\): nothing changed/);
});
