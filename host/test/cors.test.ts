import assert from 'node:assert/strict';
import test from 'node:test';
import { sendRequest } from './support/client.js';
import { startHost } from './support/folder-host.js';

const readable = [
  '/components/demo/hero/responsive/published.html',
  '/cdn/styles/demo/published.css',
  '/api/news.json',
  '/api/clock.json',
  '/media/demo/pixel.svg',
  '/build/feaas.esm.js',
];

test('published content, data, media and scripts are readable by any page, with their headers', async (t) => {
  const { url } = await startHost(t);
  for (const path of readable) {
    const { status, headers } = await sendRequest(url + path, { headers: { origin: 'https://shop.example' } });
    assert.equal(status, 200, path);
    assert.equal(headers['access-control-allow-origin'], '*', path);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', path);
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    for (const name of [
      'date',
      'etag',
      'last-modified',
      'content-length',
      'retry-after',
      'x-ms-meta-versiondeletedat',
      'x-ms-meta-deletedat',
      'x-ms-meta-modifiedat',
      'x-ms-meta-versionid',
      'x-ms-meta-versionrevision',
      'x-ms-meta-componentid',
    ]) {
      assert.ok(exposed.includes(name), `${path}: ${name}`);
    }
  }
});

test('every metadata header of a response is exposed', async (t) => {
  const { url } = await startHost(t);
  for (const path of ['/components/demo/hero/old/published.html', '/styles/retired/published.css']) {
    const { headers } = await sendRequest(url + path);
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    const sent = Object.keys(headers).filter((name) => name.startsWith('x-ms-meta-'));
    assert.ok(sent.length >= 2);
    for (const name of sent) assert.ok(exposed.includes(name), name);
  }
});

test('a page of the site is not readable by other origins', async (t) => {
  const { url } = await startHost(t);
  assert.equal((await sendRequest(`${url}/`)).headers['access-control-allow-origin'], undefined);
});

test('a preflight is answered for any path', async (t) => {
  const { url } = await startHost(t);
  for (const path of [...readable, '/components/demo/nothing/x/published.html']) {
    const { status, headers, body } = await sendRequest(url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-custom',
      },
    });
    assert.equal(status, 204, path);
    assert.equal(body.length, 0);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
    assert.equal(headers['access-control-allow-headers'], '*, Authorization');
    assert.equal(headers['access-control-max-age'], '86400');
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    assert.equal(headers['content-length'], undefined);
  }
});

test('other methods are rejected with the allowed ones', async (t) => {
  const { url } = await startHost(t);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
    for (const path of ['/', '/components/demo/hero/responsive/published.html', '/api/news.json', '/none']) {
      const { status, headers, text } = await sendRequest(url + path, { method });
      assert.equal(status, 405, `${method} ${path}`);
      assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(text, `405 Method not allowed: ${method}. Allowed: GET, HEAD, OPTIONS\n`);
    }
  }
});
