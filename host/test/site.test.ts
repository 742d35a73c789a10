import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { DEFAULTS } from '../src/config/defaults.js';
import { copyBuilds } from '../src/server/static/copy-builds.js';
import { sendRequest } from './support/client.js';
import { SECRET_TEXT, startHost } from './support/folder-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

test('pages of the site are served with their security policies and are always revalidated', async (t) => {
  const { url } = await startHost(t);
  for (const [path, title] of [
    ['/', 'Home'],
    ['/index.html', 'Home'],
    ['/playground.html?feaasSrc=demo/hero', 'Playground'],
  ] as const) {
    const { status, headers, text } = await sendRequest(url + path);
    assert.equal(status, 200, path);
    assert.match(text, new RegExp(title));
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data:; connect-src *; " +
        "require-trusted-types-for 'script'; trusted-types feaas; base-uri 'none'; " +
        "object-src 'none'; frame-ancestors 'self'",
    );
  }
});

test('a folder of the site without a trailing slash redirects to the one with it', async (t) => {
  const { url, folder } = await startHost(t);
  await mkdir(join(folder, 'site/guide'));
  await writeFile(join(folder, 'site/guide/index.html'), '<title>Guide</title>');
  const { status, headers } = await sendRequest(`${url}/guide`);
  assert.deepEqual([status, headers['location']], [301, '/guide/']);
  assert.match((await sendRequest(`${url}/guide/`)).text, /Guide/);
  assert.equal((await sendRequest(`${url}/build`)).status, 404);
  assert.equal((await sendRequest(`${url}//guide`)).headers['location'], undefined);
});

