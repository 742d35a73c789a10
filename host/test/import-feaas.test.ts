/** `import-feaas` with a server that serves a library like the original product. */
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { decode } from '../src/cli/import-feaas/decode.js';
import { initialFields } from '../src/content/component-fields.js';
import type { ContentService } from '../src/content/content-service.js';
import { createFetcher } from '../src/cli/import-feaas/fetcher.js';
import { Findings } from '../src/cli/import-feaas/findings.js';
import type { Report } from '../src/cli/import-feaas/report.js';
import { mapByocElements, scan } from '../src/cli/import-feaas/scan.js';
import { seedsFromList } from '../src/cli/import-feaas/seeds.js';
import { themesOf } from '../src/cli/import-feaas/themes.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { writeOptions, openContentService } from './support/content-services.js';
import { startOriginalHost, originalLibrary, originalPages } from './support/original-host.js';

async function start(t: TestContext) {
  const host = await startOriginalHost(t, originalLibrary());
  for (const [path, served] of Object.entries(originalPages(host.url))) host.files.set(path, served);
  const folder = await makeTemporaryFolder(t);
  const importFeaas = async (...args: readonly string[]) => {
    const { code, out, err } = await runCliInProcess(folder, ['import-feaas', ...args]);
    return { code, out, err, lines: err.split('\n').map((line) => line.replaceAll(host.url, '')) };
  };
  const report = async (): Promise<Report> =>
    JSON.parse((await readFile(join(folder, 'feaas-import/report.json'), 'utf8')).replaceAll(host.url, '')) as Report;
  const file = (path: string): Promise<string> => readFile(join(folder, 'feaas-import/acme', path), 'utf8');
  return { host, folder, importFeaas, report, file };
}

test('a sitemap leads to a library: components, versions, forks, drafts, stylesheets, themes and external components', async (t) => {
  const { host, importFeaas, report, file } = await start(t);
  const { code } = await importFeaas(`${host.url}/sitemap.xml`, '--files-only');
  assert.equal(code, 1, 'there are problems');
  const { libraries, pages, deleted, problems, warnings, uncustomized, imported } = await report();
  assert.deepEqual(libraries, [
    {
      ...{ id: 'acme', cdn: '', components: 7, versions: 7, forks: 1 },
      stylesheets: ['published', 'staged'],
      themes: ['dusk', 'light-blue', 'next'],
      externals: [
        { id: 'Weather', usedBy: ['hero'] },
        { id: 'clock', usedBy: ['hero'] },
      ],
    },
  ]);
  assert.deepEqual([pages, uncustomized, imported], [3, 1, null]);
  assert.deepEqual(deleted, ['/components/acme/gone/responsive/published.html']);
  const said = (findings: Report['problems']): string[] =>
    findings.map(({ where, what }) => `${where}: ${what}`).sort();
  assert.deepEqual(said(problems), [
    '/components/acme/absent/responsive/published.html: is not there (404). Check its name',
    '/components/acme/huge/responsive/published.html: could not read this. Check the address: it is larger than 4 MiB',
    '/components/acme/locked/responsive/published.html: could not read this. Check the address: it answers 403',
    '/missing: could not read this. Check the address: it answers 404',
    '/products: has an element without a valid source or library. Correct it: <feaas-component src="nonsense">',
  ]);
  assert.deepEqual(said(warnings), [
    '/components/acme/bytes/responsive/published.html: holds bytes that are not utf-8; the character U+FFFD stands in their places',
    "acme/card/small: uses the theme 'lost', which the stylesheet does not define",
    'acme/hero/responsive: <byoc-clock> became <feaas-external>',
  ]);
  assert.equal(
    await file('components/hero/responsive.html'),
    '<section class="-theme--dusk"><h1 data-path="page.title">Grüße</h1>' +
      '<feaas-external data-external-id="Weather?city=Oslo" city="Oslo"></feaas-external>' +
      '<feaas-external data-external-id="clock" zone="UTC">now</feaas-external></section>',
  );
  assert.match(await file('components/hero/responsive.staged.html'), />Neu</);
  assert.equal(await file('components/latin/responsive.html'), '<p>Grüße</p>');
  assert.equal(await file('components/card/small.html'), '<p class="-theme--lost">Card</p>', 'a nested component');
  assert.deepEqual(JSON.parse(await file('components/hero/component.json')), { forks: { home: 'responsive' } });
  await assert.rejects(file('components/list/responsive.staged.html'), 'what is staged is published');
  await assert.rejects(file('components/draft/responsive.html'), 'it was never published');
  assert.deepEqual(JSON.parse(await file('library.json')), {
    id: 'acme',
    themes: [
      { id: 'dusk', name: 'Dusk' },
      { id: 'light-blue', name: 'Light blue' },
    ],
    styles: {
      staged: {
        themes: [
          { id: 'dusk', name: 'Dusk' },
          { id: 'next', name: 'Next' },
        ],
      },
    },
  });
  assert.ok(host.maxConcurrency <= 4, `${host.maxConcurrency} requests at once`);
  assert.ok(host.requests.every(({ agent }) => agent === 'feaas-host import-feaas'));
  assert.equal(host.requests.length, new Set(host.requests.map(({ path }) => path)).size, 'each address once');
});

