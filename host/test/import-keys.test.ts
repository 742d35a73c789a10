import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { makeTemporaryFolder } from './support/cli.js';
import { exportLibrary } from '../src/cli/library/export.js';
import { runImport, openImportStore, type ImportStore, writeFiles } from './support/imports.js';

test('a version may have the name of a property of Object.prototype', async (t) => {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  const names = ['constructor', 'toString', 'valueOf', '__proto__'];
  await writeFiles(folder, {
    'library.json': '{"components":[{"id":"hero","forks":{"toString":"constructor"}}]}',
    ...Object.fromEntries(names.map((name) => [`components/hero/${name}.html`, `<p>${name}</p>`])),
  });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  const found = await store.contentService.versions(
    names.map((version) => ({ library: 'demo', component: 'hero', version })),
  );
  assert.deepEqual(
    found.map((version) => [version?.view, version?.forkOrigin]),
    names.map((name) => [`<p>${name}</p>`, name === 'toString' ? 'demo/hero/constructor' : null]),
  );
});

test('the pages of forks are exported and imported, whatever the forks are called', async (t) => {
  const [first, second] = [await openImportStore(t), await openImportStore(t)];
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  await first.contentService.putLibrary({ id: 'demo', name: 'Demo' });
  await first.contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
  const by = (expected: number, page?: string) => ({
    ...{ actor: { id: 'ann', name: 'Ann' }, expected },
    ...(page === undefined ? {} : { page }),
  });
  await first.contentService.save(hero, '<p>1</p>', by(0));
  const pages: Readonly<Record<string, string>> = Object.fromEntries([
    ['home', 'https://shop.example/?a=b#c'],
    ['nowhere', ''],
    ['deleted', 'https://shop.example/deleted'],
    ['__proto__', 'https://shop.example/ü'],
    ...Array.from({ length: 120 }, (_, index) => [`f${index}`, `https://shop.example/${index}`]),
  ]);
  for (const [name, page] of Object.entries(pages))
    await first.contentService.fork(hero, name, by(0, page === '' ? undefined : page));
  await first.contentService.save({ ...hero, version: 'home' }, '<p>2</p>', by(1));
  await first.contentService.step('delete', { ...hero, version: 'deleted' }, by(1));
  const pagesOf = async ({ contentService }: ImportStore): Promise<object> => {
    const found: [string, string][] = [];
    for (let after: string | undefined | null; after !== null;) {
      const { items, next } = await contentService.forks('demo', { first: 100, ...(after ? { after } : {}) });
      for (const { version, page } of items) found.push([version, page]);
      after = next;
    }
    return Object.fromEntries(found.sort());
  };
  const expected = Object.fromEntries(Object.entries(pages).sort());
  assert.deepEqual(await pagesOf(first), expected);
  const folder = await makeTemporaryFolder(t);
  await exportLibrary(folder, (await first.contentService.library('demo'))!, first);
  const from = join(folder, 'demo');
  assert.deepEqual((await runImport(from, second)).problems, []);
  assert.deepEqual(await pagesOf(second), expected);
  assert.deepEqual((await runImport(from, second)).changed, [], 'nothing to do the second time');

  // library.json has the pages, too; a page that is no web address is rejected before anything is saved.
  const third = await openImportStore(t);
  const listed = join(await makeTemporaryFolder(t), 'demo');
  const listing = (page: string) =>
    writeFiles(listed, {
      'library.json': JSON.stringify({ components: [{ id: 'hero', forks: { b: 'a' }, pages: { a: page, b: page } }] }),
      'components/hero/a.html': '<p>a</p>',
      'components/hero/b.html': '<p>b</p>',
    });
  await listing('javascript:1');
  for (const dry of [true, false])
    assert.match((await runImport(listed, third, { dry })).problems.join(), /components\/hero\/b\.html: page /);
  await listing('https://shop.example/');
  assert.deepEqual((await runImport(listed, third)).problems, []);
  assert.deepEqual(await pagesOf(third), { b: 'https://shop.example/' });
});

