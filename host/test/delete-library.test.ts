/** Deletion of libraries with their content. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import nodeTest, { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { signSession } from '../src/auth/session.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createMedia } from '../src/content/media/image-uploads.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { importDemoLibrary } from './support/cli.js';
import { folderBlobsOf, writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { databaseForTest } from './support/test-database.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import test from './support/each-database.js';
import { endWithTests } from './support/end-with-tests.js';
import { uploadForm, makePng, createSession, startGraphQLHost } from './support/graphql-host.js';
import { HERO_ADDRESS, HERO_URL, startPublishedHost } from './support/published-host.js';
import { subscribe } from './support/subscription.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';

const DELETING = fileURLToPath(new URL('kill/delete-library.ts', import.meta.url));
const remove = (id: string, confirm = id): string =>
  `mutation { deleteLibrary(id: ${JSON.stringify(id)}, confirm: ${JSON.stringify(confirm)}) }`;

test('everything of a library is deleted except its tombstones and audit entries, and its tokens are revoked', async (t) => {
  const host = await startGraphQLHost(t);
  const { execute, secrets, contentService, database } = host;
  const all = await contentService.createToken({
    name: 'all',
    library: undefined,
    role: 'admin',
    expiresAt: undefined,
  });
  await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{"a":1}', public: true });
  await contentService.fork({ library: 'demo', component: 'hero', version: 'responsive' }, 'page', writeOptions(0));
  const upload = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file) { id } }';
  const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${secrets.editor}` };
  const body = uploadForm(upload, await makePng(640, 480), 'photo.png');
  assert.equal((await host.send({ method: 'POST', headers, body })).json.errors, undefined);
  const open = await subscribe(t, host, all.secret, {
    query:
      'subscription { versionChanged(library: "demo", after: 0) { kind id action version { id } stylesheet { id } } }',
  });
  await open.waitFor(/SAVE/);

  for (const secret of [secrets.viewer, secrets.admin, await createSession(host, { role: 'admin' })])
    assert.equal((await execute(remove('demo'), { token: secret })).json.errors[0].extensions.code, 'FORBIDDEN');
  assert.equal((await execute(remove('demo'))).json.errors[0].extensions.code, 'UNAUTHENTICATED');
  const [wrong] = (await execute(remove('demo', 'Demo'), { token: all.secret })).json.errors;
  assert.deepEqual([wrong.extensions.code, wrong.extensions.argument], ['BAD_USER_INPUT', 'confirm']);
  assert.ok(await contentService.library('demo'));

  assert.equal((await execute(remove('demo'), { token: all.secret })).json.data.deleteLibrary, 'demo');
  assert.equal((await execute(remove('demo'), { token: all.secret })).json.errors[0].extensions.code, 'NOT_FOUND');
  await open.ended;
  const events = open.events().map(({ versionChanged }) => versionChanged);
  assert.deepEqual(events.at(-1), {
    kind: 'STYLESHEET',
    id: 'demo',
    action: 'DELETE',
    version: null,
    stylesheet: null,
  });
  assert.deepEqual(
    events.flatMap(({ id, kind, action }) => (kind === 'VERSION' && action === 'DELETE' ? [id] : [])).sort(),
    ['demo/draft/responsive', 'demo/hero/page', 'demo/hero/responsive'],
  );
  assert.equal((await execute('{ viewer { name } }', { token: secrets.viewer })).status, 401);

  const { libraries } = (await execute('{ libraries { id } library(id: "demo") { id } }', { token: all.secret })).json
    .data;
  assert.deepEqual(libraries, [{ id: 'other' }]);
  for (const table of ['components', 'collections', 'memberships', 'data_sources', 'media', 'deletions'] as const) {
    const rows = await database.read.selectFrom(table).selectAll().execute();
    assert.deepEqual(rows, [], table);
  }
  const { rows: kept } =
    await sql`select number, content from revisions where number > 0 or length(content) > 60`.execute(database.read);
  assert.deepEqual(kept, []);
  assert.equal(await contentService.stylesheet('demo'), undefined);
  assert.deepEqual(await contentService.versionsOf('demo', 'hero'), []);
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  assert.deepEqual(await contentService.versions([hero]), [undefined]);
  await assert.rejects(contentService.history(hero, { first: 9 }), /There is no version/);
  assert.equal(await contentService.revision(hero, 0), undefined);

  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  const left: string[] = [];
  const blobs = createFolderBlobs(join(host.folder, 'blobs'));
  for (const prefix of ['media/', 'thumbnails/', 'components/', 'styles/'])
    for await (const key of blobs.list(prefix)) left.push(key);
  assert.deepEqual(left, [
    'components/demo/hero/responsive/1.html',
    'components/demo/hero/responsive/published.html',
    'styles/demo/published.css',
  ]);
  for (const key of left) {
    const blob = (await blobs.get(key))!;
    assert.equal(blob.bytes.length, 0, key);
    assert.ok(blob.metadata['versiondeletedat'] ?? blob.metadata['deletedat'], key);
  }
  const { items } = (
    await execute('{ audit(action: DELETE_LIBRARY) { items { library subject details } } }', { token: all.secret })
  ).json.data.audit;
  assert.deepEqual(items, [
    { library: 'demo', subject: 'demo', details: '{"name":"Demo","tokens":4,"previewLinks":0}' },
  ]);
});

test('content that was removed before its library is consistent with the database afterwards', async (t) => {
  const host = await startPublishedHost(t, { database: await databaseForTest(t) });
  const { contentService, url, write } = host;
  await contentService.putComponent({ library: 'demo', id: 'card', name: 'Card', collections: [] });
  const [unpublished, deleted, removed] = [
    { ...HERO_ADDRESS, version: 'unpublished' },
    { ...HERO_ADDRESS, version: 'deleted' },
    { ...HERO_ADDRESS, component: 'card' },
  ];
  for (const address of [unpublished, deleted, removed]) await write(address, '<p>1</p>', 'publish');
  await contentService.saveStylesheet('demo', { css: 'p { top: 0 }', themes: [], breakpoints: [] }, writeOptions(0));
  await contentService.stepStylesheet('publish', 'demo', writeOptions(1));
  await contentService.step('unpublish', unpublished, writeOptions(1));
  await contentService.step('delete', deleted, writeOptions(1));
  await contentService.stepStylesheet('unpublish', 'demo', writeOptions(1));
  await contentService.deleteComponent('demo', 'card', { force: true });
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  const path = `${url}/components/demo/hero/unpublished/published.html`;
  const { headers } = await fetch(path);
  const goneSince = headers.get('x-ms-meta-versiondeletedat');
  assert.ok(goneSince);

  await new Promise((resolve) => setTimeout(resolve, 5));
  await contentService.deleteLibrary('demo');
  await waitUntil(async () => (await contentService.openDeletions()).length === 0);
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  assert.equal(
    (await fetch(path)).headers.get('x-ms-meta-versiondeletedat'),
    goneSince,
    'it was gone before its library',
  );
});

test('a new library with the same id begins empty, and no revision number of a version is reused', async (t) => {
  const host = await startPublishedHost(t, { database: await databaseForTest(t) });
  const { contentService, url, write, log } = host;
  await write(HERO_ADDRESS, '<p>1</p>', 'publish');
  await write(HERO_ADDRESS, '<p>2</p>', 'publish');
  await contentService.saveStylesheet('demo', { css: 'p { top: 0 }', themes: [], breakpoints: [] }, writeOptions(0));
  await contentService.stepStylesheet('publish', 'demo', writeOptions(1));
  const get = (name: string) => fetch(`${url}${HERO_URL}/${name}.html`);
  assert.equal((await get('published')).status, 200);
  await contentService.deleteLibrary('demo');
  for (const name of ['published', '1', '2']) {
    const gone = await get(name);
    assert.deepEqual([gone.status, await gone.text()], [410, ''], name);
  }
  const sheet = await fetch(`${url}/styles/demo/published.css`);
  assert.deepEqual([sheet.status, await sheet.text()], [410, '']);
  for (const name of ['3', 'saved']) {
    assert.equal((await get(name)).status, 401, `${name}: as of a library that is there`);
    const headers = await host.bearer('viewer');
    assert.equal((await fetch(`${url}${HERO_URL}/${name}.html`, { headers })).status, 404, name);
  }
  assert.deepEqual(
    log.filter((line) => /not heard of/.test(line)),
    [],
  );
  await assert.rejects(contentService.putComponent({ library: 'demo', id: 'hero', name: 'H' }), /There is no library/);

  const made = await contentService.putLibrary({ id: 'demo', name: 'Another' });
  assert.deepEqual([made.description, made.settings.embeds, made.name], ['', [], 'Another']);
  await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero' });
  const [first, second] = await Promise.allSettled([
    contentService.save(HERO_ADDRESS, '<p>3</p>', writeOptions(0)),
    contentService.save(HERO_ADDRESS, '<p>4</p>', writeOptions(0)),
  ]);
  const saved = [first, second].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  assert.deepEqual(
    saved.map(({ revision, published, deletedAt }) => ({ revision, published, deletedAt })),
    [{ revision: 3, published: null, deletedAt: null }],
  );
  const { items } = await contentService.history(HERO_ADDRESS, { first: 9 });
  assert.deepEqual(
    items.map(({ number }) => number),
    [3],
  );
  await contentService.step('publish', HERO_ADDRESS, writeOptions(3));
  assert.deepEqual([(await get('1')).status, (await get('2')).status], [410, 410]);
  assert.equal(await (await get('3')).text(), saved[0]!.view);
  assert.equal(await (await get('published')).text(), saved[0]!.view);
  const styled = await contentService.saveStylesheet(
    'demo',
    { css: 'i {}', themes: [], breakpoints: [] },
    writeOptions(0),
  );
  assert.equal(styled.revision, 2);
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
  // And once more.
  await contentService.deleteLibrary('demo');
  assert.equal((await get('3')).status, 410);
  assert.deepEqual(await contentService.check(), []);
});

test('concurrent creations are rejected or deleted with the library', async (t) => {
  const { contentService, database, folder } = await startGraphQLHost(t);
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const media = createMedia({ blobs, contentService });
  const picture = new Uint8Array(await (await makePng(64, 48)).arrayBuffer());
  for (let round = 0; round < 6; round++) {
    const library = `größe ${round}`;
    const place = await makeLibrary(contentService, library);
    await contentService.save(place, '<p>1</p>', writeOptions(0));
    const uploading = media.upload({ library, name: 'x.png', bytes: picture, actor: writeOptions(0).actor });
    const settled = await Promise.allSettled([
      contentService.save(place, '<p>2</p>', writeOptions(1)),
      contentService.putComponent({ library, id: 'late', name: 'Late' }),
      contentService.putDataSource({ library, id: 'late', sample: '{}' }),
      contentService.putCollection({ library, id: 'late', name: 'Late' }),
      contentService.deleteLibrary(library),
      contentService.save({ ...place, version: 'late' }, '<p>2</p>', writeOptions(0)),
      contentService.putDataSource({ library, id: 'later', sample: '{}' }),
      contentService.putComponent({ library, id: 'later', name: 'Late' }),
      contentService.step('publish', place, writeOptions(1)),
      contentService.deleteLibrary(library),
      contentService.putLibrary({ id: library, name: 'again?' }),
      uploading,
    ]);
    for (const each of settled)
      if (each.status === 'rejected')
        assert.match(
          String(each.reason.code),
          /^(CONFLICT|NOT_FOUND|SERVICE_UNAVAILABLE)$/,
          String(each.reason.stack ?? each.reason),
        );
    if (await contentService.library(library)) await contentService.deleteLibrary(library);
  }
  for (const table of ['components', 'collections', 'data_sources', 'media'] as const) {
    const rows = await database.read.selectFrom(table).selectAll().where('library', 'like', 'gr%').execute();
    assert.deepEqual(rows, [], table);
  }
  const left: string[] = [];
  for await (const key of blobs.list('media/')) left.push(key);
  assert.deepEqual(left, []);
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
});

for (const kind of DATABASE_KINDS) {
  nodeTest(
    `a deletion goes on once the blob store takes it, and no key of a write brings back what is gone (${kind})`,
    async (t) => {
      const place = await testStores(kind).newStore();
      const store = folderBlobsOf(place);
      const warnings: string[] = [];
      let isBroken = true;
      const fail = (): never => {
        throw new BlobStoreError('The disk is away.');
      };
      const contentService = createContentService({
        database: await openDatabase(place.settings),
        blobs: {
          ...store,
          put: async (key, blob) => (isBroken && blob.bytes.length === 0 ? fail() : store.put(key, blob)),
          delete: async (key) => (isBroken ? fail() : store.delete(key)),
        },
        log: { ...silentLog, warn: (line) => void warnings.push(line) },
      });
      cleanUp(t, () => contentService.close());
      const hero = await makeLibrary(contentService, 'demo');
      const made = await contentService.save(hero, '<p>1</p>', writeOptions(0, 'once'));
      assert.deepEqual(await contentService.save(hero, '<p>1</p>', writeOptions(0, 'once')), made);
      await contentService.step('publish', hero, writeOptions(1));
      const picture = 'media/demo/a/1.png';
      const headers = { contentType: 'image/png', cacheControl: 'no-cache', metadata: {} };
      await store.put(picture, { ...headers, bytes: Buffer.from('x') });

      assert.equal(await contentService.deleteLibrary('demo'), true);
      assert.deepEqual(await contentService.openDeletions(), [{ library: 'demo', component: '' }]);
      assert.match(warnings.join('\n'), /^deletion: demo failed, once more in 2 s: The disk is away\.$/m);
      assert.equal(await contentService.library('demo'), undefined);
      await assert.rejects(contentService.putLibrary({ id: 'demo', name: 'Another' }), {
        code: 'SERVICE_UNAVAILABLE',
        message: "The host still deletes the library 'demo': try again in a few seconds.",
      });
      isBroken = false;
      await waitUntil(async () => (await contentService.openDeletions()).length === 0);
      assert.equal(await store.get(picture), undefined);
      await contentService.delivered();
      assert.deepEqual(await contentService.check(), []);

      await assert.rejects(contentService.save(hero, '<p>1</p>', writeOptions(0, 'once')), /There is no version/);
      await makeLibrary(contentService, 'demo');
      await assert.rejects(contentService.save(hero, '<p>1</p>', writeOptions(0, 'once')), /There is no version/);
      assert.equal((await contentService.save(hero, '<p>1</p>', writeOptions(0, 'another'))).revision, 2);
    },
  );
}

/** Inserts versions with some revisions each, in few statements. */
async function fill(
  place: { settings: Parameters<typeof openDatabase>[0] },
  versions: number,
  revisions: number,
): Promise<void> {
  const database = await openDatabase({ ...place.settings, tables: 'keep' });
  const names = Array.from({ length: versions }, (_, index) => `v${String(index).padStart(5, '0')}`);
  const at = 1;
  for (let start = 0; start < names.length; start += 100) {
    const some = names.slice(start, start + 100).map((version) => ({ library: 'demo', component: 'hero', version }));
    await database.write(async (transaction) => {
      await transaction
        .insertInto('documents')
        .values(
          some.map((address) => ({
            ...{ ...address, fork_origin: null, page: '', revision: revisions, staged: null, published: revisions },
            ...{ deleted_at: null, created_at: at, modified_at: at, removed: 0 },
          })),
        )
        .execute();
      for (let number = 1; number <= revisions; number++)
        await transaction
          .insertInto('revisions')
          .values(some.map((address) => ({ ...address, number, content: `<p>${number}</p>`, author: 'Ann', at })))
          .execute();
      await transaction
        .insertInto('deliveries')
        .values(
          some.flatMap(({ library, component, version }) =>
            ['published', String(revisions)].map((word) => ({
              ...{ key: `components/${library}/${component}/${version}/${word}.html`, library, component, version },
              ...{ word, number: revisions, deleted_at: null, wanted: 1, delivered: 1, attempts: 0, due_at: 0 },
            })),
          ),
        )
        .execute();
    });
  }
  await database.close();
}