test('the downloaded library is imported; a second run downloads nothing again and changes nothing', async (t) => {
  const { host, folder, importFeaas, report } = await start(t);
  const first = await importFeaas(`${host.url}/sitemap.xml`);
  assert.match(
    first.err,
    /components\/broken\/responsive\.html: \d+:\d+ /,
    'what the host refuses is named with its place',
  );
  const { imported } = await report();
  assert.equal(imported!.problems, 1);
  await runCliInProcess(folder, ['export', 'out']);
  const exported = (path: string): Promise<string> => readFile(join(folder, 'out/acme', path), 'utf8');
  assert.equal(await exported('components/hero/home.html'), '<section><h1>Home</h1></section>');
  assert.deepEqual(JSON.parse(await exported('components/hero/component.json')), {
    ...initialFields('hero'),
    forks: { home: 'responsive' },
  });
  assert.match(await exported('components/hero/responsive.staged.html'), />Neu</);

  host.requests.length = 0;
  const again = await importFeaas(`${host.url}/sitemap.xml`);
  const second = await report();
  assert.deepEqual([second.files, second.imported], [0, { changes: 0, problems: 1 }]);
  assert.match(again.out, /^0 changed, 1 wrong$/m);
  assert.ok(
    host.requests.filter(({ status }) => status === 304).length >= 15,
    'what has not changed is not sent again',
  );
  assert.deepEqual(
    host.requests.filter(({ path, status }) => status === 200 && !/huge|gone/.test(path)),
    [],
  );

  host.files.set('/components/acme/list/responsive/published.html', '<p>New list</p>');
  host.files.set('/components/acme/list/responsive/staged.html', '<p>New list</p>');
  await importFeaas(`${host.url}/sitemap.xml`);
  assert.deepEqual((await report()).imported, { changes: 1, problems: 1 });
});

