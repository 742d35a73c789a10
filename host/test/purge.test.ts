/** The hook of a CDN, told through the outbox of what was delivered anew. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { temporary } from './support/cli.js';
import { databaseOf } from './support/database-of.js';
import test from './support/each-database.js';

const SECRET = 'a-secret-to-sign-with';

test('the hook is called with signed paths, and again until it takes them', async (t) => {
  const calls: { body: string; timestamp: string; signature: string }[] = [];
  let refusals = 2;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'x-feaas-timestamp': timestamp, 'x-feaas-signature': signature } = request.headers;
      calls.push({ body, timestamp: String(timestamp), signature: String(signature) });
      response.writeHead(refusals-- > 0 ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const folder = await temporary(t);
  const database = await openDatabase({ file: join(folder, 'feaas.db'), ...(await databaseOf(t)) });
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  const contentService = createContentService({
    ...{ database, blobs, purgeHook: { url, secret: SECRET } },
    log: { info() {}, warn() {}, error() {} },
  });
  t.after(() => contentService.close());
  const address = { library: 'l', component: 'c', version: 'a b' };
  const by = (expected: number) => ({ actor: { name: 'a', id: 'a' }, expected });
  await contentService.putLibrary({ id: 'l', name: 'L' });
  await contentService.putComponent({ library: 'l', id: 'c', name: 'C' });
  await contentService.save(address, '<p>x</p>', by(0));
  assert.deepEqual(calls, [], 'a draft that is not delivered is nothing to purge');
  await contentService.step('publish', address, by(1));
  await contentService.delivered();
  const paths = (word: string) => ['', '/cdn'].map((before) => `${before}/components/l/c/a%20b/${word}.html`);
  const told = () => [...new Set(calls.map(({ body }) => body))].sort();
  const expected = ['1', 'published'].map((word) => JSON.stringify({ paths: paths(word) }));
  assert.deepEqual(told(), expected);
  assert.equal(calls.length, 4, 'two were refused');
  for (const { body, timestamp, signature } of calls) {
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
    const hex = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
    assert.equal(signature, `sha256=${hex}`);
  }
  calls.length = 0;
  await contentService.step('unpublish', address, by(1));
  await contentService.delivered();
  assert.deepEqual(told(), expected, 'what was taken back is told, too');
  assert.equal((await blobs.get('components/l/c/a b/published.html'))!.bytes.length, 0);
});
