/** Delivery in pages and servers: detection of truncated bodies, requests for forks and originals, and what a server retains. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { hash } from '../../src/global/hash';
import { retryAfter } from '../../src/global/retry-after';
import { fetchTemplate } from '../../src/utils/delivery/fetch-template';
import { FORK, TEMPLATE } from '../../src/utils/delivery/resource-request';
import { fetchServerTemplate } from '../../src/utils/server/engine';
import { cleanUp } from '../lib/clean-up';

test('Retry-After accepts seconds or a date, and nothing else', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  assert.equal(retryAfter('7', now), 7000);
  assert.equal(retryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now), 9000);
  assert.equal(retryAfter('Thu, 01 Jan 2026 00:00:00 GMT', now + 5000), 0);
  for (const nothing of [null, undefined, '', 'soon', '-3', '0']) assert.equal(retryAfter(nothing, now), 0);
  assert.equal(retryAfter('99999999', now), 99_999_999_000);
});

test('the hash detects truncated, swapped and changed bodies', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.nat(), (text, at) => {
      const cut = at % text.length;
      const whole = hash(text);
      assert.match(whole, /^[0-9a-f]{16}$/);
      assert.equal(hash(text), whole);
      assert.notEqual(hash(text.slice(0, cut)), whole);
      const changed = text.slice(0, cut) + String.fromCharCode(text.charCodeAt(cut) ^ 1) + text.slice(cut + 1);
      assert.notEqual(hash(changed), whole);
    }),
    { numRuns: 2000 },
  );
  const all = new Set<string>();
  for (let index = 0; index < 100_000; index++) all.add(hash(`body ${index}`));
  assert.equal(all.size, 100_000);
});

test('S4: a fork and its original are requested at once, with the current fetch of the page', async (t) => {
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    asked.push(url);
    return url === '/fork' ? new Response('', { status: 404 }) : new Response('<p>original</p>');
  });
  const fetched = fetchTemplate([
    { url: '/fork', type: FORK },
    { url: '/original', type: TEMPLATE },
  ]);
  assert.deepEqual(asked, ['/fork', '/original']);
  assert.equal((await fetched).text, '<p>original</p>');
  assert.deepEqual(asked, ['/fork', '/original']);
});

test('a server shares a pending response, and retains nothing of it', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let asked = 0;
  // No mock: it would retain the call stack and everything reachable from it.
  const { fetch } = globalThis;
  cleanUp(t, () => (globalThis.fetch = fetch));
  globalThis.fetch = async () => {
    asked++;
    return new Response('<p>once</p>', { headers: { 'content-type': 'text/html' } });
  };
  const fetchOnce = (): Promise<object> => fetchServerTemplate([{ url: 'https://cdn.test/a.html', type: TEMPLATE }]);
  await Promise.all([fetchOnce(), fetchOnce()]);
  assert.equal(asked, 1);
  await new Promise((resolve) => setImmediate(resolve));
  // A separate function, so that its variables do not retain the response.
  const fetchWeakly = async (): Promise<WeakRef<object>> => new WeakRef(await fetchOnce());
  const delivered = await fetchWeakly();
  assert.equal(asked, 2);
  for (let turn = 0; turn < 10 && delivered.deref(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  assert.equal(delivered.deref(), undefined);
});
