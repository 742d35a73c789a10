import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { exportLibrary } from '../src/cli/library/export.js';
import { librariesAt } from '../src/cli/library/import.js';
import { printManifest } from '../src/cli/library/manifest.js';
import { COMPONENT_FIELD_NAMES, initialFields, pickFields } from '../src/content/component-fields.js';
import type { ContentService } from '../src/content/content-service.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sampleFields } from './support/component-samples.js';
import { runImport, openImportStore, type ImportStore, writeFiles } from './support/imports.js';

const AURORA = new URL('../library/aurora', import.meta.url).pathname;
const ACTOR = { name: 'Test', id: 'test' };

/** All files below a folder with their bytes. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = (await readFile(path)).toString('latin1');
  }
  return files;
}

async function exported(t: TestContext, { contentService, blobs }: ImportStore, id: string): Promise<string> {
  const folder = await makeTemporaryFolder(t);
  await exportLibrary(folder, (await contentService.library(id))!, { contentService, blobs });
  return join(folder, id);
}

/** The current content of a library, without revision numbers and times. */
async function stateOf({ contentService, blobs }: ImportStore, library: string): Promise<unknown> {
  const at = async (address: { library: string; component: string; version: string }, number: number | null) =>
    number === null ? null : (await contentService.revision(address, number))!.content;
  const { items: components } = await contentService.components(library, { first: 100 });
  const sheet = await contentService.stylesheet(library);
  const sheets = sheet && (await contentService.stylesheetHistory(library, { first: 100 })).items;
  const media: [string, string, string][] = [];
  for await (const key of blobs.list(`media/${library}/`)) {
    const blob = (await blobs.get(key))!;
    media.push([key, blob.contentType, blob.bytes.toString('latin1')]);
  }
  const { name, description, settings } = (await contentService.library(library))!;
  return {
    library: { name, description, settings },
    collections: await contentService.collections(library),
    dataSources: (await contentService.dataSources(library)).map(({ id, sample, settings: fetched }) => [
      id,
      sample,
      fetched,
    ]),
    pictures: (await contentService.media(library, { first: 100 })).items,
    media,
    stylesheet: sheet && {
      saved: [sheet.css, sheet.themes, sheet.breakpoints],
      staged: sheets?.find(({ number }) => number === sheet.staged)?.content,
      published: sheets?.find(({ number }) => number === sheet.published)?.content,
    },
    components: await Promise.all(
      components.map(async ({ id, ...component }) => ({
        id,
        fields: pickFields(component),
        versions: await Promise.all(
          (await contentService.versionsOf(library, id)).map(async (version) => ({
            version: version.version,
            saved: version.view,
            staged: await at(version, version.staged),
            published: await at(version, version.published),
            deleted: version.deletedAt !== null,
            forkOrigin: version.forkOrigin,
          })),
        ),
      })),
    ),
  };
}

