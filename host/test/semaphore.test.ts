import assert from 'node:assert/strict';
import test from 'node:test';
import { RateLimitedError } from '../src/lib/domain-error.js';
import { createSemaphore } from '../src/lib/semaphore.js';

test('tasks wait for their turn, and a failed task releases its slot', async () => {
  const inTurn = createSemaphore(2);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = Array.from({ length: 9 }, (_, each) =>
    inTurn(async () => {
      most = Math.max(most, ++running);
      order.push(each);
      await new Promise(setImmediate);
      running--;
      if (each % 3 === 0) throw new Error(`work ${each}`);
      return each;
    }).catch(() => -1),
  );
  assert.deepEqual(await Promise.all(work), [-1, 1, 2, -1, 4, 5, -1, 7, 8]);
  assert.equal(most, 2);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the queue is limited, and further tasks are rejected until one has left', async () => {
  const inTurn = createSemaphore(1, 2);
  let finish = (): void => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const first = inTurn(() => end);
  const waiting = [inTurn(async () => 1), inTurn(async () => 2)];
  await assert.rejects(
    inTurn(async () => 3),
    (error: unknown) => error instanceof RateLimitedError && error.retryAfter > 0,
  );
  finish();
  await first;
  assert.deepEqual(await Promise.all(waiting), [1, 2]);
  assert.equal(await inTurn(async () => 4), 4);
});
