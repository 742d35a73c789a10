import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendRequest } from './support/client.js';
import { LONG_HTML, startHost } from './support/folder-host.js';

const list = '/components/demo/list/responsive/published.html';

test('the coding follows Accept-Encoding', async (t) => {
  const { url } = await startHost(t);
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0 , gzip; q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.2, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['br;q=nonsense', undefined],
  ];
  for (const [accept, expected] of cases) {
    const { status, headers, body } = await sendRequest(url + list, {
      headers: accept === undefined ? {} : { 'accept-encoding': accept },
    });
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], expected, String(accept));
    assert.equal(headers.vary, 'Accept-Encoding');
    assert.equal(headers['content-length'], String(body.length));
    const plain = expected === 'br' ? brotliDecompressSync(body) : expected === 'gzip' ? gunzipSync(body) : body;
    assert.equal(plain.toString('utf8'), LONG_HTML);
    if (expected) assert.ok(body.length < LONG_HTML.length / 5);
  }
});

test('each coding has its own strong ETag, and a 304 only for that ETag', async (t) => {
  const { url } = await startHost(t);
  const tags = new Map<string, string>();
  for (const coding of ['identity', 'gzip', 'br']) {
    tags.set(coding, (await sendRequest(url + list, { headers: { 'accept-encoding': coding } })).headers.etag ?? '');
  }
  assert.equal(new Set(tags.values()).size, 3);
  for (const [coding, tag] of tags) {
    assert.match(tag, /^"[^"]+"$/);
    for (const [other, otherTag] of tags) {
      const headers = { 'accept-encoding': coding, 'if-none-match': otherTag };
      assert.equal(
        (await sendRequest(url + list, { headers })).status,
        coding === other ? 304 : 200,
        `${coding}, ${other}`,
      );
    }
  }
});

test('small content is sent uncompressed, unless the client rejects that', async (t) => {
  const { url } = await startHost(t);
  const hero = `${url}/components/demo/hero/responsive/published.html`;
  const small = await sendRequest(hero, { headers: { 'accept-encoding': 'br' } });
  assert.equal(small.headers['content-encoding'], undefined);
  assert.equal(small.headers.vary, 'Accept-Encoding');
  const refused = await sendRequest(hero, { headers: { 'accept-encoding': 'br, identity;q=0' } });
  assert.equal(refused.headers['content-encoding'], 'br');
});

test('content that is already compressed is sent unchanged', async (t) => {
  const { url, write } = await startHost(t);
  await write('libraries/demo/media/photo.jpg', Buffer.alloc(5000));
  const { headers, body } = await sendRequest(`${url}/media/demo/photo.jpg`, {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(headers.vary, undefined);
  assert.equal(body.length, 5000);
});
