import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { createMediaProxy } from '../src/server/routes/media-proxy.js';
import {
  resolveToLoopback,
  infoLog,
  isLoopback,
  servePng,
  PNG,
  startMediaProxy,
  startUpstream,
} from './support/media-proxy-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const SVG = '<?xml version="1.0"?>\n<!-- a --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const WOFF2 = Buffer.concat([Buffer.from('wOF2\0\x01\0\0', 'latin1'), Buffer.alloc(5000, 7)]);

test('a picture of an allowed host is fetched and can be read by any page', async (t) => {
  const { port, requests } = await startUpstream(t, servePng);
  const get = await startMediaProxy(t, {
    allowedHosts: ['cdn.example'],
    lookup: resolveToLoopback,
    permit: isLoopback,
  });
  for (const path of ['/api/proxy/media', '/proxy/media']) {
    const answer = await get(`http://cdn.example:${port}/a%20b.png?c=d#e`, {
      path,
      headers: {
        cookie: 'session=1',
        authorization: 'Bearer secret',
        'x-forwarded-for': '1.2.3.4',
        range: 'bytes=0-1',
        referer: 'http://page.example/',
      },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, PNG);
    const headers = { ...answer.headers };
    for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    assert.deepEqual(headers, {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': headers['access-control-expose-headers'],
      'cache-control': 'public, max-age=3600',
      'content-length': String(PNG.length),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  }
  assert.equal(requests.length, 2);
  for (const { headers, url } of requests) {
    assert.equal(url, '/a%20b.png?c=d');
    assert.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    assert.equal(headers.host, `cdn.example:${port}`);
  }
});

test('HEAD returns the headers only, other methods are rejected and other paths are not handled', async (t) => {
  const { port } = await startUpstream(t, servePng);
  const get = await startMediaProxy(t, {
    allowedHosts: ['cdn.example'],
    lookup: resolveToLoopback,
    permit: isLoopback,
  });
  const url = `http://cdn.example:${port}/a.png`;
  const head = await get(url, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers['content-type'], head.body.length], [200, 'image/png', 0]);
  const post = await get(url, { method: 'POST' });
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
  assert.equal((await get(url, { method: 'OPTIONS' })).status, 404, 'preflights are answered elsewhere');
  assert.equal((await get(url, { path: '/api/proxy/media/x' })).status, 404);
});

test('SVG and fonts are proxied, with the type of their content', async (t) => {
  const { port } = await startUpstream(t, ({ url }, response) => {
    const [type, body] = url === '/a.svg' ? ['image/svg+xml; charset=utf-8', SVG] : ['application/font-woff2', WOFF2];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const get = await startMediaProxy(t, { allowedHosts: ['127.0.0.1'], permit: isLoopback });
  const svg = await get(`http://127.0.0.1:${port}/a.svg`);
  assert.deepEqual([svg.headers['content-type'], svg.text], ['image/svg+xml', SVG]);
  assert.match(svg.headers['content-security-policy'] as string, /sandbox/);
  const font = await get(`http://127.0.0.1:${port}/a.woff2`);
  assert.deepEqual([font.headers['content-type'], font.body.equals(WOFF2)], ['font/woff2', true]);
});

test('content that is no picture or font is rejected, whatever its declared type', async (t) => {
  const answers: Record<string, readonly [type: string, body: string | Buffer]> = {
    '/html.png': ['image/png', '<!doctype html><script>alert(1)</script>'],
    '/json.png': ['image/png', '{"secret":1}'],
    '/text.png': ['image/png', 'AKIA secret'],
    '/empty.png': ['image/png', ''],
    '/png.html': ['text/html', PNG],
    '/png.bin': ['application/octet-stream', PNG],
    '/svg.png': ['image/png', SVG],
    '/png.svg': ['image/svg+xml', PNG],
    '/html.svg': ['image/svg+xml', '<html><svg></svg></html>'],
    '/png.woff2': ['font/woff2', PNG],
    '/css': ['text/css', 'a{}'],
    '/script.svg': ['image/svg+xml', '<script>alert(1)</script><svg></svg>'],
    '/pdf.png': ['image/png', '%PDF-1.7'],
  };
  const { port } = await startUpstream(t, ({ url }, response) => {
    const [type, body] = answers[url ?? '']!;
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const get = await startMediaProxy(t, { allowedHosts: ['127.0.0.1'], permit: isLoopback });
  for (const path of Object.keys(answers)) {
    const answer = await get(`http://127.0.0.1:${port}${path}`);
    assert.equal(answer.status, 415, path);
    assert.doesNotMatch(answer.text, /secret|alert/, path);
  }
});

test('too large, too slow, truncated, compressed and failing responses are rejected', async (t) => {
  const { port } = await startUpstream(t, ({ url }, response) => {
    const png = (headers: Record<string, string | number> = {}) =>
      response.writeHead(200, { 'content-type': 'image/png', ...headers });
    if (url === '/declared') png({ 'content-length': 5001 }).end(Buffer.concat([PNG, Buffer.alloc(5001 - PNG.length)]));
    else if (url === '/exact')
      png({ 'content-length': 5000 }).end(Buffer.concat([PNG, Buffer.alloc(5000 - PNG.length)]));
    else if (url === '/streamed') png().end(Buffer.concat([PNG, Buffer.alloc(100_000)]));
    else if (url === '/silent') png().write(PNG);
    else if (url === '/cut') {
      png({ 'content-length': 500 }).write(PNG);
      setImmediate(() => response.destroy());
    } else if (url === '/packed') png({ 'content-encoding': 'gzip' }).end(PNG);
    else if (url === '/never') return;
    else response.writeHead(404, { 'content-type': 'image/png' }).end(PNG);
  });
  const options = { allowedHosts: ['127.0.0.1'], permit: isLoopback };
  const get = await startMediaProxy(t, { ...options, limits: { bytes: 5000 } });
  const at = (path: string, ask = get) => ask(`http://127.0.0.1:${port}${path}`);
  assert.equal((await at('/exact')).body.length, 5000);
  const declared = await at('/declared');
  assert.deepEqual([declared.status, /more than 5000 bytes/.test(declared.text)], [502, true]);
  // The limit is reached after the response has begun: it is aborted, so that no client treats it as complete.
  await assert.rejects(at('/streamed'), /aborted|hang up|ECONNRESET/);
  for (const path of ['/cut', '/packed', '/missing']) assert.equal((await at(path)).status, 502, path);
  const hasty = await startMediaProxy(t, { ...options, limits: { milliseconds: 200 } });
  assert.equal((await at('/silent', hasty)).status, 504);
  assert.equal((await at('/never', hasty)).status, 504);
});

test('an invalid query is named in the error', async (t) => {
  const get = await startMediaProxy(t, { allowedHosts: ['cdn.example'], limits: { address: 100 } });
  for (const [query, word] of [
    ['', /must have exactly one url/],
    ['?url=', /must have exactly one url/],
    ['?url=http://a/&url=http://b/', /must have exactly one url/],
    ['?url=nonsense', /not an address/],
    [`?url=http://cdn.example/${'x'.repeat(100)}`, /more than 100 characters/],
  ] as const) {
    const { status, text } = await get('', { query });
    assert.deepEqual([status, word.test(text)], [400, true], query);
  }
});

test('running responses are limited, and a disconnected client frees its slot', async (t) => {
  const arrived = new EventEmitter();
  const { port } = await startUpstream(t, (request, response) => {
    if (request.url !== '/slow') return void servePng(request, response);
    request.socket.once('close', () => arrived.emit('left'));
    arrived.emit('asked');
  });
  const handle = createMediaProxy({
    allowedHosts: ['127.0.0.1'],
    permit: isLoopback,
    limits: { concurrency: 1 },
    log: infoLog,
  });
  const handled: Promise<boolean>[] = [];
  const server = createServer((request, response) => {
    handled.push(handle(request, response, new URL(request.url!, 'http://host')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const at = (path: string) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy/media?url=${encodeURIComponent(`http://127.0.0.1:${port}${path}`)}`;
  const asked = once(arrived, 'asked');
  const left = once(arrived, 'left');
  const leaving = new AbortController();
  const slow = fetch(at('/slow'), { signal: leaving.signal }).catch(() => 'left');
  await asked;
  const refused = await fetch(at('/'));
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  leaving.abort();
  assert.equal(await slow, 'left');
  // The connection to the upstream host is closed, too.
  await left;
  await handled[0];
  assert.equal((await fetch(at('/'))).status, 200);
});
