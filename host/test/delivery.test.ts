import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { sendRequest } from './support/client.js';
import { MODIFIED_AT, HERO_HTML, NOW, startHost, STYLES } from './support/folder-host.js';

const hero = '/components/demo/hero/responsive/published.html';

test('a component is served with correct headers', async (t) => {
  const { url } = await startHost(t);
  const { status, headers, text } = await sendRequest(url + hero);
  assert.equal(status, 200);
  assert.equal(text, HERO_HTML);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['content-length'], String(Buffer.byteLength(HERO_HTML)));
  assert.equal(headers['last-modified'], 'Mon, 06 May 2024 07:08:09 GMT');
  assert.equal(headers.date, 'Mon, 06 May 2024 07:23:09 GMT');
  assert.match(headers.etag ?? '', /^"[\w-]{22}"$/);
  assert.equal(headers['cache-control'], 'public, max-age=0, must-revalidate');
  assert.equal(headers['accept-ranges'], 'bytes');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /sandbox/);
  assert.equal(headers['x-ms-meta-componentid'], 'hero');
  assert.equal(headers['x-ms-meta-versionid'], 'responsive');
  assert.equal(headers['x-ms-meta-versionrevision'], 'published');
  assert.equal(headers['x-ms-meta-modifiedat'], '2024-05-06T07:08:09.000Z');
  assert.equal(headers['x-ms-meta-versiondeletedat'], undefined);
});

test('HEAD has the headers of GET, with or without ?head, and no body', async (t) => {
  const { url } = await startHost(t);
  for (const path of [hero, '/components/demo/list/responsive/published.html', '/styles/demo/published.css', '/']) {
    const headers = { 'accept-encoding': 'br' };
    const get = await sendRequest(url + path, { headers });
    assert.equal(get.status, 200);
    for (const query of ['', '?head']) {
      const head = await sendRequest(url + path + query, { method: 'HEAD', headers });
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      assert.deepEqual(head.headers, get.headers);
    }
  }
});

test('published content is also served below /cdn', async (t) => {
  const { url } = await startHost(t);
  for (const path of [hero, '/styles/demo/published.css']) {
    const [plain, prefixed] = await Promise.all([sendRequest(url + path), sendRequest(`${url}/cdn${path}`)]);
    assert.equal(prefixed.status, 200);
    assert.equal(prefixed.text, plain.text);
    assert.equal(prefixed.headers.etag, plain.headers.etag);
  }
});

test('the file of a revision takes precedence over the file without a revision', async (t) => {
  const { url } = await startHost(t);
  const expected = {
    published: HERO_HTML,
    staged: '<p>staged</p>',
    saved: HERO_HTML,
    '7': '<p>seven</p>',
    '8': HERO_HTML,
  };
  for (const [revision, text] of Object.entries(expected)) {
    const answer = await sendRequest(`${url}/components/demo/hero/responsive/${revision}.html`);
    assert.equal(answer.text, text, revision);
    assert.equal(answer.headers['x-ms-meta-versionrevision'], revision);
  }
  assert.equal((await sendRequest(`${url}/styles/demo/saved.css`)).text, STYLES);
  assert.equal((await sendRequest(`${url}/styles/demo/staged.css`)).text, '.hero { color: coral; }\n');
});

