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
const element = { ownerDocument: { defaultView: globalThis }, getAttribute: () => hidden } as unknown as Element;
let visibility: Visibility;

beforeEach(() => {
  observers = [];
  hidden = null;
  shown = 0;
  visibility = new Visibility({ element, changed: () => shown++, update() {}, render() {} });
});

test('a visible element loads without an observer', () => {
  assert.equal(visibility.check(false), true);
  assert.deepEqual(observers, []);
});

test('E8: a hidden element waits until it is visible', () => {
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

test('E8: an element with hidden=until-found loads, since find-in-page only finds existing text', () => {
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

test('a lazy element waits until it is near the viewport, and only once', () => {
  assert.equal(visibility.check(true), false);
  report('intersection', false);
  assert.equal(shown, 0);
  report('intersection', true);
  assert.equal(shown, 1);
  assert.equal(visibility.check(true), true);
});

test('a hidden lazy element waits for both', () => {
  hidden = '';
  visibility.check(true);
  hidden = null;
  report('mutation');
  assert.equal(visibility.check(true), false);
  report('intersection', true);
  assert.equal(visibility.check(true), true);
});

test('an element is observed once after repeated checks, and not after a stop', () => {
  visibility.check(true);
  visibility.check(true);
  assert.equal(observers.filter(({ isActive }) => isActive).length, 1);
  visibility.stop();
  report('intersection', true);
  assert.equal(shown, 0);
});