test('files with a hash from the build are immutable, others are revalidated, whatever their names look like', async (t) => {
  const { url, folder } = await startHost(t);
  const immutable = 'public, max-age=31536000, immutable';
  const hashed = ['build/p-DQuL1Twl.js', 'build/p-8ca4b5d1.entry.js', 'assets/p-D6_S-UNx.js'];
  const manifest = join(folder, 'site/hashed-files.json');
  await writeFile(manifest, JSON.stringify(hashed));
  for (const name of ['logo-DarkMode.svg', 'poster-2024sale.jpg', 'p-DQuL1Twl.js'])
    await writeFile(join(folder, 'site/assets', name), 'x');
  for (const [path, type, lifetime] of [
    ['/build/p-DQuL1Twl.js', 'text/javascript; charset=utf-8', immutable],
    ['/build/p-8ca4b5d1.entry.js', 'text/javascript; charset=utf-8', immutable],
    ['/assets/index-B7xQ2k9Z.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/assets/p-DQuL1Twl.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/assets/logo-DarkMode.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
    ['/assets/poster-2024sale.jpg', 'image/jpeg', 'no-cache'],
    ['/assets/p-D6_S-UNx.js', 'text/javascript; charset=utf-8', immutable],
    ['/build/feaas.esm.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/context.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/editor.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/picker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/build/feaas-external.entry.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/assets/photo-20240101.jpg', 'image/jpeg', 'no-cache'],
    ['/site/site.css', 'text/css; charset=utf-8', 'no-cache'],
  ] as const) {
    const { status, headers } = await sendRequest(url + path);
    assert.equal(status, 200, path);
    assert.equal(headers['content-type'], type, path);
    assert.equal(headers['cache-control'], lifetime, path);
  }
  for (const broken of ['{"build/p-DQuL1Twl.js":1}', 'no JSON', '']) {
    await writeFile(manifest, broken);
    assert.equal((await sendRequest(`${url}/build/p-DQuL1Twl.js`)).headers['cache-control'], 'no-cache', broken);
  }
});

test('the manifest of the built site lists its chunks, and no file with a stable name', async () => {
  const paths = JSON.parse(await readFile(join(DEFAULTS.site, 'hashed-files.json'), 'utf8')) as string[];
  for (const folder of ['assets/p-', 'build/p-', 'build/one/part-', 'site/part-'])
    assert.ok(
      paths.some((path) => path.startsWith(folder)),
      folder,
    );
  for (const path of ['assets/html2canvas.js', 'build/feaas.esm.js', 'build/one/feaas.js', 'site/site.js'])
    assert.ok(!paths.includes(path), path);
});

test('scripts for other pages are readable cross-origin and support 304', async (t) => {
  const { url } = await startHost(t);
  for (const path of ['/context.js', '/editor.js', '/picker.js', '/assets/p-D6_S-UNx.js']) {
    const { status, headers } = await sendRequest(url + path, { headers: { origin: 'https://page.example' } });
    assert.equal(status, 200, path);
    assert.equal(headers['access-control-allow-origin'], '*', path);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', path);
    const again = await sendRequest(url + path, { headers: { 'if-none-match': String(headers['etag']) } });
    assert.equal(again.status, 304, path);
    assert.equal(again.text, '', path);
  }
});

test('hidden files and folders are not served', async (t) => {
  const { url } = await startHost(t);
  for (const path of ['/.env', '/%2eenv', '/build', '/build/', '/site']) {
    const { status, text } = await sendRequest(url + path);
    assert.equal(status, 404, path);
    assert.ok(!text.includes(SECRET_TEXT));
  }
});

test('a site that is not built is an error with a hint', async (t) => {
  const { url, folder } = await startHost(t);
  await rm(join(folder, 'site'), { recursive: true });
  const { status, text } = await sendRequest(`${url}/`);
  assert.equal(status, 404);
  assert.equal(text, '404 Not found: / (the site folder has no index.html: build the site)\n');
});

test('data is served by name, from the first library that has it or from the given one', async (t) => {
  const { url } = await startHost(t);
  for (const [path, text] of [
    ['/api/news.json', '{"items":[{"title":"One"}]}'],
    ['/api/news.json?page=2', '{"items":[{"title":"One"}]}'],
    ['/api/retired/news.json', '{"items":[]}'],
    ['/api/only.json', '{"only":"retired"}'],
  ] as const) {
    const answer = await sendRequest(url + path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.text, text);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-cache');
  }
  for (const path of [
    '/api/',
    '/api/news',
    '/api/none.json',
    '/api/demo/only.json',
    '/api/a/b/news.json',
    '/api/.json',
  ]) {
    assert.equal((await sendRequest(url + path)).status, 404, path);
  }
});

test('the clock returns the time of its request', async (t) => {
  let now = Date.UTC(2024, 0, 2, 3, 4, 5, 6);
  const { url } = await startHost(t, { clock: () => now });
  const read = async () => JSON.parse((await sendRequest(`${url}/api/clock.json`)).text) as unknown;
  assert.deepEqual(await read(), {
    now: '2024-01-02T03:04:05.006Z',
    milliseconds: now,
    date: '2024-01-02',
    time: '03:04:05',
  });
  now += 1000;
  assert.equal(((await read()) as { now: string }).now, '2024-01-02T03:04:06.006Z');
  assert.equal((await sendRequest(`${url}/api/clock.json`)).headers['cache-control'], 'no-store');
});

test('media is cacheable, and documents among it cannot run scripts', async (t) => {
  const { url } = await startHost(t);
  const strict = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  for (const [path, type, policy] of [
    ['/media/demo/pixel.svg', 'image/svg+xml; charset=utf-8', strict],
    ['/media/demo/page.html', 'text/html; charset=utf-8', strict],
    ['/media/demo/photos/pixel.png', 'image/png', undefined],
  ] as const) {
    const { status, headers } = await sendRequest(url + path);
    assert.equal(status, 200, path);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['content-security-policy'], policy);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'public, max-age=3600');
  }
  for (const path of ['/media/', '/media/demo', '/media/demo/', '/media/demo/photos', '/media/none/pixel.svg']) {
    assert.equal((await sendRequest(url + path)).status, 404, path);
  }
});