/** A library in every state of the content service. */
async function fill({ contentService, blobs }: ImportStore): Promise<void> {
  const library = 'all';
  await contentService.putLibrary({
    id: library,
    name: 'All states “quoted” ü',
    description: 'Two lines\nand a “quote”.',
    settings: { embeds: ['https://cdn.example/'], frames: ['https://video.example/'], publicDrafts: true },
  });
  await contentService.putCollection({ library, id: 'heads', name: 'Heads' });
  await contentService.putCollection({ library, id: 'empty', name: 'Empty' });
  await contentService.putComponent({ library, id: 'hero', ...sampleFields('heads') });
  await contentService.putComponent({ library, id: 'grüße & 50%', name: 'grüße & 50%', collections: [] });
  await contentService.putComponent({ library, id: 'bare', name: 'bare', collections: [] });
  const put = async (component: string, version: string, ...steps: (string | 'stage' | 'publish')[]) => {
    const address = { library, component, version };
    let [now] = await contentService.versions([address]);
    for (const step of steps) {
      const by = { actor: ACTOR, expected: now?.revision ?? 0 };
      now = /^(un)?(stage|publish)$|^delete$/.test(step)
        ? await contentService.step(step as 'stage', address, by)
        : await contentService.save(address, step, by);
    }
  };
  await put('hero', 'responsive', '<p>1</p>\r\n', 'stage', 'publish');
  await put('hero', 'staged-only', '<p>a</p>', 'stage');
  await put('hero', 'published-only', '<p>b</p>', 'publish');
  await put('hero', 'published-then-saved', '<p>c</p>', 'publish', '<p>C</p>');
  await put('hero', 'three', '<p>d</p>', 'publish', '<p>e</p>', 'stage', '<p>f</p>');
  await put('hero', 'back', '<p>g</p>', 'publish', '<p>h</p>', 'stage', '<p>g</p>');
  await put('hero', 'never', '\uFEFF<p>with a byte order mark</p>');
  await put('hero', 'taken-back', '<p>i</p>', 'stage', 'publish', 'unstage', 'unpublish');
  await put('hero', 'gone', '<p>j</p>', 'stage', 'publish');
  await contentService.fork({ library, component: 'hero', version: 'gone' }, 'a-fork-of-gone', {
    actor: ACTOR,
    expected: 0,
  });
  await put('hero', 'gone', 'delete');
  await contentService.fork({ library, component: 'hero', version: 'three' }, 'fork 1', { actor: ACTOR, expected: 0 });
  await put('hero', 'fork 1', '<p>forked</p>', 'publish');
  await contentService.fork({ library, component: 'hero', version: 'fork 1' }, '0-fork-of-fork', {
    actor: ACTOR,
    expected: 0,
  });
  await put('hero', 'v1.html', '<p>a version named like a file</p>', 'publish');
  await put('grüße & 50%', 'con', '<p>a device of Windows</p>', 'publish');
  await put('grüße & 50%', 'wer?', '', 'publish');
  const dark = { id: 'dark', name: 'Dark', className: 'is-dark', description: 'Night' };
  const sheet = { css: 'p { color: red }\n', themes: [dark, { id: 'dim', name: 'Dim' }], breakpoints: [] };
  let { revision } = await contentService.saveStylesheet(library, sheet, { actor: ACTOR, expected: 0 });
  await contentService.stepStylesheet('publish', library, { actor: ACTOR, expected: revision });
  const wide = { ...sheet, breakpoints: [{ id: 'wide', minWidth: 960 }] };
  ({ revision } = await contentService.saveStylesheet(library, wide, { actor: ACTOR, expected: revision }));
  await contentService.stepStylesheet('stage', library, { actor: ACTOR, expected: revision });
  await contentService.saveStylesheet(library, { ...wide, css: '' }, { actor: ACTOR, expected: revision });
  await contentService.putDataSource({
    library,
    id: 'news',
    sample: '{ "a":  1 }',
    settings: '{"url":"https://x.example/"}\n',
  });
  await contentService.putDataSource({ library, id: 'news.settings', sample: '[]', settings: null, public: true });
  const blob = (contentType: string, bytes: Buffer) =>
    ({ bytes, contentType, cacheControl: 'public, max-age=3600', metadata: {} }) as const;
  await blobs.put('media/all/logo.svg', blob('image/svg+xml; charset=utf-8', Buffer.from('<svg/>')));
  await blobs.put('media/all/p1/800', blob('image/webp', Buffer.from([0, 255, 10, 13])));
  await contentService.putMedia({
    ...{ library, id: 'p1', name: 'A picture', width: 800, height: 600, author: 'Ann', createdAt: 1_700_000_000_123 },
    variants: [{ width: 800, height: 600, type: 'image/webp', bytes: 4, path: 'p1/800' }],
  });
  await contentService.delivered();
}

test('import, export and import again give the same bytes and the same state, for every state', async (t) => {
  const first = await openImportStore(t);
  await fill(first);
  const files = await exported(t, first, 'all');
  const second = await openImportStore(t);
  const seen = await runImport(files, second);
  assert.deepEqual(seen.problems, []);
  assert.deepEqual(seen.warnings, []);
  assert.equal(seen.steps, seen.total);
  assert.deepEqual(await stateOf(second, 'all'), await stateOf(first, 'all'));
  const again = await exported(t, second, 'all');
  assert.deepEqual(await filesOf(again), await filesOf(files));
  assert.deepEqual(await second.contentService.check(), []);

  assert.deepEqual((await runImport(files, second)).changed, [], 'nothing to do the second time');
  assert.deepEqual((await runImport(files, first)).changed, [], 'nor where it came from');
});

/** An export also writes the fields that a file of the demo library leaves out: a new field does not change these files. */
function withAllFields(path: string, bytes: string): string {
  const [, component] = /^components\/([^/]+)\/component\.json$/.exec(path) ?? [];
  if (component === undefined) return bytes;
  const manifest = JSON.parse(bytes) as object;
  return printManifest({ ...initialFields(component), ...manifest });
}

