import assert from 'node:assert/strict';
import test from 'node:test';
import { parseHttpDate } from '../src/server/http/dates.js';
import { sendRequest } from './support/client.js';
import { startHost } from './support/folder-host.js';

const hero = '/components/demo/hero/responsive/published.html';
const CHANGED = 'Mon, 06 May 2024 07:08:09 GMT';
const EARLIER = 'Mon, 06 May 2024 07:08:08 GMT';
const LATER = 'Mon, 06 May 2024 07:08:10 GMT';

test('conditional requests', async (t) => {
  const { url } = await startHost(t);
  const etag = (await sendRequest(url + hero)).headers.etag ?? '';
  assert.ok(etag);
  const cases: [string, Record<string, string>, number][] = [
    ['the same tag', { 'if-none-match': etag }, 304],
    ['the same tag, weak', { 'if-none-match': `W/${etag}` }, 304],
    ['any', { 'if-none-match': '*' }, 304],
    ['a list', { 'if-none-match': `"x", W/"a,b" ,${etag}` }, 304],
    ['a list without it', { 'if-none-match': '"x", "y"' }, 200],
    ['another tag', { 'if-none-match': '"x"' }, 200],
    ['the tag without its quotes', { 'if-none-match': etag.slice(1, -1) }, 200],
    ['the tag in a longer one', { 'if-none-match': `"${etag.slice(1, -1)}x"` }, 200],
    ['not changed since', { 'if-modified-since': CHANGED }, 304],
    ['not changed since later', { 'if-modified-since': LATER }, 304],
    ['changed since', { 'if-modified-since': EARLIER }, 200],
    ['no date', { 'if-modified-since': '2030-01-01' }, 200],
    ['the tag goes before the date: differs', { 'if-none-match': '"x"', 'if-modified-since': LATER }, 200],
    ['the tag goes before the date: same', { 'if-none-match': etag, 'if-modified-since': EARLIER }, 304],
    ['if-match', { 'if-match': etag }, 200],
    ['if-match any', { 'if-match': '*' }, 200],
    ['if-match weak never matches', { 'if-match': `W/${etag}` }, 412],
    ['if-match other', { 'if-match': '"x"' }, 412],
    ['unmodified since', { 'if-unmodified-since': CHANGED }, 200],
    ['modified since', { 'if-unmodified-since': EARLIER }, 412],
  ];
  for (const method of ['GET', 'HEAD']) {
    for (const [name, headers, expected] of cases) {
      const answer = await sendRequest(url + hero, { method, headers });
      assert.equal(answer.status, expected, `${method}: ${name}`);
      if (expected === 304) assert.equal(answer.body.length, 0);
    }
  }
});

test('a 304 has the headers that update a cached copy and none about a body', async (t) => {
  const { url } = await startHost(t);
  const full = await sendRequest(url + hero);
  const { status, headers } = await sendRequest(url + hero, { headers: { 'if-none-match': '*' } });
  assert.equal(status, 304);
  for (const name of ['etag', 'last-modified', 'date', 'cache-control', 'vary', 'x-ms-meta-modifiedat'] as const) {
    assert.ok(headers[name], name);
    assert.equal(headers[name], full.headers[name], name);
  }
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['content-length'], undefined);
  assert.equal(headers['content-type'], undefined);
  assert.equal(headers['content-encoding'], undefined);
});

test('a deleted component is reported as deleted whatever a client has cached, and has no ranges', async (t) => {
  const { url } = await startHost(t);
  const { status, headers } = await sendRequest(`${url}/components/demo/hero/old/published.html`, {
    headers: { 'if-none-match': '*', range: 'bytes=0-3' },
  });
  assert.equal(status, 410);
  assert.ok(headers['x-ms-meta-versiondeletedat']);
});

test('the three HTTP date formats are parsed, others are not', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), expected);
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT'), expected);
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), expected);
  for (const text of [
    undefined,
    '',
    '5',
    '1994-11-06',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Xxx, 99 Xxx 1994 08:49:37 GMT',
  ]) {
    assert.equal(parseHttpDate(text), undefined, text);
  }
});
