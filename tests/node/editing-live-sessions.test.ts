/** Sessions of other tabs, in browsers that allow less than others. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { trackLiveSessions } from '../../src/utils/editing/session/live-sessions';

const { BroadcastChannel } = globalThis;
afterEach(() => void Object.assign(globalThis, { BroadcastChannel }));

test('a browser that allows no channel between tabs: the sessions of this tab are known', async () => {
  Object.assign(globalThis, {
    BroadcastChannel: function refused() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const live = trackLiveSessions('journal', undefined);
  const release = live.hold('one');
  live.hold('two');
  assert.deepEqual([...(await live.find())], ['one', 'two']);
  release();
  assert.deepEqual([...(await live.find())], ['two']);
});

test('a browser that does not list its locks: which sessions live is unknown, not none', async () => {
  const refused = new DOMException('The request was denied.', 'SecurityError');
  const locks = { request: () => Promise.reject(refused), query: () => Promise.reject(refused) };
  const live = trackLiveSessions('journal', locks as unknown as LockManager);
  live.hold('one')();
  await assert.rejects(live.find(), refused);
});