test('the demo library is exported as it was imported', async (t) => {
  const store = await openImportStore(t);
  const seen = await runImport(AURORA, store);
  assert.deepEqual(seen.problems, []);
  const before = await filesOf(AURORA);
  const after = await filesOf(await exported(t, store, 'aurora'));
  assert.deepEqual(Object.keys(after).sort(), Object.keys(before).sort());
  for (const [path, bytes] of Object.entries(before)) assert.equal(after[path], withAllFields(path, bytes), path);
  const hero = await store.blobs.get('components/aurora/hero/responsive/published.html');
  assert.equal(hero?.bytes.toString('latin1'), before['components/hero/responsive.html']);
});

test('only changed files are saved, by the actor import', async (t) => {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(folder, {
    'library.json': '{"name":"Demo","themes":[{"id":"dark"}],"collections":[{"id":"a"},{"id":"b"}]}',
    'styles.css': 'p {}',
    'components/hero/component.json': '{"collections":["b","a","b"]}',
    'components/hero/responsive.html': '<p>1</p>',
    'components/hero/wide.html': '<p>w</p>',
    'components/list/responsive.html': '<p>l</p>',
    'data/news.json': '{}',
    'media/a/b.svg': '<svg/>',
  });
  assert.equal((await runImport(folder, store)).problems.length, 0);
  assert.deepEqual((await runImport(folder, store)).changed, []);
  await writeFiles(folder, {
    'components/hero/component.json': '{"collections":["b"],"description":"Above all"}',
    'components/hero/responsive.html': '<p>2</p>',
    'components/hero/wide.staged.html': '<p>W</p>',
    'components/list/responsive.html.deleted': '',
    'data/news.json': '{"items":[]}',
    'styles.css.deleted': '',
  });
  const seen = await runImport(folder, store);
  assert.deepEqual(seen.changed, [
    'components/hero/responsive.html: saved, published, staged (revision 2)',
    'components/hero/wide.html: saved, staged (revision 2)',
    'components/hero: description, collections changed',
    'components/list/responsive.html.deleted: deleted',
    'components/list/responsive.html: unpublished, unstaged (revision 1)',
    'data/news.json: saved',
    'styles.css: unpublished, unstaged (revision 1)',
  ]);
  const address = { library: 'demo', component: 'hero', version: 'responsive' };
  const { items } = await store.contentService.history(address, { first: 10 });
  assert.deepEqual(
    items.map(({ number, author, state }) => [number, author, state]),
    [
      [2, 'import', 'published'],
      [1, 'import', 'saved'],
    ],
  );
});