for (const kind of DATABASE_KINDS) {
  describe(`large libraries on ${kind}`, () => {
    const stores = testStores(kind);

    nodeTest('a deletion that is killed repeatedly is continued, and ends with the same result', async (t) => {
      const place = await stores.newStore();
      const before = await openContentService(place);
      await makeLibrary(before, 'demo');
      await before.close();
      await fill(place, 200, 3);
      const argument = JSON.stringify({ ...place.settings, log: undefined });
      let kills = 0;
      let output = '';
      for (let round = 0; round < 12 && !output.includes('done'); round++) {
        const action = round === 0 ? 'begin' : 'go on';
        const child = spawn(process.execPath, ['--import', 'tsx', DELETING, argument, place.folder, action], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        endWithTests(child);
        killAfterTest(t, child);
        const gone = once(child, 'exit');
        let steps = 0;
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          // At any time within its next step.
          if ((steps += chunk.length) >= 3 + round * 40) child.kill('SIGKILL');
        });
        const [, signal] = (await gone) as [number | null, string | null];
        if (signal === 'SIGKILL') kills++;
      }
      assert.ok(kills >= 2, `${kills} kills`);
      t.diagnostic(`${kills} kills`);
      const after = await openContentService(place);
      await waitUntil(async () => (await after.openDeletions()).length === 0);
      assert.equal(await after.libraryState('demo'), 'deleted');
      await after.delivered();
      assert.deepEqual(await after.check(), []);
      const blob = await folderBlobsOf(place).get('components/demo/hero/v00199/3.html');
      assert.equal(blob?.bytes.length, 0);
      await after.close();
    });

    nodeTest('other writers wait for one step of a deletion at most', async (t) => {
      const place = await stores.newStore();
      const before = await openContentService(place);
      await makeLibrary(before, 'demo');
      const other = await makeLibrary(before, 'other');
      await before.save(other, '<p>1</p>', writeOptions(0));
      await before.close();
      await fill(place, 400, 2);
      const contentService = await openContentService(place, { timeout: 200 });
      const times: number[] = [];
      const began = Date.now();
      await contentService.deleteLibrary('demo');
      assert.ok(Date.now() - began < 3_000, 'the answer does not wait for the last');
      let revision = 1;
      while ((await contentService.openDeletions()).length > 0 || times.length < 20) {
        const start = performance.now();
        ({ revision } = await contentService.save(other, `<p>${revision}</p>`, writeOptions(revision)));
        times.push(performance.now() - start);
      }
      times.sort((one, another) => one - another);
      const longest = times.at(-1)!;
      t.diagnostic(
        `${times.length} saves beside it, median ${times[times.length >> 1]!.toFixed(1)} ms, longest ${longest.toFixed(0)} ms; ${Date.now() - began} ms in all`,
      );
      assert.ok(longest < 1_500, `${longest} ms`);
      await contentService.close();
    });
  });
}

