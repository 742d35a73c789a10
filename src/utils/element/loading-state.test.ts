/** When an element has the loading state. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { setLoadingState } from './loading-state';

mock.timers.enable({ apis: ['setTimeout'] });

/** Observed elements, and the callback that reports their visibility. */
const observed = new Set<Element>();
let see!: (target: Element, isIntersecting: boolean, height: number) => void;
globalThis.IntersectionObserver = class {
  constructor(callback: (entries: unknown[]) => void) {
    see = (target, isIntersecting, height) => callback([{ target, isIntersecting, boundingClientRect: { height } }]);
  }
  observe = (element: Element): unknown => observed.add(element);
  unobserve = (element: Element): unknown => observed.delete(element);
} as never;

let log: boolean[] = [];
const host = { setLoading: (isLoading: boolean): unknown => log.push(isLoading) };
let element: Element;

beforeEach(() => {
  element = {} as Element;
  log = [];
});

test('an element that loads only briefly has no loading state', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(99);
  setLoadingState(element, host, false);
  mock.timers.tick(1000);
  assert.deepEqual([log, observed.has(element)], [[], false]);
});

test('a visible element that loads longer has the loading state once, until it has loaded', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(100);
  see(element, true, 20);
  setLoadingState(element, host, true);
  assert.deepEqual([log, observed.has(element)], [[true], false]);
  setLoadingState(element, host, false);
  setLoadingState(element, host, false);
  assert.deepEqual(log, [true, false]);
});

test('an element without a height or outside of the viewport has no loading state until that changes', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(100);
  see(element, true, 0);
  see(element, false, 20);
  assert.deepEqual([log, observed.has(element)], [[], true]);
  see(element, true, 20);
  assert.deepEqual(log, [true]);
});
