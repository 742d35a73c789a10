/** S6: whether a response comes from an HTTP cache. The comparison uses the server's clock, not the visitor's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CachedResource } from './resource';
import { ServerClock, isReusable, type ResponseOrigin } from './server-clock';

const URL = 'https://cdn.test/a.html';
const NOW = Date.parse('2026-01-01T00:00:10Z');
const SECOND = 1000;

/** @param skew how much the visitor's clock is ahead of the server's, in milliseconds */
const response = (headers: Record<string, string>, { skew = 0, madeBefore = 0 } = {}): CachedResource => ({
  url: URL,
  text: '',
  headers: new Headers({ date: new Date(NOW - madeBefore - skew).toUTCString(), ...headers }),
  requestedAt: NOW,
  receivedAt: NOW + 100,
});

const clock = (origin?: ResponseOrigin, preloadedAt?: number): ServerClock =>
  new ServerClock({ responseOrigin: () => origin, preloadedAt: () => preloadedAt });

const SKEWS = [-3_600_000, -3000, 0, 3000, 3_600_000, 10 ** 10];

for (const skew of SKEWS) {
  const ahead = `the visitor's clock ${skew / SECOND} s ahead`;
  test(`${ahead}: what no cache may give without asking is the server's`, () => {
    for (const cacheControl of ['no-cache', 'no-store', 'max-age=0', 'public, max-age=0, must-revalidate'])
      assert.equal(clock().cachedSince(response({ 'cache-control': cacheControl }, { skew })), undefined, cacheControl);
  });
  test(`${ahead}: the browser says where it came from`, () => {
    const headers = { 'cache-control': 'max-age=60' };
    assert.equal(clock('network').cachedSince(response(headers, { skew })), undefined);
    assert.notEqual(clock('cache').cachedSince(response(headers, { skew })), undefined);
  });
  test(`${ahead}: a shared cache says how old it is`, () => {
    const aged = response({ 'cache-control': 'max-age=60', age: '30' }, { skew, madeBefore: 30_000 });
    assert.equal(clock('network').cachedSince(aged), NOW + 100 - 30_000);
    assert.equal(
      clock('network').cachedSince(response({ 'cache-control': 'max-age=60', age: '0' }, { skew })),
      undefined,
    );
  });
  test(`${ahead}: once the server's clock is known, dates are compared with that`, () => {
    const known = clock();
    known.learn(URL, response({}, { skew }).headers, NOW);
    const headers = { 'cache-control': 'max-age=60' };
    assert.equal(known.cachedSince(response(headers, { skew })), undefined);
    // 3 s: more than a second before the request.
    assert.equal(known.cachedSince(response(headers, { skew, madeBefore: 3000 })), NOW - 3000);
    // Another origin has a separate clock.
    const other = { ...response(headers, { skew: skew || 5000 }), url: 'https://other.test/a.html' };
    assert.equal(known.cachedSince(other), 0);
  });
}

test('a response of unknown origin is checked, unless both clocks agree to the second', () => {
  const headers = { 'cache-control': 'max-age=60' };
  assert.equal(clock().cachedSince(response(headers)), undefined);
  for (const madeBefore of [5000, 3_600_000]) assert.equal(clock().cachedSince(response(headers, { madeBefore })), 0);
  // Five minutes old, with a visitor's clock that is ten minutes behind.
  assert.equal(clock().cachedSince(response(headers, { madeBefore: 300_000, skew: -600_000 })), 0);
  // A response without a date can have any age.
  const undated = { ...response(headers), headers: new Headers(headers) };
  assert.equal(clock().cachedSince(undated), 0);
});

test('a preloaded response counts as requested with the page', () => {
  const headers = { 'cache-control': 'max-age=60' };
  assert.equal(clock(undefined, NOW - 5000).cachedSince(response(headers, { madeBefore: 5000 })), undefined);
});

test('which responses an HTTP cache may serve without revalidation', () => {
  for (const [value, expected] of [
    ['no-cache', false], ['No-Store', false], ['private, no-cache', false], ['max-age=0', false], ['max-age="0"', false],
    ['max-age=60', true], ['public', true], ['', true], ['immutable', true],
  ] as const) assert.equal(isReusable(new Headers(value ? { 'cache-control': value } : {})), expected, value); // prettier-ignore
});
