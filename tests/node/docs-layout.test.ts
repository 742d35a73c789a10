/** The page layout of the documentation: edit links, versions, outlines; and the size of a page. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { allPages, buildDocs, textsForModels } from '../../scripts/docs/build';
import { sourceOf } from '../../scripts/docs/order';
import { headingsOf, pageOf, pagesIn } from '../../scripts/docs/pages';
import { editUrl, manifest } from '../../scripts/docs/repository';
import { sectionsOf } from '../../scripts/docs/sections';
import { keepVersion, keptVersions } from '../../scripts/docs/versions';
import { siteScripts } from '../../scripts/site';

const ROOT = new URL('../../', import.meta.url).pathname;
process.chdir(ROOT);

let folder: string;
const www = (): string => join(folder, 'www');
const versionsFolder = (): string => join(folder, 'versions');
const read = (path: string): string => readFileSync(join(www(), path), 'utf8');

/** An older version with two pages that still exist, one removed page, and links of all kinds. */
const OLDER: Readonly<Record<string, string>> = {
  index: '# Old start\n\n[Data](/docs/data.md#old), [gone](/docs/gone.md), [nowhere](/docs/host.md).\n',
  data: '# Old data\n\n## Old\n\nThe quokka is only here.\n\n```html live title="L"\n<b>1</b>\n```\n\n![Lost](/docs/pictures/lost.webp)\n',
  gone: '# Gone\n\n## Twice\n\n## Twice\n',
};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feaas-docs-'));
  mkdirSync(join(www(), 'build'), { recursive: true });
  writeFileSync(join(www(), 'build/evergreen.html'), '<script type="module" src="/build/feaas.esm.js"></script>');
  const older = join(versionsFolder(), '0.0.9');
  mkdirSync(older, { recursive: true });
  for (const [name, text] of Object.entries(OLDER))
    writeFileSync(join(older, `${name}.md`), `---\ntitle: The ${name}\ndescription: About ${name}.\n---\n\n${text}`);
  await buildDocs(www(), 'dist', versionsFolder());
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the edit link uses the repository of package.json, in each form that npm accepts', () => {
  const edit = (repository: string | { url: string }): string | undefined =>
    editUrl('docs/a b.md', { repository }, undefined);
  for (const form of [
    'git+https://github.com/owner/kit.git',
    { url: 'git+https://github.com/owner/kit.git' },
    'https://github.com/owner/kit',
    'github:owner/kit',
    'owner/kit',
  ])
    assert.equal(edit(form), 'https://github.com/owner/kit/edit/main/docs/a%20b.md');
  assert.equal(
    edit('https://gitlab.com/group/sub/kit.git'),
    'https://gitlab.com/group/sub/kit/-/edit/main/docs/a%20b.md',
  );
  assert.equal(edit('https://git.example/kit'), undefined);
  assert.equal(editUrl('docs/a.md', {}, undefined), undefined);
});

test('FEAAS_DOCS_EDIT_URL sets another address; without {file} it is rejected with its value', () => {
  assert.equal(
    editUrl('docs/a.md', {}, 'https://git.example/kit/edit?path={file}'),
    'https://git.example/kit/edit?path=docs/a.md',
  );
  assert.throws(
    () => editUrl('docs/a.md', {}, 'https://git.example'),
    /FEAAS_DOCS_EDIT_URL is 'https:\/\/git\.example'.*\{file\}/,
  );
});

test('the edit link of every page, also of generated ones, names an existing file', () => {
  for (const { name } of allPages()) assert.ok(existsSync(sourceOf(name)), `${name}: ${sourceOf(name)}`);
});

test('equal headings get different ids, in the page and in links to them', () => {
  const page = pageOf(
    'x',
    '---\ntitle: A page\ndescription: About it.\n---\n# A\n\n## Set up\n\n### Set up\n\n## `Set up`\n',
  );
  assert.deepEqual(
    headingsOf(page).map(({ id, level, line }) => `${level} ${id} ${line}`),
    ['1 a 0', '2 set-up 2', '3 set-up-1 4', '2 set-up-2 6'],
  );
  const html = read('docs/0.0.9/gone.html');
  for (const id of ['twice', 'twice-1']) {
    assert.ok(html.includes(`<h2 id="${id}">`), id);
    assert.ok(html.includes(`<a href="#${id}">`), id);
  }
});

test('a page links to its neighbors, its Markdown and its versions', () => {
  const html = read('docs/data.html');
  assert.match(html, /<a rel="prev" href="\/docs\/embed\.html"><span>Previous<\/span>/);
  assert.match(html, /<a rel="next" href="\/docs\/style\.html"><span>Next<\/span>/);
  assert.match(html, /<a href="\/docs\/data\.md">This page as Markdown<\/a>/);
  const { version } = manifest();
  assert.ok(html.includes(`<summary>Version ${version}</summary>`));
  assert.ok(html.includes(`<li><a href="/docs/data.html" aria-current="true">${version} (current)</a></li>`));
  assert.ok(html.includes('<li><a href="/docs/0.0.9/data.html">0.0.9</a></li>'));
  assert.doesNotMatch(html, /canonical|noindex|docs__notice/);
  // A page that the older version does not have links to its start page.
  assert.ok(read('docs/host.html').includes('<a href="/docs/0.0.9/">0.0.9</a>'));
});

