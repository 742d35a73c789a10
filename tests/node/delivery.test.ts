/** Delivery's pure parts: when to ask again, and what tells a torn body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fetchTemplate } from '../../src/utils/delivery/component-template';
import { adapters } from '../../src/utils/delivery/fetch-resource';
import { TEMPLATE } from '../../src/utils/delivery/resource';
import { requestResource, requests } from '../../src/utils/delivery/resource-store';
import { moduleLoaders, lazyModules } from '../../src/utils/scheduling/lazy-modules';
import fc from 'fast-check';
import { FetchFailedError, InvalidResponseError } from '../../src/global/errors';
import { hash } from '../../src/global/hash';
import { retryAfter } from '../../src/global/retry-after';
import { retryDelay } from '../../src/utils/delivery/backoff';

test('Retry-After: seconds, or a date; nothing else', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  assert.equal(retryAfter('7', now), 7000);
  assert.equal(retryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now), 9000);
  assert.equal(retryAfter('Thu, 01 Jan 2026 00:00:00 GMT', now + 5000), 0);
  for (const nothing of [null, undefined, '', 'soon', '-3', '0']) assert.equal(retryAfter(nothing, now), 0);
  assert.equal(retryAfter('99999999', now), 99_999_999_000);
});

test('delays grow, with jitter, up to a limit', () => {
  const down = new FetchFailedError({ url: '/x' });
  const delays = [0, 1, 2, 3, 20].map((attempt) => retryDelay(down, attempt, 1));
  assert.deepEqual(delays, [1000, 2000, 4000, 8000, 300_000]);
  assert.equal(retryDelay(down, 3, 0), 4000);
});

test('a host that refuses is asked less often; one that says when, is asked then', () => {
  const answer = (status: number, headers = {}): Error =>
    new FetchFailedError({ url: '/x', status, cause: new Response('', { status, headers }) });
  assert.equal(retryDelay(answer(503), 0, 1), 1000);
  for (const status of [408, 425, 429, 500]) assert.equal(retryDelay(answer(status), 0, 1), 1000, String(status));
  for (const status of [400, 403, 404]) assert.ok(retryDelay(answer(status), 0, 0) >= 60_000, String(status));
  const delay = retryDelay(answer(429, { 'retry-after': '30' }), 0, 0.5);
  assert.ok(delay >= 30_000 && delay <= 37_500, String(delay));
  // Not for ever.
  assert.equal(retryDelay(answer(503, { 'retry-after': '99999999' }), 0, 0), 300_000);
  assert.equal(retryDelay(new InvalidResponseError({ url: '/x' }), 0, 1), 1000);
});

test('the hash tells a body from a torn, a swapped and a changed one', () => {
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

test('S4: a fork and its original are asked for at once, whenever what chooses between them arrives', async (t) => {
  const asked: string[] = [];
  t.mock.method(adapters, 'fetch', async (url: string) => {
    asked.push(url);
    return url === '/fork' ? new Response('', { status: 404 }) : new Response('<p>original</p>');
  });
  const loadMore = moduleLoaders.deferred!;
  t.after(() => {
    moduleLoaders.deferred = loadMore;
    delete lazyModules.deferred;
    requests.clear();
  });
  let arrive = (): void => {};
  moduleLoaders.deferred = () => new Promise((resolve) => (arrive = () => resolve(loadMore())));
  const delivered = fetchTemplate(['/fork', '/original']);
  assert.deepEqual(asked, ['/fork', '/original']);
  // Both have answered before anybody chooses: neither is asked for again.
  await Promise.allSettled([...requests.values()].map(({ promise }) => promise));
  arrive();
  assert.equal((await delivered).text, '<p>original</p>');
  assert.deepEqual(asked, ['/fork', '/original']);
});

test('a server keeps nothing of what it delivered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { fetch: before, remember } = adapters;
  adapters.fetch = async () => new Response('<p>once</p>', { headers: { 'content-type': 'text/html' } });
  adapters.remember = false;
  try {
    const delivered = new WeakRef(await requestResource('https://cdn.test/a.html', TEMPLATE));
    for (let turn = 0; turn < 5 && delivered.deref(); turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    assert.equal(delivered.deref(), undefined);
  } finally {
    Object.assign(adapters, { fetch: before, remember });
  }
});