test('a changed page of a fork is imported, also with unchanged content', async (t) => {
  const store = await openImportStore(t);
  const { contentService } = store;
  const folder = join(await makeTemporaryFolder(t), 'demo');
  const pages = (published: string, saved: string) =>
    writeFiles(folder, {
      'components/hero/a.html': '<p>a</p>',
      'components/hero/published-page.html': '<p>b</p>',
      'components/hero/saved-page.saved.html': '<p>c</p>',
      'components/hero/component.json': JSON.stringify({
        forks: { 'published-page': 'a', 'saved-page': 'a' },
        pages: { 'published-page': published, 'saved-page': saved },
      }),
    });
  const statesOf = async () => {
    const { items } = await contentService.forks('demo', { first: 10 });
    return items
      .map(({ version, page, revision, published, staged }) => [version, page, revision, published, staged])
      .sort();
  };
  await pages('https://shop.example/1', 'https://shop.example/2');
  assert.deepEqual((await runImport(folder, store)).problems, []);
  const before = await statesOf();

  await pages('https://shop.example/1', 'https://shop.example/3');
  for (const dry of [true, false]) {
    const { changed, problems } = await runImport(folder, store, { dry });
    assert.deepEqual([changed, problems], [['components/hero/saved-page.html: saved (revision 3)'], []]);
  }
  assert.deepEqual(await statesOf(), [before[0], ['saved-page', 'https://shop.example/3', 3, null, null]]);
  await pages('https://shop.example/4', 'https://shop.example/3');
  const { changed } = await runImport(folder, store);
  assert.deepEqual(changed, ['components/hero/published-page.html: saved, published, staged (revision 3)']);
  assert.deepEqual(await statesOf(), [
    ['published-page', 'https://shop.example/4', 3, 3, 3],
    ['saved-page', 'https://shop.example/3', 3, null, null],
  ]);
  assert.deepEqual((await runImport(folder, store)).changed, [], 'nothing to do the second time');

  // A fork that somebody else saved keeps its page.
  const address = { library: 'demo', component: 'hero', version: 'saved-page' };
  const page = 'https://shop.example/5';
  await contentService.save(address, '<p>c</p>', { actor: { id: 'ann', name: 'Ann' }, expected: 3, page });
  const kept = await runImport(folder, store);
  assert.match(
    kept.problems.join(),
    /saved-page\.html: is not imported: Ann saved its saved revision 4; --force replaces/,
  );
  assert.equal((await statesOf())[1]![1], page);
  assert.deepEqual((await runImport(folder, store, { overwrite: true })).problems, []);
  assert.equal((await statesOf())[1]![1], 'https://shop.example/3');
});

test('an unknown key is rejected by its name, at any level', async (t) => {
  const store = await openImportStore(t);
  const LIBRARIES: readonly [string, RegExp][] = [
    ['{"desciption":"x"}', /library\.json: has an unknown key 'desciption'; the nearest is 'description'/],
    ['{"settings":{"embed":[]}}', /unknown key 'settings\.embed'; the nearest is 'embeds'/],
    ['{"collections":[{"id":"c","color":1}]}', /unknown key 'collections\[0\]\.color'/],
    ['{"themes":[{"id":"t"},{"id":"u","classname":"x"}]}', /unknown key 'themes\[1\]\.classname'; .*'className'/],
    ['{"breakpoints":[{"id":"b","minWidth":1,"maxWidth":2}]}', /unknown key 'breakpoints\[0\]\.maxWidth'/],
    ['{"styles":{"staged":{"css":"x"}}}', /unknown key 'styles\.staged\.css'/],
    ['{"styles":{"draft":{}}}', /styles\.draft must be one of published, staged and saved/],
    ['{"components":[{"id":"c","title":"x"}]}', /unknown key 'components\[0\]\.title'/],
  ];
  for (const [text, why] of LIBRARIES) {
    const folder = join(await makeTemporaryFolder(t), 'demo');
    await writeFiles(folder, { 'library.json': text });
    await assert.rejects(runImport(folder, store), why, text);
  }
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(folder, {
    'library.json': '{"components":[{"id":"ghost","name":"Nobody"},{"id":"hero","name":"The hero","forks":{"b":"a"}}]}',
    'components/hero/a.html': '<p>a</p>',
    'components/hero/b.html': '<p>b</p>',
    'components/odd/component.json': '{"titel":"x"}',
    'media.jsonl':
      '{"id":"p","name":"p","width":1,"height":1,"author":"a","createdAt":1,"variants":[],"alt":"lost"}\n' +
      '{"id":"p","name":"p","width":1,"height":1,"author":"a","createdAt":1,"variants":[{"path":"p/1","type":"image/png","dpr":2}]}\n',
  });
  const seen = await runImport(folder, store);
  assert.deepEqual(seen.problems, [
    "components/odd/component.json: has an unknown key 'titel'; the nearest is 'name'. Correct or remove it",
    "media.jsonl: line 1 is no picture ('alt' is an unknown key). Correct or remove the line",
    "media.jsonl: line 2 is no picture ('dpr' is an unknown key). Correct or remove the line",
  ]);
  assert.deepEqual(seen.warnings, ["library.json: component 'ghost' has no folder, so the import skips it"]);
  const [fork] = await store.contentService.versions([{ library: 'demo', component: 'hero', version: 'b' }]);
  assert.equal(fork?.forkOrigin, 'demo/hero/a', 'what library.json says of forks counts');
});