test('files that the site lacks are served from the kit, except the start page of the demo', async (t) => {
  const { url, folder } = await startHost(t);
  await rm(join(folder, 'site/index.html'));
  await rm(join(folder, 'site/editor.js'));
  assert.equal((await sendRequest(`${url}/`)).status, 404, 'without a catalog');
  const page = await sendRequest(`${url}/libraries.html`);
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
  assert.match(String(page.headers['content-security-policy']), /require-trusted-types-for 'script'/);
  assert.equal((await sendRequest(`${url}/editor.js`)).text, await readFile(join(DEFAULTS.site, 'editor.js'), 'utf8'));
  assert.match(
    (await sendRequest(`${url}/playground.html`)).text,
    /^<!doctype html><title>Playground/,
    'the own file wins',
  );
  const chunk = (JSON.parse(await readFile(join(DEFAULTS.site, 'hashed-files.json'), 'utf8')) as string[])[0]!;
  assert.match(String((await sendRequest(`${url}/${chunk}`)).headers['cache-control']), /immutable/);
});

test('the start page is the catalog if the site has none, or if the host is configured so', async (t) => {
  const catalog = /<title>Libraries/;
  const own = await startHost(t, { home: 'site or catalog' });
  assert.match((await sendRequest(`${own.url}/`)).text, /<title>Home/);
  await rm(join(own.folder, 'site/index.html'));
  for (const path of ['/', '/index.html']) assert.match((await sendRequest(own.url + path)).text, catalog);
  const none = await startHost(t, { home: 'catalog' });
  assert.match((await sendRequest(`${none.url}/`)).text, catalog);
});

test('a version of the kit is immutable, and an upgrade keeps the former versions', async (t) => {
  const immutable = 'public, max-age=31536000, immutable';
  const builds = await mkdtemp(join(tmpdir(), 'feaas-builds-'));
  cleanUp(t, () => rm(builds, { recursive: true, force: true }));
  const { url, folder } = await startHost(t, { builds });
  const site = join(folder, 'site');
  const write = async (version: string): Promise<void> => {
    await mkdir(join(site, 'build', version, 'one'), { recursive: true });
    for (const name of ['feaas.esm.js', 'one/feaas.js'])
      await writeFile(join(site, 'build', version, name), `/* ${version} ${name} */`);
    await writeFile(
      join(site, 'hashed-files.json'),
      JSON.stringify([`build/${version}/feaas.esm.js`, `build/${version}/one/feaas.js`]),
    );
  };
  await write('1.0.0');
  await copyBuilds([site], builds);
  // The upgrade.
  await rm(join(site, 'build/1.0.0'), { recursive: true });
  await write('1.1.0-rc.1');
  await copyBuilds([site], builds);
  await copyBuilds([site], builds);
  assert.deepEqual((await readdir(builds)).sort(), ['1.0.0', '1.1.0-rc.1']);
  for (const version of ['1.0.0', '1.1.0-rc.1'])
    for (const name of ['feaas.esm.js', 'one/feaas.js']) {
      const { status, headers, text } = await sendRequest(`${url}/build/${version}/${name}`);
      assert.deepEqual([status, text], [200, `/* ${version} ${name} */`]);
      assert.equal(headers['cache-control'], immutable);
      assert.equal(headers['access-control-allow-origin'], '*');
    }
  for (const path of [
    '/build/1.0.1/feaas.esm.js',
    '/build/1.0.0/other.js',
    '/build/1.0.0',
    '/builds/1.0.0/feaas.esm.js',
  ])
    assert.equal((await sendRequest(url + path)).status, 404, path);
});

test('an unwritable folder of versions is an error, and a site without versions is not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-builds-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  await copyBuilds([join(folder, 'site')], join(folder, 'builds'));
  assert.deepEqual(await readdir(folder), []);
  await mkdir(join(folder, 'site/build/1.0.0'), { recursive: true });
  await writeFile(join(folder, 'builds'), 'a file');
  await assert.rejects(copyBuilds([join(folder, 'site')], join(folder, 'builds')), { code: 'EEXIST' });
});
