/** When a component outside of the viewport begins to load (E8). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Visibility } from './visibility';

type Callback = (entries: { isIntersecting: boolean }[]) => void;
let observers: { kind: string; callback: Callback; isActive: boolean }[] = [];

/** A fake observer of the browser. */
const observerOf = (kind: string) =>
  class {
    readonly #own: (typeof observers)[number];
    constructor(callback: Callback) {
      this.#own = { kind, callback, isActive: false };
      observers.push(this.#own);
    }
    observe(): void {
      this.#own.isActive = true;
    }
    disconnect(): void {
      this.#own.isActive = false;
    }
  };
Object.assign(globalThis, {
  MutationObserver: observerOf('mutation'),
  IntersectionObserver: observerOf('intersection'),
  getComputedStyle: () => ({ display: 'block' }),
  addEventListener() {},
  matchMedia: () => new EventTarget(),
});

/** Reports an entry to the active observers of a kind. */
const report = (kind: string, isIntersecting = false): void =>
  observers
    .filter((each) => each.kind === kind && each.isActive)
    .forEach(({ callback }) => callback([{ isIntersecting }]));

let hidden: string | null = null;
let shown = 0;
const element = { getAttribute: () => hidden } as unknown as Element;
let visibility: Visibility;

beforeEach(() => {
  observers = [];
  hidden = null;
  shown = 0;
  visibility = new Visibility({ element, changed: () => shown++, update() {}, render() {} });
});

test('an element that is shown loads, without an observer', () => {
  assert.equal(visibility.check(false), true);
  assert.deepEqual(observers, []);
});

test('E8: a hidden one waits until it is shown', () => {
  hidden = '';
  assert.equal(visibility.check(false), false);
  report('mutation');
  assert.equal(shown, 0);
  hidden = null;
  report('mutation');
  report('mutation');
  assert.equal(shown, 1);
  assert.equal(visibility.check(false), true);
});

test('E8: one that a search in the page shall find loads, as text that is not there is not found', () => {
  for (const value of ['until-found', 'UNTIL-FOUND']) {
    hidden = value;
    assert.equal(visibility.check(false), true);
  }
  hidden = '';
  assert.equal(visibility.check(false), false);
  hidden = 'until-found';
  report('mutation');
  assert.equal(shown, 1);
});

test('a lazy one waits until it is near the viewport, and only once', () => {
  assert.equal(visibility.check(true), false);
  report('intersection', false);
  assert.equal(shown, 0);
  report('intersection', true);
  assert.equal(shown, 1);
  assert.equal(visibility.check(true), true);
});

test('a lazy one that is hidden waits for both', () => {
  hidden = '';
  visibility.check(true);
  hidden = null;
  report('mutation');
  assert.equal(visibility.check(true), false);
  report('intersection', true);
  assert.equal(visibility.check(true), true);
});

test('what is checked again, or stopped, is observed once or not at all', () => {
  visibility.check(true);
  visibility.check(true);
  assert.equal(observers.filter(({ isActive }) => isActive).length, 1);
  visibility.stop();
  report('intersection', true);
  assert.equal(shown, 0);
});
