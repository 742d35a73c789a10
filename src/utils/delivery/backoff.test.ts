/** When a failed request is retried. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { retryDelay } from './backoff';
import { RetryTimers } from './retry-timers';

test('delays grow, with jitter, up to a limit', () => {
  const down = new FetchFailedError({ url: '/x' });
  const delays = [0, 1, 2, 3, 20].map((attempt) => retryDelay(down, attempt, 1));
  assert.deepEqual(delays, [1000, 2000, 4000, 8000, 300_000]);
  assert.equal(retryDelay(down, 3, 0), 4000);
});

test('a 4xx response delays retries longer; Retry-After sets the delay', () => {
  const answer = (status: number, headers = {}): Error =>
    new FetchFailedError({ url: '/x', status, cause: new Response('', { status, headers }) });
  assert.equal(retryDelay(answer(503), 0, 1), 1000);
  for (const status of [408, 425, 429, 500]) assert.equal(retryDelay(answer(status), 0, 1), 1000, String(status));
  for (const status of [400, 403, 404]) assert.ok(retryDelay(answer(status), 0, 0) >= 60_000, String(status));
  const delay = retryDelay(answer(429, { 'retry-after': '30' }), 0, 0.5);
  assert.ok(delay >= 30_000 && delay <= 37_500, String(delay));
  // The delay has an upper limit.
  assert.equal(retryDelay(answer(503, { 'retry-after': '99999999' }), 0, 0), 300_000);
  assert.equal(retryDelay(new InvalidResponseError({ url: '/x' }), 0, 1), 1000);
});

test('one attempt per URL: the last one scheduled runs, unless it was cancelled', () => {
  const timers: (() => void)[] = [];
  const network = new EventTarget();
  const cancelled: unknown[] = [];
  const retries = new RetryTimers({
    setTimer: (run) => timers.push(run),
    clearTimer: (timer) => void cancelled.push(timer),
    network,
  });
  const ran: string[] = [];
  retries.schedule('/a', 1, () => ran.push('a one'));
  retries.schedule('/a', 1, () => ran.push('a two'));
  retries.schedule('/b', 1, () => ran.push('b'));
  retries.schedule('/c', 1, () => ran.push('c'));
  retries.cancel('/c');
  timers[2]!();
  assert.deepEqual([ran, retries.has('/b')], [['b'], false]);
  network.dispatchEvent(new Event('online'));
  assert.deepEqual(ran, ['b', 'a two']);
  network.dispatchEvent(new Event('online'));
  assert.deepEqual(ran, ['b', 'a two']);
  assert.deepEqual(cancelled, [1, 4, 3, 2]);
});