test('changed files and content are kept and reported; --force replaces them; --dry-run changes nothing', async (t) => {
  const { host, folder, importFeaas, report, file } = await start(t);
  const address = `${host.url}/components/acme/list/responsive/published.html`;
  // As for 'import', a database is required for the comparison.
  await importFeaas(`${host.url}/styles/acme/published.css`, '--to', 'styles');
  const before = await readdir(folder);
  const dry = await importFeaas(address, '--dry-run');
  assert.deepEqual([dry.code, await readdir(folder)], [0, before], dry.err);
  assert.match(dry.out, /would be changed/);
  assert.equal((await importFeaas(address)).code, 0);
  const unchanged = await importFeaas(address, '--dry-run');
  assert.match(unchanged.out, /, 0 files changed, /, 'a dry run compares with the files that are there');
  const path = join(folder, 'feaas-import/acme/components/list/responsive.html');
  await writeFile(path, '<p>Mine</p>');
  const warned = await importFeaas(address, '--dry-run');
  assert.match(warned.err, /list\/responsive\.html: stays: someone changed the file/);
  assert.equal(warned.code, 1);
  const kept = await importFeaas(address);
  assert.equal(kept.code, 1);
  assert.match(kept.err, /acme\/components\/list\/responsive\.html: stays: someone changed the file/);
  assert.equal(await readFile(path, 'utf8'), '<p>Mine</p>');
  // The host has it now, as a change of this import. Settings that are added to library.json are kept without a report.
  const manifest = JSON.parse(await file('library.json')) as object;
  await writeFile(join(folder, 'feaas-import/acme/library.json'), JSON.stringify({ ...manifest, name: 'Acme' }));
  await importFeaas(address, '--files-only');
  assert.deepEqual(JSON.parse(await file('library.json')), { ...manifest, name: 'Acme' });
  await writeFile(join(folder, 'feaas-import/acme/library.json'), JSON.stringify({ themes: [{ id: 'own' }] }));
  assert.match(
    (await importFeaas(address, '--files-only')).err,
    /library\.json: warning: stays, but the stylesheet has/,
  );
  const forced = await importFeaas(address, '--files-only', '--force');
  assert.equal(forced.code, 0, forced.err);
  assert.match(await readFile(path, 'utf8'), /data-path-scope/);
  assert.equal((await report()).problems.length, 0);
});

test('versions that an editor saved since the last run are kept and reported; --force replaces them', async (t) => {
  const { host, folder, importFeaas, report } = await start(t);
  const path = '/components/acme/list/responsive/published.html';
  const address = `${host.url}${path}`;
  assert.equal((await importFeaas(address)).code, 0);
  const list = { library: 'acme', component: 'list', version: 'responsive' };
  const withContent = async <Result>(use: (content: ContentService) => Promise<Result>): Promise<Result> => {
    const place = join(folder, '.feaas');
    const content = await openContentService({ settings: { file: join(place, 'feaas.db') }, folder: place });
    return use(content).finally(() => content.close());
  };
  await withContent(async (content) => {
    const [now] = await content.versions([list]);
    await content.save(list, '<p>Ann</p>', writeOptions(now!.revision));
  });
  for (const each of [path, path.replace('published', 'staged')]) host.files.set(each, '<p>New list</p>');
  const view = () => withContent(async (content) => (await content.versions([list]))[0]!.view);

  const kept = await importFeaas(address);
  assert.equal(kept.code, 1);
  assert.match(kept.err, /components\/list\/responsive\.html: is not imported: Ann saved its saved revision 2/);
  assert.deepEqual([await view(), (await report()).imported!.problems], ['<p>Ann</p>', 1]);
  const forced = await importFeaas(address, '--force');
  assert.equal(forced.code, 0, forced.err);
  assert.equal(await view(), '<p>New list</p>');
});

test('a folder with copies of the files is read the same way', async (t) => {
  const { folder, importFeaas, report, file } = await start(t);
  for (const [path, served] of Object.entries(originalLibrary())) {
    if (typeof served === 'function' || /gone|locked|huge/.test(path)) continue;
    const target = join(folder, 'copy/cdn.example', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, typeof served === 'string' || Buffer.isBuffer(served) ? served : served.body!);
  }
  const site = join(folder, 'copy/cdn.example');
  await writeFile(
    join(site, 'index.html'),
    '<feaas-component library="acme" component="hero" instance="home"></feaas-component>',
  );
  await cp(join(site, 'styles/acme/published.css'), join(site, 'styles/acme/3.css'));
  await writeFile(join(site, 'notes.doc'), '');
  const { code, err } = await importFeaas('copy', '--files-only');
  assert.equal(code, 0, err);
  const { libraries, warnings, requests } = await report();
  assert.deepEqual(
    libraries.map(({ id, components, versions, forks }) => [id, components, versions, forks]),
    [['acme', 7, 7, 1]],
  );
  assert.equal(requests, 0);
  const said = warnings.map(({ where, what }) => `${where}: ${what}`);
  assert.ok(said.includes('styles/acme/3.css: skipped: this is neither published nor staged content'), said.join('\n'));
  assert.ok(said.includes('notes.doc: skipped: this is no page, component or stylesheet'), said.join('\n'));
  assert.deepEqual(JSON.parse(await file('components/hero/component.json')), { forks: { home: 'responsive' } });
});

