import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { parseTarget } from '../src/server/http/target.js';
import { isSafeName } from '../src/lib/safe-name.js';
import { locate } from '../src/lib/locate-file.js';
import { sendRequest, sendRawRequest } from './support/client.js';
import { makeFixtureFolder, SECRET_TEXT, startHost } from './support/folder-host.js';
import { TRAVERSAL_TARGETS } from './support/hostile-urls.js';

test('no path reaches files outside of the served folders', async (t) => {
  const { port, log } = await startHost(t);
  for (const target of TRAVERSAL_TARGETS) {
    const { status, all } = await sendRawRequest(port, target);
    assert.ok(status === 400 || status === 404, `${target} -> ${status}`);
    assert.ok(!all.includes(SECRET_TEXT) && !all.includes('root:') && !all.includes('"Demo"'), target);
    assert.ok(!/\n\s+at |node:|\.ts:/.test(all), `${target} shows a stack`);
  }
  assert.deepEqual(log, [], 'a refused path is no fault of the host');
});

test('a path is decoded once, and rejected rather than repaired', () => {
  for (const path of ['/a/../b', '/a/./b', '/%2e%2e/b', '/a/..', '/a//b', '/a%2fb', '/a\\b', '/a%00', '/%ff', 'a']) {
    const { names, refused } = parseTarget(path);
    assert.ok(refused, path);
    assert.deepEqual(names, []);
  }
  assert.deepEqual(parseTarget('/a/%252e%252e/b%20c/?d=/../e'), {
    path: '/a/%252e%252e/b%20c/',
    names: ['a', '%2e%2e', 'b c', ''],
    refused: undefined,
  });
});

test('the raw client reaches existing files, so that a rejection is meaningful', async (t) => {
  const { port } = await startHost(t);
  for (const target of [
    '/',
    '/index%2ehtml',
    '/build/feaas.esm.js?x=../../y',
    '/components/demo/hero/responsive/published.html?head',
    '/media/demo/photos/pixel.png',
    'http://localhost/index.html',
    'http://localhost',
  ]) {
    assert.equal((await sendRawRequest(port, target)).status, 200, target);
  }
});

test('symbolic links may point within their folder but not out of it', async (t) => {
  const { url, folder } = await startHost(t);
  const site = join(folder, 'site');
  const libraries = join(folder, 'libraries');
  await symlink(join(folder, 'secret.txt'), join(site, 'file.txt'));
  await symlink(folder, join(site, 'out'));
  await symlink('../../../../../secret.html', join(libraries, 'demo/components/hero/linked.html'));
  await symlink(join(folder, 'site'), join(libraries, 'linked'));
  await symlink(join(folder, 'secret.txt'), join(libraries, 'demo/media/secret.txt'));
  await symlink('loop.txt', join(site, 'loop.txt'));
  await symlink('index.html', join(site, 'alias.html'));
  for (const path of [
    '/file.txt',
    '/out/secret.txt',
    '/components/demo/hero/linked/published.html',
    '/media/linked/index.html',
    '/media/demo/secret.txt',
    '/loop.txt',
  ]) {
    const { status, text } = await sendRequest(url + path);
    assert.equal(status, 404, path);
    assert.ok(!text.includes(SECRET_TEXT));
  }
  assert.equal((await sendRequest(`${url}/alias.html`)).status, 200);
});

test('a folder whose name begins like the root is not within it', async (t) => {
  const folder = await makeFixtureFolder(t);
  await symlink(join(folder, 'site-secret'), join(folder, 'site', 'link'));
  await mkdir(join(folder, 'site-secret'));
  await writeFile(join(folder, 'site-secret', 'file.txt'), SECRET_TEXT);
  assert.equal(await locate(join(folder, 'site'), ['link', 'file.txt']), undefined);
  assert.equal(await locate(join(folder, 'site-secret'), ['file.txt']).then((path) => path !== undefined), true);
});

test('the root itself may be a symbolic link', async (t) => {
  const folder = await makeFixtureFolder(t);
  await symlink(join(folder, 'site'), join(folder, 'current'));
  const { url } = await startHost(t, { site: join(folder, 'current') });
  assert.equal((await sendRequest(`${url}/index.html`)).status, 200);
});

test('the store rejects names itself, without the check before it', async (t) => {
  const folder = await makeFixtureFolder(t);
  for (const names of [
    ['..', 'secret.txt'],
    ['../secret.txt'],
    ['build/feaas.esm.js'],
    ['.env'],
    ['index.html\0'],
    [''],
    ['a:b'],
  ]) {
    assert.equal(await locate(join(folder, 'site'), names), undefined, JSON.stringify(names));
  }
  assert.ok(await locate(join(folder, 'site'), ['build', 'feaas.esm.js']));
  assert.equal(isSafeName('x'.repeat(256)), false);
});

test('an error names the path without terminal control characters', async (t) => {
  const { port } = await startHost(t);
  const { all } = await sendRawRequest(port, '/<script>alert(1)</script>%1b[31m');
  assert.match(all, /content-type: text\/plain; charset=utf-8/i);
  assert.match(
    all,
    /400 Bad request: \/<script>alert\(1\)<\/script>%1b\[31m holds a character that no name here can have\. Send a path of percent-encoded names\.\n$/,
  );
  const markup = await sendRawRequest(port, '/<script>alert(1)</script>');
  assert.match(markup.all, /404 Not found: \/<script>alert\(1\)<\/script>\n$/);
  const long = await sendRawRequest(port, `/${'a'.repeat(4000)}`);
  assert.equal(long.status, 404);
  assert.ok(long.all.length < 2000);
});
