import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import test from 'node:test';
import { createHost, HostError, type Library } from '../src/index.js';
import { urlOf } from '../src/server/listener.js';
import { sendRequest, sendRawRequest } from './support/client.js';
import { HERO_HTML, startHost } from './support/folder-host.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const hero = '/components/demo/hero/responsive/published.html';

test('a port in use is named in the error', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as AddressInfo;
  const host = createHost({ port });
  await assert.rejects(host.listen(), (error: unknown) => {
    assert.ok(error instanceof HostError);
    assert.match(error.message, new RegExp(`^port ${port} on 127\\.0\\.0\\.1 is already in use\\.`));
    return true;
  });
});

test('an address of another machine is named in the error', async () => {
  await assert.rejects(
    createHost({ port: 0, hostname: '192.0.2.1' }).listen(),
    /host '192\.0\.2\.1' is not an address/,
  );
});

test('the URL is available while the host listens', async () => {
  const host = createHost({ port: 0 });
  assert.throws(() => host.url, /await listen\(\) first/);
  const url = await host.listen();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(host.url, url);
  await host.close();
  assert.throws(() => host.url);
  await host.close();
});

test('the URL of the host can be opened', () => {
  assert.equal(urlOf('0.0.0.0', 80), 'http://localhost:80');
  assert.equal(urlOf('::', 80), 'http://localhost:80');
  assert.equal(urlOf('::1', 80), 'http://[::1]:80');
  assert.equal(urlOf('example.org', 80), 'http://example.org:80');
});

test('closing lets a running response finish and then ends its connection', async (t) => {
  const { url, close } = await startHost(t, { delays: { components: 200 } });
  const running = sendRequest(url + hero, { headers: { connection: 'keep-alive' } });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const started = performance.now();
  const closed = close();
  await assert.rejects(sendRequest(url + hero), /ECONNREFUSED/);
  const answer = await running;
  assert.equal(answer.status, 200);
  assert.equal(answer.text, HERO_HTML);
  assert.equal(answer.headers.connection, 'close');
  await closed;
  assert.ok(performance.now() - started < 2000, 'not held up by the kept connection');
});

test('closing does not wait for idle connections', async (t) => {
  const { port, close } = await startHost(t);
  const socket = connect(port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  const started = performance.now();
  await close();
  await ended;
  assert.ok(performance.now() - started < 2000);
});

test('an aborted request is not logged as an error of the host', async (t) => {
  const { url, port, log } = await startHost(t, { delays: { components: 100 } });
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${hero} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 30));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.deepEqual(log, []);
  assert.equal((await sendRequest(url + hero)).status, 200);
});

test('an internal error is logged, and its response has no details', async (t) => {
  const fail = async () => Promise.reject(new Error('the disk is on fire'));
  const broken: Library = { component: fail, stylesheet: fail, data: fail, media: fail };
  const { url, log } = await startHost(t, { libraries: broken });
  const { status, headers, text } = await sendRequest(url + hero);
  assert.equal(status, 500);
  assert.equal(text, '500 Internal error. See the log of the host.\n');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.deepEqual(log, [`GET ${hero} failed. Error: the disk is on fire`]);
});

test('an unresponsive file store is reported as unavailable without flooding the log', async (t) => {
  const fail = async () =>
    Promise.reject(new BlobStoreError("Blob 'x' could not be read.", { cause: new Error('down') }));
  const broken: Library = { component: fail, stylesheet: fail, data: fail, media: fail, thumbnail: fail };
  const { url, log } = await startHost(t, { libraries: broken });
  for (const path of [hero, '/styles/aurora/published.css', '/media/aurora/a.png', '/thumbnails/aurora/hero.jpg'])
    for (let count = 0; count < 3; count++) {
      const { status, headers, text } = await sendRequest(url + path);
      assert.equal(status, 503, path);
      assert.match(headers['retry-after']!, /^\d+$/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(text, '503 Service unavailable: The store of files failed: try again in a few seconds.\n');
    }
  assert.equal(log.length, 1, log.join('\n'));
  assert.match(
    log[0]!,
    /^GET .* failed, because the blob store failed\. .* BlobStoreError: Blob 'x' could not be read/,
  );
});

test('the log of a program that embeds the host contains no secret of a preview link', async (t) => {
  const secret = `feaas_preview_${'A'.repeat(77)}`;
  for (const error of [new Error('on fire'), new BlobStoreError('down')]) {
    const fail = async () => Promise.reject(error);
    const broken: Library = { component: fail, stylesheet: fail, data: fail, media: fail, thumbnail: fail };
    const { url, log } = await startHost(t, { libraries: broken });
    await sendRequest(`${url}/media/aurora/${secret}.png`);
    assert.equal(log.length, 1);
    assert.match(log[0]!, /^GET \/media\/aurora\/\*\*\*\.png failed/);
    assert.doesNotMatch(log[0]!, /AAAA/);
  }
});

test('CONNECT and invalid HTTP requests are rejected, and the host keeps running', async (t) => {
  const { url, port } = await startHost(t);
  assert.equal((await sendRawRequest(port, 'example.org:443', 'CONNECT')).status, 405);
  assert.equal((await sendRawRequest(port, '/ HTTP/9.9\r\nnonsense')).status, 400);
  assert.equal((await sendRawRequest(port, `/${'a'.repeat(20_000)}`)).status, 431);
  assert.equal((await sendRawRequest(port, '*', 'OPTIONS')).status, 204);
  assert.equal((await sendRequest(url + hero)).status, 200);
});
