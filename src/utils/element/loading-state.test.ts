/** When an element has the loading state. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { lazyModules, loadModule, moduleLoaders } from '../scheduling/lazy-modules';
import { setLoadingState } from './loading-state';

moduleLoaders.deferred ??= () => import('../deferred');
const deferred = await loadModule('deferred');
mock.timers.enable({ apis: ['setTimeout'] });

/** Lets milliseconds pass, and what then starts in microtasks. */
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  await new Promise((resolve) => setImmediate(resolve));
}

/** Observed elements, and the callback that reports their visibility. */
const observed = new Set<Element>();
let see!: (target: Element, isIntersecting: boolean, height: number) => void;
globalThis.IntersectionObserver = class {
  constructor(callback: (entries: unknown[], observer: unknown) => void) {
    see = (target, isIntersecting, height) =>
      callback([{ target, isIntersecting, boundingClientRect: { height } }], this);
  }
  observe = (element: Element): unknown => observed.add(element);
  unobserve = (element: Element): unknown => observed.delete(element);
} as never;

const newElement = (): Element => ({ ownerDocument: { defaultView: globalThis } }) as unknown as Element;

let log: boolean[] = [];
const host = { setLoading: (isLoading: boolean): unknown => log.push(isLoading) };
let element: Element;

beforeEach(() => {
  element = newElement();
  log = [];
});

test('an element that loads only briefly has no loading state', async () => {
  setLoadingState(element, host, true);
  await pass(99);
  setLoadingState(element, host, false);
  await pass(1000);
  assert.deepEqual([log, observed.has(element)], [[], false]);
});

test('a visible element that loads longer has the loading state once, until it has loaded', async () => {
  setLoadingState(element, host, true);
  await pass(100);
  see(element, true, 20);
  setLoadingState(element, host, true);
  assert.deepEqual([log, observed.has(element)], [[true], false]);
  setLoadingState(element, host, false);
  setLoadingState(element, host, false);
  assert.deepEqual(log, [true, false]);
});

test('an element without a height or outside of the viewport has no loading state until that changes', async () => {
  setLoadingState(element, host, true);
  await pass(100);
  see(element, true, 0);
  see(element, false, 20);
  assert.deepEqual([log, observed.has(element)], [[], true]);
  see(element, true, 20);
  assert.deepEqual(log, [true]);
});

test('E14: after a failed import, the module is imported again, and shows only what still loads', async () => {
  const other = newElement();
  let imports = 0;
  delete lazyModules.deferred;
  moduleLoaders.deferred = () => (imports++ ? Promise.resolve(deferred) : Promise.reject(new Error('offline')));
  setLoadingState(element, host, true);
  setLoadingState(other, host, true);
  await pass(100);
  // Rendered before the module has loaded.
  setLoadingState(other, host, false);
  assert.deepEqual([imports, observed.has(element)], [1, false]);
  await pass(300);
  assert.deepEqual([imports, observed.has(element), observed.has(other)], [2, true, false]);
  see(element, true, 20);
  assert.deepEqual(log, [true]);
  setLoadingState(element, host, false);
  assert.deepEqual(log, [true, false]);
});