nodeTest(
  'the command requires the id as confirmation, and a start does not import the deleted library again',
  async (t) => {
    const feaas = await importDemoLibrary(t);
    assert.match((await feaas('library', 'delete', 'demo')).err, /--confirm is missing: nothing changed/);
    assert.match((await feaas('library', 'delete', 'demo', '--confirm', 'Demo')).err, /--confirm is 'Demo': nothing/);
    assert.match((await feaas('library', 'delete', 'none')).err, /there is no library 'none'; there are demo/);
    const done = await feaas('library', 'delete', 'demo', '--confirm', 'demo');
    assert.deepEqual([done.code, done.out], [0, 'demo: deleted\n'], done.err);
    assert.equal((await feaas('check')).code, 0);
    assert.equal((await feaas('library', 'delete', 'demo', '--confirm', 'demo')).code, 1);

    // It can be imported again explicitly, and revision numbers continue.
    const again = await feaas('import', 'library/demo');
    assert.equal(again.code, 0, again.out + again.err);
    assert.match(again.out, /responsive\.html: saved, published, staged \(revision 2\)/);
    assert.equal((await feaas('check')).code, 0);
    const backup = await feaas('backup', 'before.gz');
    assert.equal(backup.code, 0, backup.err);
  },
);

test('a new library with the same id has its own changes, and followers of the deleted one are told that it ended', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  const stop = new AbortController();
  cleanUp(t, () => stop.abort());
  const follow = (after: number) => contentService.changes('demo', { after, signal: stop.signal });
  const [beginning, slow] = [await follow(0), await follow(1)];
  await contentService.deleteLibrary('demo');
  await contentService.putLibrary({ id: 'demo', name: 'Another customer' });
  await makeLibrary(contentService, 'demo');
  await contentService.save({ library: 'demo', component: 'hero', version: 'next' }, '<p>1</p>', writeOptions(0));

  // They read only now, when the next library exists.
  let last = 0;
  for (const changes of [beginning, slow]) {
    const seen: string[] = [];
    for await (const { action, subject, sequence } of changes) {
      seen.push(`${action} ${subject}`);
      last = sequence;
      // A session of the next library.
      if (subject === 'demo/hero/next') break;
    }
    assert.equal(seen.at(-1), 'delete demo');
    assert.ok(!seen.includes('save demo/hero/next'));
  }
  for await (const { action, subject, sequence } of await follow(0)) {
    assert.deepEqual([action, subject, sequence], ['save', 'demo/hero/next', last + 1]);
    break;
  }
  for (const after of [1, last - 1]) await assert.rejects(follow(after), /does not know all changes/);
});

