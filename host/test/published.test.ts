/** Published content of the content service, over HTTP, on the delivery routes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendRequest, sendRawRequest } from './support/client.js';
import { ACTOR, HERO_ADDRESS, HERO_URL, startPublishedHost } from './support/published-host.js';

const VIEW = `<section class="hero">${'<p data-path="page.title">Grüße</p>\n'.repeat(40)}</section>`;
const PUBLISHED = `${HERO_URL}/published.html`;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 3, 4, 5, 0xff, 0xd9]);

test('a published component is served with correct headers, also below /cdn', async (t) => {
  const host = await startPublishedHost(t);
  const before = Date.now();
  await host.write(HERO_ADDRESS, VIEW, 'publish');
  const { status, headers, text } = await sendRequest(host.url + PUBLISHED, {
    headers: { origin: 'https://shop.example' },
  });
  assert.equal(status, 200);
  assert.equal(text, VIEW);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['content-length'], String(Buffer.byteLength(VIEW)));
  assert.equal(headers['cache-control'], 'public, max-age=0, must-revalidate');
  assert.equal(headers['accept-ranges'], 'bytes');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(String(headers['content-security-policy']), /sandbox/);
  assert.equal(headers['x-ms-meta-componentid'], 'hero');
  assert.equal(headers['x-ms-meta-versionid'], 'responsive');
  assert.equal(headers['x-ms-meta-versionrevision'], 'published');
  assert.ok(Date.parse(String(headers['x-ms-meta-modifiedat'])) >= before);
  assert.equal(headers['x-ms-meta-versiondeletedat'], undefined);
  const changed = Date.parse(String(headers['last-modified']));
  assert.ok(changed >= before - 1000 && changed <= Date.now());
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
  for (const name of Object.keys(headers).filter((each) => each.startsWith('x-ms-meta-'))) {
    assert.ok(exposed.includes(name), name);
  }
  const prefixed = await sendRequest(`${host.url}/cdn${PUBLISHED}`);
  assert.equal(prefixed.text, VIEW);
  assert.equal(prefixed.headers.etag, headers.etag);
});

test('conditional requests, ranges and codings work for content from blobs', async (t) => {
  const { url, write } = await startPublishedHost(t);
  await write(HERO_ADDRESS, VIEW, 'publish');
  const get = (headers: Record<string, string>, method = 'GET') => sendRequest(url + PUBLISHED, { method, headers });
  const whole = await get({});
  const etag = String(whole.headers.etag);
  const date = String(whole.headers['last-modified']);

  assert.equal((await get({ 'if-none-match': etag })).status, 304);
  assert.equal((await get({ 'if-modified-since': date })).status, 304);
  assert.equal((await get({ 'if-none-match': '"other"' })).status, 200);
  assert.equal((await get({ 'if-match': '"other"' })).status, 412);

  const part = await get({ range: 'bytes=5-14' });
  assert.equal(part.status, 206);
  assert.equal(part.headers['content-range'], `bytes 5-14/${Buffer.byteLength(VIEW)}`);
  assert.ok(part.body.equals(Buffer.from(VIEW).subarray(5, 15)));
  assert.equal((await get({ range: 'bytes=999999-' })).status, 416);

  const brotli = await get({ 'accept-encoding': 'br, gzip' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.body).toString(), VIEW);
  const gzip = await get({ 'accept-encoding': 'gzip' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(gzip.body).toString(), VIEW);
  assert.equal(new Set([etag, brotli.headers.etag, gzip.headers.etag]).size, 3);
  assert.ok(brotli.body.length < whole.body.length / 2);

  for (const [path, headers] of [
    ['', {}],
    ['?head', { 'accept-encoding': 'br' }],
  ] as const) {
    const [head, got] = await Promise.all([
      sendRequest(url + PUBLISHED + path, { method: 'HEAD', headers }),
      sendRequest(url + PUBLISHED, { headers }),
    ]);
    assert.equal(head.body.length, 0);
    delete head.headers.date;
    delete got.headers.date;
    assert.deepEqual(head.headers, got.headers);
  }
});

test('a stylesheet is published, unpublished with a deletion mark, and published again', async (t) => {
  const { url, contentService } = await startPublishedHost(t);
  const path = `${url}/styles/demo/published.css`;
  assert.equal((await sendRequest(path)).status, 404);
  const content = { css: '.hero { color: teal; }', themes: [], breakpoints: [] };
  await contentService.saveStylesheet('demo', content, { actor: ACTOR, expected: 0 });
  assert.equal((await sendRequest(path)).status, 404);
  const step = (name: 'publish' | 'unpublish') =>
    contentService.stepStylesheet(name, 'demo', { actor: ACTOR, expected: 1 });
  await step('publish');
  const living = await sendRequest(path);
  assert.equal(living.text, content.css);
  assert.equal(living.headers['content-type'], 'text/css; charset=utf-8');
  await step('unpublish');
  const deleted = await sendRequest(path, { headers: { 'if-none-match': String(living.headers.etag) } });
  assert.deepEqual([deleted.status, deleted.text], [410, '']);
  assert.ok(Date.parse(String(deleted.headers['x-ms-meta-deletedat'])) > 0);
  assert.equal(deleted.headers['x-ms-meta-versiondeletedat'], undefined);
  await step('publish');
  assert.equal((await sendRequest(path)).headers['x-ms-meta-deletedat'], undefined);
});

test('unpublishing leaves a deletion mark that every client with a cached copy gets; publishing again removes it', async (t) => {
  const { url, write, step, bearer } = await startPublishedHost(t);
  await write(HERO_ADDRESS, VIEW, 'publish');
  const living = await sendRequest(url + PUBLISHED);
  await step('unpublish', HERO_ADDRESS);
  const check = { headers: { 'if-none-match': String(living.headers.etag) } };
  const marked = await sendRequest(url + PUBLISHED, check);
  assert.deepEqual([marked.status, marked.text], [410, '']);
  assert.ok(Date.parse(String(marked.headers['x-ms-meta-versiondeletedat'])) > 0);
  // The numbered revision is unpublished with it; callers that may read drafts still get its content.
  const number = await sendRequest(`${url}${HERO_URL}/1.html`);
  assert.deepEqual([number.status, number.text], [410, '']);
  assert.ok(number.headers['x-ms-meta-versiondeletedat']);
  assert.doesNotMatch(String(number.headers['cache-control']), /immutable/);
  assert.equal((await sendRequest(`${url}${HERO_URL}/1.html`, { headers: await bearer('viewer') })).text, VIEW);
  await step('publish', HERO_ADDRESS);
  const again = await sendRequest(url + PUBLISHED);
  assert.equal(again.text, VIEW);
  assert.equal(again.headers['x-ms-meta-versiondeletedat'], undefined);
});

test('deletion marks every published URL, by name and by number', async (t) => {
  const { url, write, step, bearer } = await startPublishedHost(t);
  await write(HERO_ADDRESS, '<p>one</p>', 'publish');
  await write(HERO_ADDRESS, '<p>two</p>', 'publish', 'stage');
  const headers = await bearer('viewer');
  const words = ['published', 'staged', 'saved', '1', '2'];
  const marks = () =>
    Promise.all(
      words.map(async (word) => {
        const answer = await sendRequest(`${url}${HERO_URL}/${word}.html`, { headers });
        const isDeleted = answer.headers['x-ms-meta-versiondeletedat'] !== undefined;
        assert.equal(answer.status, isDeleted ? 410 : 200, word);
        assert.equal(answer.text === '', isDeleted, word);
        return isDeleted;
      }),
    );
  assert.deepEqual(await marks(), [false, false, false, false, false]);
  await step('delete', HERO_ADDRESS);
  assert.deepEqual(await marks(), [true, true, true, true, true]);
});

test('missing content responds with 404 until it is published', async (t) => {
  const { url, write } = await startPublishedHost(t);
  await write(HERO_ADDRESS, VIEW, 'publish');
  const fork = { ...HERO_ADDRESS, version: 'instance-7' };
  const forkUrl = `${url}/components/demo/hero/instance-7/published.html`;
  for (let round = 0; round < 5; round++) assert.equal((await sendRequest(forkUrl)).status, 404);
  await write(fork, '<p>fork</p>');
  assert.equal((await sendRequest(forkUrl)).status, 404, 'saved is not published');
  await write(fork, '<p>forked</p>', 'publish');
  assert.equal((await sendRequest(forkUrl)).text, '<p>forked</p>');
  for (const path of [
    '/components/none/hero/responsive/published.html',
    '/components/demo/none/responsive/published.html',
    `/components/demo/hero/${'x'.repeat(2000)}/published.html`,
    `/components/demo/hero/${'%E6%97%A5'.repeat(400)}/published.html`,
    '/components/demo/hero./responsive/published.html',
    '/styles/none/published.css',
    '/api/none.json',
    '/api/none/none.json',
    '/media/demo/none.png',
    '/media/demo/',
    `/media/demo/${'x'.repeat(2000)}.png`,
    '/media/none/none.png',
  ]) {
    assert.equal((await sendRequest(url + path)).status, 404, path.slice(0, 80));
  }
  // A caller without a token cannot find out whether drafts exist.
  assert.equal((await sendRequest(`${url}/styles/none/staged.css`)).status, 401);
});

test('names may contain non-ASCII characters, and their headers are ASCII', async (t) => {
  const { url, contentService, write } = await startPublishedHost(t);
  await contentService.putComponent({ library: 'demo', id: 'größe', name: 'Größe', collections: [] });
  await write({ library: 'demo', component: 'größe', version: 'Groß 1' }, '<p>ß</p>', 'publish');
  const path = `/components/demo/${encodeURIComponent('größe')}/${encodeURIComponent('Groß 1')}/published.html`;
  const { text, headers } = await sendRequest(url + path);
  assert.equal(text, '<p>ß</p>');
  assert.equal(headers['x-ms-meta-componentid'], encodeURIComponent('größe'));
});

test('no path reaches content outside of the published blobs', async (t) => {
  const { port, write, blobs } = await startPublishedHost(t);
  const secret = 'the staged secret';
  await write(HERO_ADDRESS, secret, 'stage');
  await blobs.put('secrets/key.txt', {
    ...{ contentType: 'image/png', cacheControl: 'no-cache', metadata: {} },
    bytes: Buffer.from(secret),
  });
  const staged = 'components/demo/hero/responsive/staged.html';
  for (const target of [
    `/media/../${staged}`,
    `/media/demo/../../${staged}`,
    `/media/demo/%2e%2e/%2e%2e/${staged}`,
    `/media/demo/..%2f..%2f${staged}`,
    `/media/demo/..%5c..%5c${staged}`,
    `/media/..%2f${staged}`,
    `/media/demo//../../${staged}`,
    `/media/demo/%00/${staged}`,
    '/media/../secrets/key.txt',
    '/media/..%2fsecrets/key.txt',
    '/components/demo/hero/..%2fresponsive/staged.html',
    '/components/demo/../secrets/key.txt/published.html',
    '/components/%2e%2e/hero/responsive/staged.html',
    '/styles/..%2fcomponents%2fdemo%2fhero%2fresponsive/staged.css',
    '/api/../secrets/key.txt',
  ]) {
    const { status, all } = await sendRawRequest(port, target);
    assert.ok(status === 400 || status === 404, `${target}: ${status}`);
    assert.ok(!all.includes(secret), target);
  }
});

test('data is the sample of a public data source; without a library, the first library that has the source', async (t) => {
  const { url, contentService } = await startPublishedHost(t);
  await contentService.putLibrary({ id: 'another', name: 'Another' });
  const put = (library: string, sample: string) =>
    contentService.putDataSource({ library, id: 'news', sample, settings: null, public: true });
  await put('demo', '{"from":"demo"}');
  const first = await sendRequest(`${url}/api/news.json`);
  assert.equal(first.text, '{"from":"demo"}');
  assert.equal(first.headers['content-type'], 'application/json; charset=utf-8');
  await put('another', '{"from":"another"}');
  assert.equal((await sendRequest(`${url}/api/news.json`)).text, '{"from":"another"}');
  assert.equal((await sendRequest(`${url}/api/demo/news.json`)).text, '{"from":"demo"}');
  const { modifiedAt } = (await contentService.dataSources('demo'))[0]!;
  assert.equal(first.headers['last-modified'], new Date(modifiedAt).toUTCString());
  const copy = { 'if-modified-since': String(first.headers['last-modified']) };
  assert.equal((await sendRequest(`${url}/api/demo/news.json`, { headers: copy })).status, 304);
  // An older copy never gets a 304 by its date.
  await put('demo', '{"from":"edit"}');
  const since = { 'if-modified-since': new Date(Date.now() - 60_000).toUTCString() };
  assert.equal((await sendRequest(`${url}/api/demo/news.json`, { headers: since })).text, '{"from":"edit"}');
});

test('media is served from blobs, also right after an upload', async (t) => {
  const { url, blobs } = await startPublishedHost(t);
  const cacheControl = 'public, max-age=31536000, immutable';
  const put = (bytes: Buffer) =>
    blobs.put('media/demo/photos/a b.png', { contentType: 'image/png', cacheControl, metadata: {}, bytes });
  await put(Buffer.from('first'));
  const path = `${url}/media/demo/photos/a%20b.png`;
  const first = await sendRequest(path);
  assert.equal(first.text, 'first');
  assert.equal(first.headers['content-type'], 'image/png');
  assert.equal(first.headers['cache-control'], cacheControl);
  await put(Buffer.from('second'));
  assert.equal((await sendRequest(path)).text, 'second');
  await blobs.delete('media/demo/photos/a b.png');
  assert.equal((await sendRequest(path)).status, 404);
});

test('thumbnails are served from blobs with their metadata, and only as pictures', async (t) => {
  const { url, blobs } = await startPublishedHost(t);
  await blobs.put('thumbnails/demo/hero.jpg', {
    contentType: 'image/jpg',
    cacheControl: 'public,max-age=31536000,immutable',
    metadata: { versionid: 'responsive', componentrenderedat: '2024-05-06T07:08:09.000Z' },
    bytes: JPEG,
  });
  await blobs.put('thumbnails/demo/page.jpg', {
    ...{ contentType: 'text/html', cacheControl: 'no-cache', metadata: {} },
    bytes: Buffer.from('<script>alert(1)</script>'),
  });
  const { status, headers, body } = await sendRequest(`${url}/thumbnails/demo/hero.jpg`);
  assert.equal(status, 200);
  assert.ok(body.equals(JPEG));
  assert.equal(headers['content-type'], 'image/jpg');
  assert.equal(headers['cache-control'], 'public,max-age=31536000,immutable');
  assert.equal(headers['x-ms-meta-versionid'], 'responsive');
  assert.equal(headers['x-ms-meta-componentrenderedat'], '2024-05-06T07:08:09.000Z');
  assert.match(String(headers['access-control-expose-headers']), /x-ms-meta-componentrenderedat/);
  const head = await sendRequest(`${url}/cdn/thumbnails/demo/hero.jpg`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  assert.equal(head.headers['content-length'], String(JPEG.length));
  assert.equal(
    (await sendRequest(`${url}/thumbnails/demo/hero.jpg`, { headers: { 'if-none-match': String(headers.etag) } }))
      .status,
    304,
  );
  assert.equal((await sendRequest(`${url}/thumbnails/demo/page.jpg`)).status, 404);
  assert.equal((await sendRequest(`${url}/thumbnails/demo/none.jpg`)).status, 404);
  assert.equal((await sendRequest(`${url}/thumbnails/`)).status, 404);
});