test('URLs that are no delivery URLs respond with 404', async (t) => {
  const { url } = await startHost(t);
  for (const path of [
    '/components/demo/hero/responsive/draft.html',
    '/components/demo/hero/responsive/-1.html',
    '/components/demo/hero/responsive/published.htm',
    '/components/demo/hero/responsive/published.html/more',
    '/components/demo/hero/responsive.html',
    '/components/demo/hero/nothing/published.html',
    '/components/demo/nothing/responsive/published.html',
    '/components/nothing/hero/responsive/published.html',
    // This URL would read the staged file of 'responsive'.
    '/components/demo/hero/responsive.staged/published.html',
    '/styles/demo/7.css',
    '/styles/nothing/published.css',
    '/library.json',
    '/cdn/',
  ]) {
    const { status, headers, text } = await sendRequest(url + path);
    assert.equal(status, 404, path);
    assert.equal(text, `404 Not found: ${path}\n`);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('a deleted component is served with the time of its deletion mark', async (t) => {
  const { url, write } = await startHost(t);
  await write('libraries/demo/components/hero/old.html.deleted', '', MODIFIED_AT + 60_000);
  for (const revision of ['published', 'staged', '3']) {
    const { status, headers, text } = await sendRequest(`${url}/components/demo/hero/old/${revision}.html`);
    assert.deepEqual([status, text], [410, '']);
    assert.equal(headers['x-ms-meta-versiondeletedat'], '2024-05-06T07:09:09.000Z');
    assert.equal(headers['x-ms-meta-deletedat'], undefined);
    assert.equal(headers['last-modified'], 'Mon, 06 May 2024 07:09:09 GMT');
  }
});

test('a deletion mark next to the file of a revision applies to that revision', async (t) => {
  const { url } = await startHost(t);
  const saved = await sendRequest(`${url}/components/demo/hero/half/saved.html`);
  assert.ok(saved.headers['x-ms-meta-versiondeletedat']);
  const published = await sendRequest(`${url}/components/demo/hero/half/published.html`);
  assert.equal(published.text, '<p>half</p>');
  assert.equal(published.headers['x-ms-meta-versiondeletedat'], undefined);
});

test('a deletion mark without a file is served as an empty deleted component', async (t) => {
  const { url } = await startHost(t);
  const { status, headers, text } = await sendRequest(`${url}/components/demo/hero/gone/published.html`);
  assert.equal(status, 410);
  assert.equal(text, '');
  assert.equal(headers['content-length'], '0');
  assert.equal(headers['x-ms-meta-versiondeletedat'], '2024-05-06T07:08:09.000Z');
});

test('a deleted stylesheet has its own header', async (t) => {
  const { url } = await startHost(t);
  const { headers } = await sendRequest(`${url}/styles/retired/published.css`);
  assert.equal(headers['x-ms-meta-deletedat'], '2024-05-06T07:08:09.000Z');
  assert.equal(headers['x-ms-meta-versiondeletedat'], undefined);
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
});

test('a client with a cached copy is told of deletion and restoration', async (t) => {
  const { url, folder, write } = await startHost(t);
  const living = await sendRequest(url + hero);
  const check = { headers: { 'if-none-match': living.headers.etag ?? '' } };
  assert.equal((await sendRequest(url + hero, check)).status, 304);
  const mark = 'libraries/demo/components/hero/responsive.html.deleted';
  await write(mark, '', MODIFIED_AT + 1000);
  const deleted = await sendRequest(url + hero, check);
  assert.equal(deleted.status, 410);
  assert.ok(deleted.headers['x-ms-meta-versiondeletedat']);
  assert.notEqual(deleted.headers['last-modified'], living.headers['last-modified']);
  await rm(join(folder, mark));
  assert.equal((await sendRequest(url + hero, check)).status, 304);
});

test('an edited file is served at the next request', async (t) => {
  const { url, write } = await startHost(t);
  const before = await sendRequest(url + hero);
  await write('libraries/demo/components/hero/responsive.html', '<p>new</p>', MODIFIED_AT + 5000);
  const after = await sendRequest(url + hero);
  assert.equal(after.text, '<p>new</p>');
  assert.notEqual(after.headers.etag, before.headers.etag);
  assert.equal(after.headers['last-modified'], 'Mon, 06 May 2024 07:08:14 GMT');
});

test('an edit that keeps length and modification time is served, too', async (t) => {
  const { url, write } = await startHost(t);
  await sendRequest(url + hero);
  const sameLength = HERO_HTML.replace('Title', 'Elite');
  await write('libraries/demo/components/hero/responsive.html', sameLength);
  assert.equal((await sendRequest(url + hero)).text, sameLength);
});

test('Last-Modified is never later than Date', async (t) => {
  const { url, write } = await startHost(t);
  await write('libraries/demo/components/hero/responsive.html', HERO_HTML, NOW + 3_600_000);
  const { headers } = await sendRequest(url + hero);
  assert.equal(headers['last-modified'], headers.date);
});

test('the operator sets the max-age of published content; drafts are always revalidated', async (t) => {
  const { url } = await startHost(t, { deliveryMaxAge: 90 });
  const lifetime = async (path: string) => (await sendRequest(url + path)).headers['cache-control'];
  assert.equal(await lifetime(hero), 'public, max-age=90, must-revalidate');
  assert.equal(await lifetime('/styles/demo/published.css'), 'public, max-age=90, must-revalidate');
  assert.equal(await lifetime('/components/demo/hero/responsive/7.html'), 'public, max-age=90, must-revalidate');
  for (const revision of ['staged', 'saved']) {
    assert.equal(await lifetime(`/components/demo/hero/responsive/${revision}.html`), 'no-cache');
    assert.equal(await lifetime(`/styles/demo/${revision}.css`), 'no-cache');
  }
});

test('names may contain non-ASCII characters, and their headers are ASCII', async (t) => {
  const { url } = await startHost(t);
  const path = `/components/demo/${encodeURIComponent('größe')}/${encodeURIComponent('groß')}/published.html`;
  const { status, headers, text } = await sendRequest(url + path);
  assert.equal(status, 200);
  assert.equal(text, '<p>ß</p>');
  assert.equal(headers['x-ms-meta-componentid'], 'gr%C3%B6%C3%9Fe');
});

test('a configured delay applies to its requests only', async (t) => {
  const { url } = await startHost(t, { delays: { components: 2000 } });
  const order: string[] = [];
  const request = (path: string): Promise<unknown> => sendRequest(url + path).then(() => order.push(path));
  await Promise.all([request(`/cdn${hero}`), request('/styles/demo/published.css')]);
  assert.deepEqual(order, ['/styles/demo/published.css', `/cdn${hero}`]);
});