test('a session for a deleted library is invalid for a new library with the same id', async (t) => {
  const { execute, contentService, database } = await startGraphQLHost(t);
  const { secret: as } = await contentService.createToken({
    ...{ name: 'all', library: undefined, role: 'admin', expiresAt: undefined },
  });
  const make = async (): Promise<string> => {
    const text = 'mutation { createSession(library: "demo", role: PUBLISHER, name: "Ann") { token } }';
    return (await execute(text, { token: as })).json.data.createSession.token;
  };
  const read = async (session: string) =>
    (await execute('{ versions(ids: ["demo/hero/next"]) { view } }', { token: session })).json;
  // Signed by other code, which does not have the creation time of the library.
  const foreign = async (secondsAgo: number): Promise<string> => {
    const now = Date.now() - secondsAgo * 1000;
    const claims = { library: 'demo', role: 'viewer', name: 'Ann', expiresAt: now + 3_600_000 } as const;
    return signSession(await contentService.signingKey(), claims, now);
  };
  // As if the library were as old as the session that is signed for it.
  await database.write((transaction) =>
    transaction.updateTable('libraries').set({ created_at: 1 }).where('id', '=', 'demo').execute(),
  );
  const sessions = [await make(), await foreign(60)];
  for (const session of sessions) assert.deepEqual((await read(session)).data.versions, [null]);

  assert.equal((await execute(remove('demo'), { token: as })).json.data.deleteLibrary, 'demo');
  await contentService.putLibrary({ id: 'demo', name: 'Another customer' });
  const hero = await makeLibrary(contentService, 'demo');
  await contentService.save({ ...hero, version: 'next' }, '<p>secret</p>', writeOptions(0));
  for (const session of sessions) {
    const [error] = (await read(session)).errors;
    assert.equal(error.extensions.code, 'UNAUTHENTICATED');
    assert.match(
      error.message,
      /^This session is for an earlier library "demo" that no longer exists: ask for a new one\.$/,
    );
  }
  // In the same second, and with a clock that is behind.
  for (const session of [await make(), await foreign(0), await foreign(20)])
    assert.deepEqual((await read(session)).data.versions, [{ view: '<p>secret</p>' }]);
});