test('an invalid file is reported with its path, and the others are imported', async (t) => {
  const store = await openImportStore(t);
  const outside = await makeTemporaryFolder(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(outside, { 'secret.html': '<p>secret</p>', 'folder/x.html': '<p>secret</p>' });
  await writeFiles(folder, {
    'library.json': '{"collections":[{"id":"c"}]}',
    'styles.css': 'p { }</style>',
    'components/good/responsive.html': '<p>good</p>',
    'components/script/responsive.html': '<p>\n<script>alert(1)</script></p>',
    'components/bytes/responsive.html': Buffer.from([0x3c, 0xff, 0x3e]),
    'components/name/component.json': '{"name":7}',
    'components/name/responsive.html': '<p>n</p>',
    'components/orphan/component.json': '{"forks":{"fork":"gone"},"collections":["c"]}',
    'components/orphan/fork.html': '<p>f</p>',
    'components/lost/component.json': '{"collections":["nowhere"]}',
    'components/old/responsive.7.html': '<p>7</p>',
    'components/old/notes.txt': 'x',
    'components/old/responsive.html/notes.txt': 'x',
    'data/broken.json': '{"a":',
    'data/alone.settings.json': '{}',
    'media.jsonl': '{"id":1}\n',
  });
  await mkdir(join(folder, 'components/link'));
  await symlink(join(outside, 'secret.html'), join(folder, 'components/link/responsive.html'));
  await symlink(join(outside, 'folder'), join(folder, 'components/linked'));
  await symlink('../good/responsive.html', join(folder, 'components/link/inside.html'));

  const seen = await runImport(folder, store);
  const expected: RegExp[] = [
    /^components\/bytes\/responsive\.html: is not UTF-8\. Save it as UTF-8$/,
    /^components\/link\/responsive\.html: is a link that leads out of the folder: refused\. Replace it by the file$/,
    /^components\/linked: is a link that leads out of the folder: refused\. Replace it by the file$/,
    /^components\/lost: .*nowhere/,
    /^components\/name\/component\.json: name must be a text, but is 7$/,
    /^components\/orphan\/fork\.html: demo\/orphan\/gone, its origin, is not there: saved as no fork\. Add the origin and import again$/,
    /^components\/script\/responsive\.html: 2:1 .*script/,
    /^data\/alone\.json: is missing: settings need a sample\. Add this file$/,
    /^data\/broken\.json: is not JSON \(/,
    /^media\.jsonl: line 1 is no picture \('id' is no string\)\. Correct or remove the line$/,
    /^styles\.css: 1:\d+ .*<\/style/,
  ];
  assert.equal(seen.problems.length, expected.length, seen.problems.join('\n'));
  for (const [index, pattern] of expected.entries()) assert.match(seen.problems[index]!, pattern);
  assert.deepEqual(seen.warnings, [
    'components/old/notes.txt: is no file of a component, so the import skips it',
    'components/old/responsive.7.html: is an entry of a history: the import takes only current content',
    'components/old/responsive.html: is a folder, but must be a file, so the import skips it',
  ]);
  const { items } = await store.contentService.components('demo', { first: 100 });
  assert.deepEqual(items.map(({ id }) => id).sort(), ['good', 'link', 'orphan']);
  const [inside, secret] = await store.contentService.versions([
    { library: 'demo', component: 'link', version: 'inside' },
    { library: 'demo', component: 'link', version: 'responsive' },
  ]);
  assert.equal(inside?.view, '<p>good</p>');
  assert.equal(secret, undefined);
});

test('a number out of the range of GraphQL is rejected with its file, and the others are imported', async (t) => {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  const variant = { path: 'a/1.png', type: 'image/png', width: 1, height: 1, bytes: 1 };
  const picture = { id: 'a', name: 'A', width: 1, height: 1, author: 'Ann', createdAt: 1, variants: [variant] };
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ width: 1.5 }, /width must be a whole number from 1 to 2147483647, but is 1\.5/],
    [{ height: 2 ** 31 }, /height must be a whole number from 1 to 2147483647, but is 2147483648/],
    [{ createdAt: Number.MAX_SAFE_INTEGER }, /createdAt must be a whole number from 0 to 253402300799999, but is/],
    [{ variants: [{ path: 'a/1.png', type: 'image/png' }] }, /variants of 'a': width must be .*, but is undefined/],
    [{ variants: [{ ...variant, height: 0 }] }, /variants of 'a': height must be/],
    [{ variants: [variant, { ...variant, bytes: -1 }] }, /variants of 'a': bytes must be/],
    [
      { variants: [{ ...variant, path: '../../other/a/1.png' }] },
      /"media\/demo\/\.\.\/\.\.\/other\/a\/1\.png" has a name '\.\.'/,
    ],
    [{ variants: [{ ...variant, path: '' }] }, /has an empty name/],
  ];
  await writeFiles(folder, {
    'components/good/responsive.html': '<p>good</p>',
    'media/a/1.png': 'x',
    'media.jsonl': [...wrong.map(([part]) => ({ ...picture, ...part })), { ...picture, id: 'b' }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
  for (const dry of [true, false]) {
    const { problems } = await runImport(folder, store, { dry });
    assert.equal(problems.length, wrong.length, problems.join('\n'));
    for (const [, why] of wrong)
      assert.ok(
        problems.some((each) => each.startsWith('media.jsonl: ') && why.test(each)),
        String(why),
      );
  }
  const { items } = await store.contentService.media('demo', { first: 10 });
  assert.deepEqual(
    items.map(({ id }) => id),
    ['b'],
  );

  for (const minWidth of [767.98, -1, 2 ** 31]) {
    await writeFiles(folder, {
      'library.json': JSON.stringify({ breakpoints: [{ id: 'wide', minWidth }] }),
      'styles.css': 'p {}',
    });
    const { problems } = await runImport(folder, store);
    assert.match(
      problems.join('\n'),
      new RegExp(`styles\\.css: breakpoints 'wide': minWidth must be .* is ${minWidth}`),
    );
    assert.equal(await store.contentService.stylesheet('demo'), undefined);
  }
});

test('a version that somebody else saved meanwhile is not overwritten', async (t) => {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(folder, { 'components/hero/responsive.html': '<p>1</p>' });
  await runImport(folder, store);
  await writeFiles(folder, { 'components/hero/responsive.html': '<p>2</p>' });
  const address = { library: 'demo', component: 'hero', version: 'responsive' };
  // An editor saves between the read and the write of the import.
  const contentService: ContentService = Object.create(store.contentService, {
    save: {
      value: async (...args: Parameters<ContentService['save']>) => {
        await store.contentService.save(address, '<p>theirs</p>', { actor: ACTOR, expected: 1 });
        return store.contentService.save(...args);
      },
    },
  }) as ContentService;
  const seen = await runImport(folder, { ...store, contentService });
  assert.equal(seen.problems.length, 1);
  assert.match(
    seen.problems[0]!,
    /^components\/hero\/responsive\.html: .* is at revision 2, not 1: nothing changed\. Read it again, then retry with the current revision\.$/,
  );
  assert.equal((await store.contentService.versions([address]))[0]?.view, '<p>theirs</p>');
});

test('an export replaces a folder only with the option, and then removes files of deleted content', async (t) => {
  const store = await openImportStore(t);
  await fill(store);
  const folder = await exported(t, store, 'all');
  const library = (await store.contentService.library('all'))!;
  await assert.rejects(exportLibrary(dirname(folder), library, store), /'.*all' is not empty\. .*--force/);
  const before = await filesOf(folder);
  await writeFiles(folder, {
    'components/old/responsive.html': '<p>old</p>',
    'components/hero/old.html': '<p>old</p>',
    'data/old.json': '{}',
    'media/old.png': 'x',
    'styles.saved.css.deleted': '',
    'README.md': 'mine',
    '.git/config': 'mine',
  });
  await writeFile(join(folder, 'components/hero/responsive.html'), 'changed');
  await rm(join(folder, 'library.json'));
  await writeFiles(folder, { 'library.json/notes.txt': 'x' });
  const { written, removed } = await exportLibrary(dirname(folder), library, store, { replace: true });
  assert.equal(written, 2);
  assert.equal(removed, 6);
  assert.deepEqual(await filesOf(folder), { ...before, 'README.md': 'mine', '.git/config': 'mine' });
});

test('fields of a component that were reset are reset where its export is imported', async (t) => {
  const [before, after] = [await openImportStore(t), await openImportStore(t)];
  const library = 'back';
  for (const { contentService } of [before, after]) {
    await contentService.putLibrary({ id: library, name: 'Back' });
    await contentService.putCollection({ library, id: 'heads', name: 'Heads' });
    await contentService.putComponent({ library, id: 'hero', ...sampleFields('heads') });
    const address = { library, component: 'hero', version: 'responsive' };
    await contentService.save(address, '<p>1</p>', { actor: ACTOR, expected: 0 });
  }
  await before.contentService.putComponent({ library, id: 'hero', ...initialFields('hero') });
  const folder = await exported(t, before, library);
  const { changed, problems } = await runImport(folder, after);
  assert.deepEqual(problems, []);
  assert.deepEqual(changed, [`components/hero: ${COMPONENT_FIELD_NAMES.join(', ')} changed`]);
  assert.deepEqual(pickFields((await after.contentService.component(library, 'hero'))!), initialFields('hero'));
  assert.deepEqual((await runImport(folder, after)).changed, []);
});

test('settings and a description that were emptied are emptied where the export is imported', async (t) => {
  const store = await openImportStore(t);
  const { contentService } = store;
  const settings = { embeds: ['https://e.example/'], cdns: ['https://c.example/'], frames: ['https://f.example/'] };
  const full = { id: 'demo', name: 'Demo', description: 'Text', settings: { ...settings, publicDrafts: true } };
  const empty = { embeds: [], cdns: [], frames: [], publicDrafts: false };
  await contentService.putLibrary({ ...full, description: '', settings: empty });
  const folder = await exported(t, store, 'demo');
  await contentService.putLibrary(full);
  assert.deepEqual((await runImport(folder, store)).problems, []);
  const { description, settings: now } = (await contentService.library('demo'))!;
  assert.deepEqual([description, now], ['', empty]);
});

test('an export reports names that no file can have, and writes all the rest', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const data = join(folder, '.feaas');
  const blobs = createFolderBlobs(join(data, 'blobs'));
  const contentService = createContentService({
    database: await openDatabase({ file: join(data, 'feaas.db') }),
    blobs,
  });
  // The host accepts 200 characters and 300 bytes.
  const [wide, escaped] = ['日'.repeat(100), '*'.repeat(200)];
  for (const library of ['a', wide, 'z']) {
    await contentService.putLibrary({ id: library, name: 'Library' });
    await contentService.putDataSource({ library, id: escaped, sample: '1', settings: '{"url":"https://x.example/"}' });
    await contentService.putDataSource({ library, id: 'news', sample: '1' });
    for (const component of [wide, 'hero']) {
      await contentService.putComponent({ library, id: component, name: 'C' });
      for (const version of [escaped, 'responsive'])
        await contentService.save({ library, component, version }, '<p>1</p>', { actor: ACTOR, expected: 0 });
    }
  }
  await contentService.close();
  for (const force of [[], ['--force']]) {
    const { code, out, err } = await runCliInProcess(folder, ['export', 'out', ...force]);
    assert.equal(code, 1, err);
    assert.match(out, /^z: \d+ files written$/m);
    for (const path of [
      `z/components/hero/${escaped}`,
      `z/components/${wide}/`,
      `z/data/${escaped}`,
      `${wide}/library.json`,
    ])
      assert.ok(err.includes(`'${path.replaceAll('*', '%2A')}`), path.slice(0, 30));
    assert.match(err, /is not written: a name in it is too long for the file system\. Save it under a shorter name/);
    const files = [
      'components/hero/component.json',
      'components/hero/responsive.saved.html',
      'data/news.json',
      'library.json',
    ];
    for (const library of ['a', 'z'])
      assert.deepEqual(Object.keys(await filesOf(join(folder, 'out', library))).sort(), files, library);
  }
});

test('an export reports damaged media, writes all the rest, and keeps their files of an earlier export', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const data = join(folder, '.feaas');
  const blobs = createFolderBlobs(join(data, 'blobs'));
  const contentService = createContentService({
    database: await openDatabase({ file: join(data, 'feaas.db') }),
    blobs,
  });
  for (const library of ['a', 'z']) {
    await contentService.putLibrary({ id: library, name: 'Library' });
    await contentService.putComponent({ library, id: 'hero', name: 'Hero' });
    for (const name of ['bad.svg', 'good.svg'])
      await blobs.put(`media/${library}/${name}`, {
        ...{ contentType: 'image/svg+xml', cacheControl: 'x', metadata: {} },
        bytes: Buffer.from(`<svg>${name}</svg>`),
      });
  }
  await contentService.close();
  assert.equal((await runCliInProcess(folder, ['export', 'out'])).code, 0);
  const whole = await filesOf(join(folder, 'out'));
  const path = (await readdir(join(data, 'blobs/media/a'), { recursive: true })).find((name) =>
    name.startsWith('bad'),
  )!;
  const file = join(data, 'blobs/media/a', path);
  await writeFile(file, (await readFile(file)).subarray(0, -1));
  const { 'a/media/bad.svg': bad, ...others } = whole;
  for (const [target, files] of [
    ['out', { ...others, 'a/media/bad.svg': bad }],
    ['new', others],
  ] as const) {
    const { code, out, err } = await runCliInProcess(folder, ['export', target, '--force']);
    assert.equal(code, 1, err);
    assert.match(out, /^z: \d+ files written/m);
    assert.match(
      err,
      /'a\/media\/bad\.svg' is not written: Blob file .* has an invalid form: .*\. Restore it from a backup/,
    );
    assert.deepEqual(await filesOf(join(folder, target)), files);
  }
});

test('one or several libraries are found in a folder', async (t) => {
  const root = await makeTemporaryFolder(t);
  await writeFiles(root, {
    'a/library.json': '{}',
    'b/components/x/y.html': '',
    'c/other.txt': '',
    '.d/library.json': '{}',
  });
  assert.deepEqual(await librariesAt(root), [join(root, 'a'), join(root, 'b')]);
  assert.deepEqual(await librariesAt(join(root, 'a')), [join(root, 'a')]);
  await assert.rejects(librariesAt(join(root, 'c')), /holds no library/);
  await assert.rejects(librariesAt(join(root, 'nowhere')), /there is no folder/);
});
