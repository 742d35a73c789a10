/** Deletion of whole components. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import nodeTest from 'node:test';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { importDemoLibrary } from './support/cli.js';
import { writeOptions } from './support/content-services.js';
import { databaseForTest } from './support/test-database.js';
import test from './support/each-database.js';
import { uploadForm, makeJpeg, startGraphQLHost } from './support/graphql-host.js';
import { HERO_ADDRESS, HERO_URL, startPublishedHost } from './support/published-host.js';
import { subscribe } from './support/subscription.js';

const remove = (id: string, force = false): string =>
  `mutation { deleteComponent(id: ${JSON.stringify(id)}${force ? ', force: true' : ''}) }`;

test('published versions prevent the deletion of a component and are named, unless it is forced; all versions and forks are deleted with it', async (t) => {
  const { execute, secrets, contentService } = await startGraphQLHost(t);
  const as = secrets.publisher;
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  for (let number = 1; number <= 12; number++) {
    const fork = { ...hero, version: `page-${number}` };
    await contentService.fork(hero, fork.version, writeOptions(0));
    await contentService.step('publish', fork, writeOptions(1));
  }
  const refused = (await execute(remove('demo/hero'), { token: as })).json.errors[0];
  assert.equal(refused.extensions.code, 'BAD_USER_INPUT');
  assert.equal(refused.extensions.argument, 'force');
  assert.match(
    refused.message,
    /'demo\/hero' has published versions: page-1, page-10, .*page-7 and 3 more\. Unpublish/,
  );
  assert.ok(await contentService.component('demo', 'hero'));

  assert.equal((await execute(remove('demo/hero', true), { token: as })).json.data.deleteComponent, 'demo/hero');
  assert.equal(await contentService.component('demo', 'hero'), undefined);
  const versions = await contentService.versionsOf('demo', 'hero');
  assert.equal(versions.length, 13);
  assert.ok(versions.every(({ deletedAt, published, staged }) => deletedAt && published === null && staged === null));
  assert.deepEqual((await contentService.forks('demo', { first: 9, inUse: true })).items, []);
  assert.deepEqual((await contentService.components('demo', { first: 9, collection: 'top' })).items, []);
  assert.deepEqual(await contentService.openDeletions(), []);
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);

  assert.equal((await execute(remove('demo/hero'), { token: as })).json.errors[0].extensions.code, 'NOT_FOUND');
  assert.equal((await execute(remove('demo'), { token: as })).json.errors[0].extensions.code, 'BAD_USER_INPUT');
  assert.equal((await execute(remove('demo/größe'), { token: as })).json.errors[0].extensions.code, 'NOT_FOUND');
  const audit = '{ audit(library: "demo", action: DELETE_COMPONENT) { items { subject details actorName address } } }';
  const { items } = (await execute(audit, { token: secrets.admin })).json.data.audit;
  assert.deepEqual(items, [
    {
      ...{ subject: 'demo/hero', actorName: 'the publisher', address: '127.0.0.1' },
      details: JSON.stringify({ name: 'Hero', versions: 13, published: 13 }),
    },
  ]);
});

test('public versions become tombstones, and no revision number is reused for other content', async (t) => {
  const host = await startPublishedHost(t, { database: await databaseForTest(t) });
  const { contentService, url, write } = host;
  await write(HERO_ADDRESS, '<p>1</p>', 'publish', 'stage');
  const get = (name: string) => fetch(`${url}${HERO_URL}/${name}.html`);
  // Cached in memory from now on.
  assert.equal((await get('published')).status, 200);
  assert.equal((await get('1')).status, 200);
  await contentService.deleteComponent('demo', 'hero', { force: true });
  for (const name of ['published', '1']) {
    const gone = await get(name);
    assert.deepEqual([gone.status, await gone.text()], [410, ''], name);
    assert.ok(gone.headers.get('x-ms-meta-versiondeletedat'), name);
  }

  // Without the component, none of its content can be restored.
  await assert.rejects(
    contentService.step('restore', HERO_ADDRESS, writeOptions(1)),
    /There is no component 'demo\/hero'/,
  );
  await assert.rejects(
    contentService.save({ ...HERO_ADDRESS, version: 'new' }, '<p>n</p>', writeOptions(0)),
    /There is no component/,
  );
  await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero again' });
  await assert.rejects(contentService.save(HERO_ADDRESS, '<p>other</p>', writeOptions(0)), /is at revision 1, not 0/);
  await contentService.step('restore', HERO_ADDRESS, writeOptions(1));
  await contentService.save(HERO_ADDRESS, '<p>2</p>', writeOptions(1));
  await contentService.step('publish', HERO_ADDRESS, writeOptions(2));
  assert.equal(await (await get('published')).text(), '<p>2</p>');
  assert.equal((await get('1')).status, 410);
  assert.equal(await (await get('2')).text(), '<p>2</p>');
});

test('thumbnails are deleted, and subscribers get the deletion of each version as an event', async (t) => {
  const host = await startGraphQLHost(t);
  const { secrets, contentService } = host;
  const upload = async (ofComponent: boolean): Promise<void> => {
    const text = `mutation ($file: File!) { uploadThumbnail(versionId: "demo/hero/responsive", ofComponent: ${ofComponent}, file: $file, renderedAt: "2024-05-06T07:08:09Z", expectedRevision: 2) { src } }`;
    const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${secrets.editor}` };
    const body = uploadForm(text, await makeJpeg(8, 4), 'x.jpg');
    assert.equal((await host.send({ method: 'POST', headers, body })).json.errors, undefined);
  };
  await upload(true);
  await upload(false);
  const open = await subscribe(t, host, secrets.viewer);
  await contentService.fork({ library: 'demo', component: 'hero', version: 'responsive' }, 'page', writeOptions(0));
  await open.waitFor(/FORK/);
  assert.equal((await host.execute(remove('demo/hero', true), { token: secrets.publisher })).json.errors, undefined);
  await open.waitFor(/"DELETE"[^]*"DELETE"/);
  assert.deepEqual(
    open
      .events()
      .map(({ versionChanged }) => versionChanged)
      .filter(({ action }) => action === 'DELETE')
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    [
      { id: 'demo/hero/page', action: 'DELETE', revision: 1 },
      { id: 'demo/hero/responsive', action: 'DELETE', revision: 2 },
    ],
  );
  const left: string[] = [];
  for await (const key of createFolderBlobs(join(host.folder, 'blobs')).list('thumbnails/')) left.push(key);
  assert.deepEqual(left, []);
});

test('concurrent writes are rejected or deleted as well', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  for (let round = 0; round < 12; round++) {
    const component = `hérö ${round}`;
    const place = { ...hero, component };
    await contentService.putComponent({ library: 'demo', id: component, name: 'Racing' });
    await contentService.save(place, '<p>1</p>', writeOptions(0));
    const settled = await Promise.allSettled([
      contentService.save(place, '<p>2</p>', writeOptions(1, `save-${round}`)),
      contentService.fork(place, 'page', writeOptions(0)),
      contentService.step('publish', { ...place }, writeOptions(1)),
      contentService.deleteComponent('demo', component, { force: round % 2 === 0 }),
      contentService.save({ ...place, version: 'new' }, '<p>n</p>', writeOptions(0)),
      contentService.fork(place, 'other', writeOptions(0)),
      contentService.deleteComponent('demo', component, { force: true }),
    ]);
    // Only errors that a writer expects.
    for (const each of settled)
      if (each.status === 'rejected')
        assert.match(String(each.reason.code), /^(CONFLICT|NOT_FOUND|BAD_USER_INPUT)$/, String(each.reason));
    assert.equal(await contentService.component('demo', component), undefined);
    const versions = await contentService.versionsOf('demo', component);
    assert.deepEqual(
      versions.filter(({ deletedAt }) => deletedAt === null).map(({ version }) => version),
      [],
    );
  }
  await contentService.delivered();
  assert.deepEqual(await contentService.check(), []);
});

nodeTest('the command deletes a component or prints why not; an import keeps it deleted unless forced', async (t) => {
  const feaas = await importDemoLibrary(t);

  const refused = await feaas('component', 'delete', 'demo/hero');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /'demo\/hero' has published versions: responsive\. Unpublish them first, or .*--force/);
  assert.match(
    (await feaas('component', 'delete', 'demo')).err,
    /must have the form library\/component, but got 'demo'/,
  );
  assert.match((await feaas('component', 'remove', 'demo/hero')).err, /'component' takes delete, not 'remove'/);
  assert.match((await feaas('component', 'delete', 'demo/none')).err, /there is no component 'demo\/none'/);
  const done = await feaas('component', 'delete', 'demo/hero', '--force');
  assert.deepEqual([done.code, done.out], [0, 'demo/hero: deleted\n']);
  assert.equal((await feaas('check')).code, 0);

  const again = await feaas('import', 'library/demo');
  assert.equal(again.code, 1);
  assert.match(again.out + again.err, /components\/hero: is not imported: an editor deleted it; --force restores it/);
  const dry = await feaas('import', 'library/demo', '--force', '--dry-run');
  assert.equal(dry.code, 0, dry.out + dry.err);
  const forced = await feaas('import', 'library/demo', '--force');
  assert.equal(forced.code, 0, forced.out + forced.err);
  assert.equal((await feaas('check')).code, 0);
});