test('a list of URLs and sources is accepted, and one of several libraries can be selected', async (t) => {
  const { host, folder, importFeaas, report } = await start(t);
  host.files.set('/components/other/box/responsive/published.html', '<p>Box</p>');
  host.files.set('/styles/other/published.css', '');
  await writeFile(
    join(folder, 'list.txt'),
    `# pages\r\n${host.url}/\n\n${host.url}/components/other/box/responsive/published.html\nnot an address at all\n`,
  );
  const { code, err } = await importFeaas('list.txt', '--only', 'other', '--files-only');
  assert.equal(code, 1);
  assert.match(err, /not an address at all: is neither an address nor a component's source/);
  assert.deepEqual(
    (await report()).libraries.map(({ id }) => id),
    ['other'],
  );
  await writeFile(join(folder, 'other.txt'), `${host.url}/components/other/box/responsive/published.html\n`);
  assert.match(
    (await importFeaas('other.txt', '--only', 'nobody', '--files-only')).err,
    /--only: 'other\.txt' leads to nothing of the library 'nobody'/,
  );
});

test('--json prints the report only; invalid arguments are named', async (t) => {
  const { host, folder, importFeaas } = await start(t);
  const { out, code } = await importFeaas(`${host.url}/styles/acme/published.css`, '--json');
  const report = JSON.parse(out) as Report;
  assert.deepEqual(
    [code, report.libraries[0]!.stylesheets, report.imported!.problems],
    [0, ['published', 'staged'], 0],
  );
  assert.match((await importFeaas('nowhere')).err, /there is no folder or file 'nowhere'/);
  await mkdir(join(folder, 'empty'));
  assert.match((await importFeaas('empty')).err, /'empty' holds no content of Sitecore Components/);
  assert.match((await importFeaas('feaas-import/acme')).err, /is a library of files already/);
  await rm(join(folder, 'feaas-import'), { recursive: true });
  const none = await importFeaas(`${host.url}/nothing`, '--files-only');
  assert.equal(none.code, 1);
  assert.match(
    none.err,
    /could not read this. Check the address: it answers 404[^]*leads to no readable component or stylesheet/,
  );
});

test('a busy server is retried after its Retry-After; compressed responses have a limit, too', async (t) => {
  const host = await startOriginalHost(t, {});
  const waits: number[] = [];
  const fetcher = createFetcher({
    named: new Set(['127.0.0.1']),
    limits: { timeout: 300 },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  let count = 0;
  host.files.set('/busy', (_, response) => {
    count++;
    if (count === 1) response.writeHead(429, { 'retry-after': '7' }).end();
    else if (count === 2) response.writeHead(503).end();
    else if (count === 3) response.destroy();
    else response.end('at last');
  });
  assert.equal(Buffer.from((await fetcher.get(`${host.url}/busy`, 100)).bytes).toString(), 'at last');
  assert.deepEqual(waits, [7_000, 1_000, 2_000]);
  host.files.set('/silent', () => {});
  await assert.rejects(fetcher.get(`${host.url}/silent`, 100), /it does not answer in time; 4 attempts/);
  const { gzipSync } = await import('node:zlib');
  host.files.set('/packed', { body: gzipSync(Buffer.alloc(10_000)), headers: { 'content-encoding': 'gzip' } });
  await assert.rejects(fetcher.get(`${host.url}/packed`, 5_000), /it is larger than 5000 bytes/);
  assert.equal((await fetcher.get(`${host.url}/packed`, 20_000)).bytes.length, 10_000);
});

test('no page causes requests to the private network, neither by a URL nor by a redirect', async (t) => {
  const host = await startOriginalHost(t, {});
  host.files.set('/secret', 'secret');
  host.files.set('/redirect', { status: 302, headers: { location: `http://[::1]:${new URL(host.url).port}/secret` } });
  const named = createFetcher({ named: new Set(['127.0.0.1']), wait: async () => {} });
  await assert.rejects(named.get(`${host.url}/redirect`, 100), /its address or port is not one of the public web/);
  const unnamed = createFetcher({ named: new Set(['example.com']), wait: async () => {} });
  host.requests.length = 0;
  await assert.rejects(unnamed.get(`${host.url}/secret`, 100), /its address or port is not one of the public web/);
  await assert.rejects(unnamed.get('http://169.254.169.254/latest', 100), /not one of the public web/);
  const rebinding = createFetcher({
    named: new Set(),
    wait: async () => {},
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  await assert.rejects(rebinding.get('http://public.example/', 100), /not one of the public web/);
  await assert.rejects(unnamed.get('file:///etc/passwd', 100), /The address must be http or https, but is file:/);
  assert.deepEqual(host.requests, []);
});

test('no reference in a page of a folder reads a file outside of the folder', async (t) => {
  const { folder, importFeaas, report } = await start(t);
  const copies = join(folder, 'copies');
  await mkdir(join(copies, 'components/acme/box/responsive'), { recursive: true });
  await writeFile(join(copies, 'components/acme/box/responsive/published.html'), '<p>Box</p>');
  await mkdir(join(folder, 'outside.css'));
  await writeFile(join(folder, 'outside.css/published.css'), '.secret {}');
  await mkdir(join(folder, 'styles'));
  await writeFile(join(folder, 'styles/published.html'), '<p>Secret</p>');
  await symlink(join(folder, 'outside.css'), join(copies, 'linked.html'));
  await mkdir(join(copies, 'styles'));
  await symlink(join(folder, 'outside.css'), join(copies, 'styles/linked'));
  const up = ['..%2F..%2Foutside.css', '%2e%2e%2f%2e%2e%2foutside.css', '..%5C..%5Coutside.css', '..'];
  await writeFile(
    join(copies, 'index.html'),
    [
      ...up.map((name) => `<link rel="stylesheet" href="/styles/${name}/published.css">`),
      ...up.map((name) => `<feaas-stylesheet src="/styles/${name}.css"></feaas-stylesheet>`),
      '<feaas-component library="../.." component="styles" version="x"></feaas-component>',
      '<feaas-component library="../../../styles" component="." version="."></feaas-component>',
      '<feaas-component src="../../../styles"></feaas-component>',
      '<link rel="stylesheet" href="/styles/linked/published.css">',
    ].join('\n'),
  );
  await importFeaas('copies', '--files-only');
  const { libraries } = await report();
  assert.deepEqual(
    libraries.map(({ id, stylesheets }) => [id, stylesheets]),
    [['acme', []]],
  );
});

test('a page or data that is given as a list is rejected, and no part of it is requested', async (t) => {
  const { host, folder, importFeaas } = await start(t);
  for (const [name, text] of [
    ['page.html', '<!doctype html><p>Secret text</p>\n</body>'],
    ['data.json', '{\n"secret/text": 1\n}'],
    ['list.json', '[\n"secret/text"\n]'],
  ] as const) {
    await writeFile(join(folder, name), text);
    host.requests.length = 0;
    const { code, err } = await importFeaas(name, '--files-only');
    assert.equal(code, 1);
    assert.match(err, new RegExp(`'${name}' is neither a sitemap nor a list of addresses\\. Give a list`));
  }
  const fetched: string[] = [];
  const fetcher = { requests: 0, get: async (url: string) => (fetched.push(url), notFound) };
  const findings = new Findings();
  const entries = ['</body>', 'a sentence/of words', '"secret/text": 1', 'acme/box', 'KEY=abc/def'];
  const { components } = await seedsFromList(entries, { fetcher, findings });
  assert.deepEqual([components, fetched, findings.problems.length], [[], [], 5]);
  assert.equal(
    findings.problems.find(({ where }) => where === 'acme/box')?.what,
    'skipped: another line is wrong. Correct that line',
  );
  const key = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIB/DANBgkqhkiG9w0', '-----END PRIVATE KEY-----'];
  assert.deepEqual((await seedsFromList(key, { fetcher, findings })).components, []);
  const list = await seedsFromList(['acme/box', 'acme/hero/wide'], { fetcher, findings });
  assert.deepEqual(
    list.components.map(({ address }) => address.component),
    ['box', 'hero'],
  );
});

const notFound = { url: '', status: 404, headers: {}, bytes: new Uint8Array(), contentType: '' };

test('pages and sitemaps have their own limits', async () => {
  const sitemap = (urls: readonly string[], kind = 'urlset'): string =>
    `<?xml version="1.0"?><sm:${kind} xmlns:sm="x">${urls.map((url) => `<sm:url><sm:loc>${url}</sm:loc></sm:url>`).join('')}</sm:${kind}>`;
  const answers: Record<string, string> = {
    'https://a.example/index.xml': sitemap(
      [1, 2, 3].map((number) => `https://a.example/${number}.xml`),
      'sitemapindex',
    ),
    'https://a.example/1.xml': sitemap([1, 2, 3].map((number) => `https://a.example/page-${number}`)),
  };
  const fetched: string[] = [];
  const fetcher = {
    requests: 0,
    get: async (url: string) => {
      fetched.push(url);
      const text = answers[url] ?? '<p></p>';
      return { ...notFound, url, status: 200, bytes: Buffer.from(text), contentType: 'text/html' };
    },
  };
  const findings = new Findings();
  await seedsFromList(['https://a.example/index.xml'], { fetcher, findings, limits: { pages: 3, sitemaps: 2 } });
  assert.deepEqual(fetched.slice(1).sort(), [
    'https://a.example/1.xml',
    'https://a.example/2.xml',
    'https://a.example/page-1',
    'https://a.example/page-2',
  ]);
  assert.deepEqual(
    findings.problems.map(({ where, what }) => `${where}: ${what}`),
    [
      'https://a.example/3.xml: skipped: one run reads at most 2 sitemaps. Import the rest in another run',
      'https://a.example/page-3: skipped: one run reads at most 3 pages. Import the rest in another run',
    ],
  );
});

test("a site's own stylesheets are no libraries; a page may be nested as deep as it likes", () => {
  const deep = '<div>'.repeat(50_000);
  const page = `<link rel="stylesheet" href="/styles/main.css"><link rel="stylesheet" href="/styles/acme/published.css">
    <style data-href="/styles/own.css"></style><feaas-stylesheet src="/styles/short.css"></feaas-stylesheet>${deep}
    <template><feaas-component library="acme" component="box"></feaas-component></template>`;
  const { stylesheets, components } = scan(page, 'https://a.example/', true);
  assert.deepEqual(stylesheets.map(({ library }) => library).sort(), ['acme', 'short']);
  assert.deepEqual(
    components.map(({ address }) => address.component),
    ['box'],
  );
  assert.equal(mapByocElements(`${deep}<byoc-a></byoc-a>`).mapped.length, 1);
});

test('a page may have as many elements as it likes', () => {
  const many = 150_000;
  const use = '<link href=/styles/acme/1.css>';
  const inTemplate = `<feaas-component template='${use.repeat(many)}'></feaas-component>`;
  assert.equal(scan(inTemplate, 'https://a.example/', true).stylesheets.length, many);
});

test('a dry run writes nothing, also if the folder contains links', async (t) => {
  const { host, folder, importFeaas } = await start(t);
  const address = `${host.url}/components/acme/list/responsive/published.html`;
  await importFeaas(address, '--files-only');
  const to = join(folder, 'feaas-import');
  host.files.set('/components/acme/list/responsive/published.html', '<p>New</p>');
  const elsewhere = join(folder, 'elsewhere');
  // The targets of the links keep their content: the library, a folder in it, and a file in that folder.
  for (const linked of ['acme', 'acme/components/list', 'acme/components/list/responsive.html']) {
    await rename(join(to, linked), elsewhere);
    await symlink(elsewhere, join(to, linked));
    const { code, out } = await importFeaas(address, '--files-only', '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /, 2 files changed, /, linked);
    const list = await readFile(join(to, 'acme/components/list/responsive.html'), 'utf8');
    assert.match(list, /data-path-scope/, linked);
    await rm(join(to, linked));
    await rename(elsewhere, join(to, linked));
  }
  // An unrelated folder is not copied; a broken link is ignored.
  await symlink(join(folder, 'nothing'), join(to, 'acme/lost'));
  await mkdir(join(to, 'other'));
  await symlink('.', join(to, 'other/loop'));
  const { code, err } = await importFeaas(address, '--files-only', '--dry-run');
  assert.equal(code, 0, err);
});

test('a declared encoding that the text contradicts is treated as UTF-8', () => {
  for (const declaration of ['<meta charset="utf-16">', '<meta charset=UTF-16LE>', '<?xml encoding="utf-16be"?>'])
    assert.deepEqual(decode(Buffer.from(`${declaration}Grüße`)), { text: `${declaration}Grüße` });
});

test('elements of the other package become feaas-external; all other text stays unchanged', () => {
  const html =
    '<DIV  a=1><BYOC-My-Clock data-external-id="My clock" zone=UTC>x<byoc-in></byoc-in></byoc-my-clock><byoc-registration></byoc-registration><p>&amp;';
  assert.deepEqual(mapByocElements(html), {
    html: '<DIV  a=1><feaas-external data-external-id="My clock" zone=UTC>x<feaas-external data-external-id="in"></feaas-external></feaas-external><byoc-registration></byoc-registration><p>&amp;',
    mapped: ['byoc-my-clock', 'byoc-in'],
  });
});

test('themes are the theme classes of the CSS rules', () => {
  const ids = (css: string): string[] => themesOf(css).map(({ id }) => id);
  assert.deepEqual(ids('.-theme--a{} p.-theme--b:hover .\\-theme--c,.-theme--a b{}'), ['a', 'b', 'c']);
  assert.deepEqual(ids('/* .-theme--x */ p { content: ".-theme--y"; } .other-theme--z {}'), []);
});

test('E10: nested templates are read 20 levels deep; the element that contains a deeper one is a problem', () => {
  const escape = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const nested = (levels: number): string => {
    let html = '<feaas-stylesheet library="innermost" cdn="https://a.example"></feaas-stylesheet>';
    for (let level = 0; level < levels; level++)
      html = `<feaas-component template="${escape(html)}"></feaas-component>`;
    return html;
  };
  const read = (levels: number) => scan(nested(levels), 'https://a.example/', false);
  assert.deepEqual([read(20).stylesheets.length, read(20).tooDeep], [1, []]);
  const deeper = read(21);
  assert.equal(deeper.stylesheets.length, 0);
  assert.match(deeper.tooDeep.join('\n'), /^<feaas-component template=/);
  assert.equal(read(400).tooDeep.length, 1);
});

test('<byoc-…> elements are converted in linear time', () => {
  const many = 60_000;
  const { html, mapped } = mapByocElements('<p>é</p><byoc-a data-x="1"></byoc-a>'.repeat(many));
  assert.deepEqual(mapped, ['byoc-a']);
  assert.equal(html, '<p>é</p><feaas-external data-external-id="a" data-x="1"></feaas-external>'.repeat(many));
});
