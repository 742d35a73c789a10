/** An import with editors: their changes are reported and kept, unless they are to be replaced. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { StateTransition } from '../src/content/content-service.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { runImport, openImportStore, type ImportStore, writeFiles } from './support/imports.js';

const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const PATH = 'components/hero/responsive.html';
const ANN = { name: 'Ann', id: 'ann' };

async function start(t: TestContext) {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(folder, {
    [PATH]: '<p>1</p>',
    'styles.css': 'p {}',
    'components/list/responsive.html': '<p>list</p>',
  });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  const edit = async (view: string, ...steps: StateTransition[]) => {
    const [now] = await store.contentService.versions([HERO]);
    const { revision } = await store.contentService.save(HERO, view, { actor: ANN, expected: now!.revision });
    for (const step of steps) await store.contentService.step(step, HERO, { actor: ANN, expected: revision });
  };
  return { store, folder, edit };
}

const state = async ({ contentService }: ImportStore) => {
  const [hero] = await contentService.versions([HERO]);
  return hero && [hero.view, hero.revision, hero.published, hero.deletedAt !== null];
};

test('an editor’s published change is reported and kept; --force replaces it', async (t) => {
  const { store, folder, edit } = await start(t);
  await edit('<p>Ann</p>', 'stage', 'publish');
  await writeFiles(folder, { 'components/list/responsive.html': '<p>list 2</p>' });
  const { changed, problems } = await runImport(folder, store);
  assert.deepEqual(problems, [`${PATH}: is not imported: Ann saved its published revision 2; --force replaces it`]);
  assert.deepEqual(changed, ['components/list/responsive.html: saved, published, staged (revision 2)']);
  assert.deepEqual(await state(store), ['<p>Ann</p>', 2, 2, false]);

  const forced = await runImport(folder, store, { overwrite: true });
  assert.deepEqual(forced.problems, []);
  assert.deepEqual(forced.changed, [`${PATH}: saved, published, staged (revision 3)`]);
  assert.deepEqual(await state(store), ['<p>1</p>', 3, 3, false]);
  assert.deepEqual((await runImport(folder, store)).changed, []);
});

test('an editor’s draft, staged change, stylesheet and deletion are reported and kept; --force replaces them', async (t) => {
  const { store, folder, edit } = await start(t);
  const { contentService } = store;
  await edit('<p>a draft</p>');
  assert.match((await runImport(folder, store)).problems.join(), /Ann saved its saved revision 2/);
  await edit('<p>a stage</p>', 'stage');
  assert.match((await runImport(folder, store)).problems.join(), /Ann saved its staged revision 3/);
  // Content that equals the folder was not replaced by anybody.
  await writeFiles(folder, { [PATH]: '<p>a stage</p>' });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  assert.deepEqual(await state(store), ['<p>a stage</p>', 3, 3, false]);

  const sheet = { css: 'p { color: red }', themes: [], breakpoints: [] };
  await contentService.saveStylesheet('demo', sheet, { actor: ANN, expected: 1 });
  assert.deepEqual((await runImport(folder, store)).problems, [
    'styles.css: is not imported: Ann saved its saved revision 2; --force replaces it',
  ]);
  assert.equal((await contentService.stylesheet('demo'))!.css, 'p { color: red }');
  await runImport(folder, store, { overwrite: true });
  assert.equal((await contentService.stylesheet('demo'))!.css, 'p {}');

  await contentService.step('delete', HERO, { actor: ANN, expected: 3 });
  assert.deepEqual((await runImport(folder, store)).problems, [
    `${PATH}: is not imported: an editor deleted it; --force restores it`,
  ]);
  assert.deepEqual((await state(store))?.[3], true);
  assert.deepEqual((await runImport(folder, store, { overwrite: true })).problems, []);
  assert.deepEqual((await state(store))?.[3], false);
});

test('a version that an editor unpublished stays unpublished; --force publishes it again', async (t) => {
  const { store, folder } = await start(t);
  const { contentService } = store;
  await contentService.step('unpublish', HERO, { actor: ANN, expected: 1 });
  await contentService.stepStylesheet('unpublish', 'demo', { actor: ANN, expected: 1 });
  const problems = [`${PATH}`, 'styles.css'].map(
    (path) => `${path}: is not imported: Ann unpublished it; --force publishes it again`,
  );
  for (const text of ['<p>1</p>', '<p>2</p>']) {
    await writeFiles(folder, { [PATH]: text });
    for (const dry of [true, false]) {
      const found = await runImport(folder, store, { dry });
      assert.deepEqual([found.problems, found.changed], [problems, []]);
    }
  }
  assert.deepEqual(await state(store), ['<p>1</p>', 1, null, false]);
  assert.equal((await contentService.stylesheet('demo'))?.published, null);
  assert.deepEqual((await runImport(folder, store, { overwrite: true })).problems, []);
  assert.deepEqual(await state(store), ['<p>2</p>', 2, 2, false]);
  // From here on, the published revision is that of the import.
  await writeFiles(folder, { [PATH]: '<p>3</p>' });
  assert.deepEqual((await runImport(folder, store)).problems, []);
});

test('a revision of the import that an editor has published stays published', async (t) => {
  const { store, folder } = await start(t);
  await writeFiles(folder, { 'components/hero/responsive.saved.html': '<p>saved</p>' });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  // Publishing the published revision again does not change the import's revision.
  await store.contentService.step('publish', { ...HERO, component: 'list' }, { actor: ANN, expected: 1 });
  await writeFiles(folder, { 'components/list/responsive.html': '<p>list 2</p>' });
  assert.deepEqual((await runImport(folder, store)).problems, []);

  await store.contentService.step('publish', HERO, { actor: ANN, expected: 2 });
  const { problems, changed } = await runImport(folder, store);
  assert.deepEqual(problems, [`${PATH}: is not imported: Ann published its revision 2; --force replaces it`]);
  assert.deepEqual(changed, []);
  assert.deepEqual(await state(store), ['<p>saved</p>', 2, 2, false]);
  // The folder has the same content now.
  await rm(join(folder, 'components/hero/responsive.saved.html'));
  await writeFiles(folder, { [PATH]: '<p>saved</p>' });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  assert.deepEqual(await state(store), ['<p>saved</p>', 2, 2, false]);
});

test('a deletion mark does not delete a version that an editor changed since', async (t) => {
  const { store, folder, edit } = await start(t);
  await edit('<p>Ann</p>', 'publish');
  await rm(join(folder, PATH));
  await writeFiles(folder, { [`${PATH}.deleted`]: '' });
  assert.deepEqual((await runImport(folder, store)).problems, [
    `${PATH}.deleted: is not deleted: Ann saved its revision 2; --force deletes it`,
  ]);
  assert.deepEqual(await state(store), ['<p>Ann</p>', 2, 2, false]);
  assert.deepEqual((await runImport(folder, store, { overwrite: true })).changed, [`${PATH}.deleted: deleted`]);
});

test('a dry run lists the same changes as the import, and changes nothing', async (t) => {
  const { store, folder, edit } = await start(t);
  const { contentService } = store;
  await edit('<p>Ann</p>', 'publish');
  const files = {
    'library.json': JSON.stringify({
      ...{ name: 'New name', collections: [{ id: 'top', name: 'Top' }] },
      components: [{ id: 'hero', collections: ['top'] }],
      dataSources: [{ id: 'news', public: true }],
    }),
    'styles.css': 'p { margin: 0 }',
    'components/list/responsive.html': '<p>list 2</p>',
    'components/list/component.json': '{"forks":{"home":"responsive"}}',
    'components/list/home.html': '<p>home</p>',
    'components/card/gone.html': '<p>gone</p>',
    'components/card/gone.html.deleted': '',
    'components/card/wrong.html': '<p onclick="x()">wrong</p>',
    'components/long/responsive.html': '<p>long</p>',
    'components/long/component.json': JSON.stringify({ description: 'x'.repeat(2001) }),
    'data/news.json': '{"a":1}',
    'media/a.svg': '<svg/>',
  };
  await writeFiles(folder, files);
  const snapshot = () =>
    Promise.all([
      contentService.libraries(),
      contentService.components('demo', { first: 100 }),
      contentService.versionsOf('demo', 'list'),
      contentService.stylesheet('demo'),
      contentService.dataSources('demo'),
      store.blobs.get('media/demo/a.svg'),
    ]);
  const before = await snapshot();
  for (const overwrite of [true, false]) {
    const dry = await runImport(folder, store, { dry: true, overwrite });
    assert.ok(dry.changed.length > 5);
    assert.deepEqual(await snapshot(), before);
    assert.deepEqual(await state(store), ['<p>Ann</p>', 2, 2, false]);
    if (overwrite) continue;
    const real = await runImport(folder, store, { overwrite });
    assert.ok(
      real.problems.some((problem) => problem.includes('description')),
      real.problems.join('\n'),
    );
    assert.deepEqual([dry.changed, dry.problems, dry.warnings], [real.changed, real.problems, real.warnings]);
  }
});

test('a dry run rejects the files that the import rejects', async (t) => {
  const { store } = await start(t);
  const folder = join(await makeTemporaryFolder(t), 'another');
  const picture = { id: 'a', name: 'x'.repeat(201), width: 1, height: 1, author: 'Ann', createdAt: 0, variants: [] };
  await writeFiles(folder, {
    'library.json': JSON.stringify({
      collections: [{ id: 'top', name: 'Top' }],
      components: [{ id: 'hero', collections: ['top', 'none'] }],
      themes: [{ id: 'dark', className: 'not one' }],
    }),
    'styles.css': 'p {}',
    'components/hero/responsive.html': '<p>1</p>',
    'components/list/responsive.html': '<p>1</p>',
    'components/list/component.json': '{"collections":["top"]}',
    'media.jsonl': `${JSON.stringify(picture)}\n${JSON.stringify({ ...picture, name: 'no variants' })}\n`,
  });
  const dry = await runImport(folder, store, { dry: true });
  const real = await runImport(folder, store);
  assert.match(
    real.problems.join('\n'),
    /no collection 'none'.*\n.*name.*\n.*variants of 'a' are empty.*\n.*className/s,
  );
  assert.deepEqual([dry.changed, dry.problems, dry.warnings], [real.changed, real.problems, real.warnings]);
});

test('the command supports --force and --dry-run, and exits with 1 if it kept a change', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await writeFiles(folder, { [`demo/${PATH}`]: '<p>1</p>', 'demo/styles.css': 'p {}' });
  const run = (...args: string[]) => runCliInProcess(folder, args);
  assert.equal((await run('import', 'demo')).code, 0);
  await writeFiles(folder, { [`demo/${PATH}`]: '<p>2</p>' });
  const dry = await run('import', 'demo', '--dry-run');
  assert.equal(dry.code, 0, dry.err);
  assert.match(dry.out, /responsive\.html: saved, published, staged \(revision 2\)\n1 would be changed\n/);
  assert.match((await run('import', 'demo', '--dry-run', '--force')).out, /1 would be changed/);
  assert.match((await run('import', 'demo')).out, /1 changed/);
  const both = await run('import', 'demo', '--dry-run', '--watch');
  assert.equal(both.code, 1);
  assert.match(both.err, /--watch and --dry-run exclude each other/);
});
