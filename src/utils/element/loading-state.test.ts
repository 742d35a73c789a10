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

test('an element that loads for a moment does not show it', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(99);
  setLoadingState(element, host, false);
  mock.timers.tick(1000);
  assert.deepEqual([log, observed.has(element)], [[], false]);
});

test('one that loads for longer shows it where it is seen, once, until it has loaded', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(100);
  see(element, true, 20);
  setLoadingState(element, host, true);
  assert.deepEqual([log, observed.has(element)], [[true], false]);
  setLoadingState(element, host, false);
  setLoadingState(element, host, false);
  assert.deepEqual(log, [true, false]);
});

test('one without a height, or outside of what is seen, shows nothing until that changes', () => {
  setLoadingState(element, host, true);
  mock.timers.tick(100);
  see(element, true, 0);
  see(element, false, 20);
  assert.deepEqual([log, observed.has(element)], [[], true]);
  see(element, true, 20);
  assert.deepEqual(log, [true]);
});
