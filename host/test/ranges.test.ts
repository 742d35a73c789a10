import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { LIMITS } from '../src/lib/limits.js';
import { sendRequest } from './support/client.js';
import { MODIFIED_AT, HERO_HTML, LONG_HTML, startHost } from './support/folder-host.js';

const hero = '/components/demo/hero/responsive/published.html';
const size = Buffer.byteLength(HERO_HTML);

test('one byte range', async (t) => {
  const { url } = await startHost(t);
  const cases: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=5-', 5, size - 1],
    ['bytes=-4', size - 4, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    [`bytes=3-${size * 2}`, 3, size - 1],
    ['bytes=3-99999999999999999999999', 3, size - 1],
  ];
  for (const [range, start, end] of cases) {
    const { status, headers, text } = await sendRequest(url + hero, { headers: { range } });
    assert.equal(status, 206, range);
    assert.equal(headers['content-range'], `bytes ${start}-${end}/${size}`, range);
    assert.equal(headers['content-length'], String(end - start + 1), range);
    assert.equal(text, HERO_HTML.slice(start, end + 1), range);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  }
});

test('a range beyond the end is rejected with the size', async (t) => {
  const { url } = await startHost(t);
  for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0']) {
    const { status, headers } = await sendRequest(url + hero, { headers: { range } });
    assert.equal(status, 416, range);
    assert.equal(headers['content-range'], `bytes */${size}`);
    assert.equal(headers['access-control-allow-origin'], '*');
  }
  const empty = await sendRequest(`${url}/components/demo/empty/responsive/published.html`, {
    headers: { range: 'bytes=0-' },
  });
  assert.equal(empty.status, 416);
});

test('an invalid range is ignored', async (t) => {
  const { url } = await startHost(t);
  for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes', 'bytes=1--2']) {
    const { status, headers, text } = await sendRequest(url + hero, { headers: { range } });
    assert.equal(status, 200, range);
    assert.equal(text, HERO_HTML);
    assert.equal(headers['content-range'], undefined);
  }
});

test('HEAD ignores ranges', async (t) => {
  const { url } = await startHost(t);
  const { status, headers } = await sendRequest(url + hero, { method: 'HEAD', headers: { range: 'bytes=0-3' } });
  assert.equal(status, 200);
  assert.equal(headers['content-length'], String(size));
});

test('If-Range returns the range if the content is unchanged, otherwise the whole content', async (t) => {
  const { url } = await startHost(t);
  const etag = (await sendRequest(url + hero)).headers.etag ?? '';
  const cases: [string, number][] = [
    [etag, 206],
    [`W/${etag}`, 200],
    ['"x"', 200],
    ['Mon, 06 May 2024 07:08:09 GMT', 206],
    ['Mon, 06 May 2024 07:08:10 GMT', 200],
    ['soon', 200],
  ];
  for (const [ifRange, expected] of cases) {
    const answer = await sendRequest(url + hero, { headers: { range: 'bytes=1-2', 'if-range': ifRange } });
    assert.equal(answer.status, expected, ifRange);
  }
});

test('a modification date within the last second is too coarse for If-Range', async (t) => {
  const { url } = await startHost(t, { clock: () => MODIFIED_AT + 500 });
  const headers = { range: 'bytes=1-2', 'if-range': 'Mon, 06 May 2024 07:08:09 GMT' };
  assert.equal((await sendRequest(url + hero, { headers })).status, 200);
});

test('a range refers to the uncompressed bytes, whatever codings are accepted', async (t) => {
  const { url } = await startHost(t);
  const { status, headers, text } = await sendRequest(`${url}/components/demo/list/responsive/published.html`, {
    headers: { range: 'bytes=0-9', 'accept-encoding': 'br, gzip' },
  });
  assert.equal(status, 206);
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(headers['content-range'], `bytes 0-9/${Buffer.byteLength(LONG_HTML)}`);
  assert.equal(text, LONG_HTML.slice(0, 10));
});

test('a file too large for memory is streamed, completely and as a range', async (t) => {
  const { url, write } = await startHost(t);
  const large = randomBytes(LIMITS.keptFileBytes + 70_000);
  await write('libraries/demo/media/film.mp4', large);
  const path = `${url}/media/demo/film.mp4`;
  const whole = await sendRequest(path);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers['content-type'], 'video/mp4');
  assert.ok(whole.body.equals(large));
  const start = LIMITS.keptFileBytes - 10;
  const part = await sendRequest(path, {
    headers: { range: `bytes=${start}-${start + 65_999}`, 'if-range': whole.headers.etag ?? '' },
  });
  assert.equal(part.status, 206);
  assert.ok(part.body.equals(large.subarray(start, start + 66_000)));
  const again = await sendRequest(path, { headers: { 'if-none-match': whole.headers.etag ?? '' } });
  assert.equal(again.status, 304);
});
