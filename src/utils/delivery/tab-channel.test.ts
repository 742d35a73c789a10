/** Tabs: one tab at a time runs a check, and a browser with broken locks or channels still runs it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TabChannel } from './tab-channel';

const never = new Promise<never>(() => {});
const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

const channel = (locks: unknown, openChannel: () => unknown = () => ({}), page = new EventTarget()): TabChannel =>
  new TabChannel({
    locks: () => locks as LockManager,
    openChannel: openChannel as () => BroadcastChannel,
    page,
    timeout: 20,
  });

/** A working lock manager. @param queried functions that the first query, the second one, … call */
function createLocks(queried: (() => void)[] = []) {
  const held = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, options: { signal: AbortSignal }, run: () => Promise<void>) {
      while (held.has(name)) {
        await Promise.race([
          held.get(name),
          new Promise((resolve) => options.signal.addEventListener('abort', resolve)),
        ]);
        options.signal.throwIfAborted();
      }
      const running = run().finally(() => held.delete(name));
      held.set(name, running);
      return running;
    },
    query: async () => {
      queried.shift()?.();
      return { held: Array.from(held.keys(), (name) => ({ name })) };
    },
  };
}

const BROKEN: readonly (readonly [what: string, locks: unknown])[] = [
  ['there are none', undefined],
  ['request throws', { request() { throw new DOMException('', 'SecurityError'); } }],
  ['request rejects', { request: () => Promise.reject(new DOMException('', 'InvalidStateError')) }],
  ['request never settles, and nobody holds the lock', { request: () => never, query: async () => ({ held: [] }) }],
  ['neither request nor query settles', { request: () => never, query: () => never }],
  ['request never settles, query throws', { request: () => never, query() { throw new Error('no'); } }],
  ['a tab that hangs holds it for ever', { request: () => never, query: async () => ({ held: [{ name: 'feaas-kit /a' }] }) }],
]; // prettier-ignore

for (const [what, locks] of BROKEN)
  test(`locks: ${what}: it runs all the same, once`, async () => {
    let ran = 0;
    await channel(locks).withLock('/a', 60, async () => void ran++);
    assert.equal(ran, 1);
  });

test('a check that fails in a lock does not run again', async () => {
  for (const locks of [undefined, createLocks()]) {
    let ran = 0;
    const failing = channel(locks).withLock('/a', 60, async () => {
      ran++;
      throw new Error('no');
    });
    await assert.rejects(failing, { message: 'no' });
    assert.equal(ran, 1);
  }
});

test('two tabs run checks one after the other, however long one takes; other URLs do not wait', async () => {
  // Longer than the timeout of a broken lock.
  let finish = (): void => {};
  const locks = createLocks([() => {}, () => {}, () => finish()]);
  const log: string[] = [];
  const busy = new Promise<void>((resolve) => (finish = resolve));
  const first = channel(locks).withLock('/a', Infinity, async () => {
    log.push('first');
    await busy;
    log.push('first ends');
  });
  await turn();
  const second = channel(locks).withLock('/a', Infinity, async () => void log.push('second'));
  await channel(locks).withLock('/b', Infinity, async () => void log.push('other'));
  await Promise.all([first, second]);
  assert.deepEqual(log, ['first', 'other', 'first ends', 'second']);
});

test('channels: a channel that fails to open or to post causes no error', () => {
  const throws = (): never => {
    throw new DOMException('', 'SecurityError');
  };
  for (const open of [throws, () => ({ postMessage: throws }), () => ({ postMessage() {} })]) {
    const tabs = channel(undefined, open);
    tabs.listen(() => {});
    tabs.broadcast('/a');
  }
});

test('the channel closes before the page enters the back-forward cache, and reopens afterwards', () => {
  const opened: { onmessage?: (event: { data: unknown }) => void; isClosed?: boolean; close(): void }[] = [];
  const told: string[] = [];
  const page = new EventTarget();
  const open = (): unknown => {
    const made = { isClosed: false, close: () => void (made.isClosed = true) };
    opened.push(made);
    return made;
  };
  const tabs = channel(undefined, open, page);
  tabs.listen((url) => told.push(url));
  opened[0]!.onmessage!({ data: '/a' });
  // Other messages on the channel are not URLs.
  opened[0]!.onmessage!({ data: { url: '/b' } });
  page.dispatchEvent(new Event('pagehide'));
  assert.equal(opened[0]!.isClosed, true);
  page.dispatchEvent(new Event('pageshow'));
  opened[1]!.onmessage!({ data: '/c' });
  assert.deepEqual(told, ['/a', '/c']);
});
