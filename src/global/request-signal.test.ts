/** The timeout of requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestSignal } from './request-signal';

test('a timeout that exceeds the range of timers is unlimited', () => {
  assert.equal(requestSignal(Infinity), undefined);
  assert.equal(requestSignal(1e9), undefined);
  const { signal } = new AbortController();
  assert.equal(requestSignal(Infinity, signal), signal);
  assert.equal(requestSignal(60)!.aborted, false);
});