test('a page of an older version has a notice, links within its version, and has static examples', () => {
  const { version } = manifest();
  const html = read('docs/0.0.9/data.html');
  assert.ok(
    html.includes(`This page is about version 0.0.9. The current version is <a href="/docs/data.html">${version}</a>.`),
  );
  assert.match(html, /<link rel="canonical" href="\/docs\/data\.html" \/>\s*<meta name="robots" content="noindex" \/>/);
  assert.ok(html.includes('data-index="/docs/0.0.9/search.json"'));
  assert.doesNotMatch(html, /code__live|feaas\.esm|lost\.webp/);
  assert.match(html, /<em>Lost<\/em>/);
  const start = read('docs/0.0.9/index.html');
  assert.match(start, /<a href="\/docs\/0\.0\.9\/data\.html#old">Data<\/a>/);
  assert.match(start, /<a href="\/docs\/0\.0\.9\/gone\.html">gone<\/a>/);
  assert.match(start, /, nowhere\./);
  assert.ok(read('docs/0.0.9/gone.html').includes(`<a href="/docs/">${version}</a>`));
});

test('each search result leads to an existing heading or row', () => {
  const missing = allPages()
    .flatMap((page) => sectionsOf(page))
    .filter(({ url }) => {
      const [path, id] = url.split('#') as [string, string?];
      return id !== undefined && !read(path.replace(/\/$/, '/index.html')).includes(` id="${id}"`);
    });
  assert.deepEqual(
    missing.map(({ url }) => url),
    [],
  );
  assert.match(read('docs/reference/cli.html'), /<tr id="row-feaas_max_age" role="row">/);
});

test('each version has a separate search', () => {
  const older = read('docs/0.0.9/search.json');
  assert.ok(older.includes('quokka') && older.includes('/docs/0.0.9/data.html#old'));
  assert.ok(!older.includes('"/docs/data.html'));
  assert.ok(!read('docs/search.json').includes('quokka'));
});

test('a stored version contains the generated pages, and can be built', () => {
  const all = allPages();
  assert.throws(
    () => keepVersion('1.2.0-rc.1', all, new Map(), join(folder, 'other')),
    /'1\.2\.0-rc\.1' is no release/,
  );
  const target = keepVersion('1.2.0', all, textsForModels(all).markdown, join(folder, 'other'));
  const names = pagesIn(target).map(({ name }) => name);
  for (const name of ['index', 'host', 'reference/elements', 'specification/errors'])
    assert.ok(names.includes(name), name);
  for (const name of ['STATUS', 'more/changes']) assert.ok(!names.includes(name), name);
  const [version] = keptVersions('2.0.0', join(folder, 'other'));
  const page = version!.pages.find(({ name }) => name === 'data')!;
  assert.equal(page.title, all.find(({ name }) => name === 'data')!.title);
  assert.match(page.text, /```html live/);
});

test('versions are sorted, the current one is not among the older ones, and invalid names are rejected', () => {
  const there = join(folder, 'order');
  for (const name of ['0.9.0', '0.10.0', '1.0.0', '0.9.12'])
    cpSync(join(versionsFolder(), '0.0.9'), join(there, name), { recursive: true });
  assert.deepEqual(
    keptVersions('1.0.0', there).map(({ name }) => name),
    ['0.10.0', '0.9.12', '0.9.0'],
  );
  mkdirSync(join(there, 'next'));
  assert.throws(
    () => keptVersions('1.0.0', there),
    /order\/next is not named as a version, such as 1\.2\.0\. Rename or remove it\./,
  );
  assert.deepEqual(keptVersions('1.0.0', join(folder, 'none')), []);
});

test('a page is small: no framework, the kit only with live examples, the search code only on use', async () => {
  const size = (text: string | Uint8Array): number => gzipSync(text).length;
  const { outputFiles, metafile } = await build({
    ...siteScripts(join(folder, 'scripts')),
    write: false,
    metafile: true,
  });
  const output = (end: string): [string, (typeof metafile.outputs)[string]] =>
    Object.entries(metafile.outputs).find(([path]) => path.endsWith(end))!;
  const [entry, { imports }] = output('/docs.js');
  const bytes = (paths: readonly string[]): number =>
    outputFiles
      .filter(({ path }) => paths.some((each) => path.endsWith(each.split('/').at(-1)!)))
      .reduce((sum, { contents }) => sum + size(contents), 0);
  const kinds = (kind: string): string[] => imports.filter((each) => each.kind === kind).map(({ path }) => path);
  const scripts = bytes([entry, ...kinds('import-statement')]);
  assert.ok(scripts < 4_000, `${scripts} B of scripts`);
  const search = bytes(kinds('dynamic-import'));
  assert.ok(search > 5_000 && search < 12_000, `${search} B of search`);
  const styles = ['site.css', 'docs.css'].reduce((sum, name) => sum + size(readFileSync(`src/pages/${name}`)), 0);
  assert.ok(styles < 7_000, `${styles} B of styles`);
  const index = size(read('docs/search.json'));
  assert.ok(index < 400_000, `${index} B of index`);
  const pages = readdirSync(join(www(), 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  assert.ok(pages.length > 30);
  for (const name of pages) {
    const html = read(`docs/${name}`);
    assert.ok(size(html) < 36_000, `${name}: ${size(html)} B`);
    assert.equal(
      /<script[^>]+feaas\.esm\.js/.test(html.split('</head>')[0]!),
      html.includes('class="code__live"'),
      name,
    );
  }
});
