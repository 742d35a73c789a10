/** When content may render first (D17), and in which order. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { LONGEST_ORDER_GRACE, RENDER_ORDER_GRACE, RENDER_TIMEOUT } from '../../global/defaults';
import { renderBudget } from '../scheduling/scheduler';
import { RenderGate, pendingElements } from './render-gate';

mock.timers.enable({ apis: ['setTimeout'] });
let now = 0;
mock.method(performance, 'now', () => now);
const page = { visibilityState: 'visible' };
Object.assign(globalThis, {
  document: page,
  ShadowRoot: class {
    readonly host = undefined;
  },
});

/** An element at a position in the page. */
const elementAt = (place: number): Element =>
  ({
    place,
    getRootNode: () => page,
    compareDocumentPosition: (other: { place: number }) => (other.place > place ? 4 : 2),
  }) as unknown as Element;

let timeouts = 0;
const gateAt = (place: number): RenderGate => new RenderGate(elementAt(place), () => timeouts++);
const ALL = { hasData: true, hasStylesheet: true };

beforeEach(() => {
  now = 1000;
  page.visibilityState = 'visible';
  pendingElements.clear();
  // Finish the timers of earlier tests.
  mock.timers.runAll();
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  timeouts = 0;
  renderBudget.start();
});

test('D17: content with data and stylesheet may render at once', () => {
  assert.equal(gateAt(0).allows(ALL), true);
});

for (const missing of ['hasData', 'hasStylesheet'] as const) {
  test(`D17: without ${missing} it waits, for ${RENDER_TIMEOUT} ms at most`, () => {
    const gate = gateAt(0);
    const some = { ...ALL, [missing]: false };
    assert.equal(gate.allows(some), false);
    mock.timers.tick(RENDER_TIMEOUT - 1);
    assert.deepEqual([gate.allows(some), timeouts], [false, 0]);
    mock.timers.tick(1);
    assert.deepEqual([gate.allows(some), timeouts], [true, 1]);
  });
}

test('D17: content renders as soon as everything has arrived, and a reset cancels the timeout', () => {
  const gate = gateAt(0);
  gate.allows({ ...ALL, hasStylesheet: false });
  assert.equal(gate.allows(ALL), true);
  gate.reset();
  mock.timers.tick(RENDER_TIMEOUT);
  assert.equal(timeouts, 0);
  assert.equal(gate.allows({ ...ALL, hasData: false }), false);
});

test('a first render waits briefly for earlier elements in the page, and not for later ones', () => {
  const [first, second, third] = [gateAt(0), gateAt(1), gateAt(2)] as const;
  second.expect();
  assert.equal(first.allows(ALL) && first.isOutOfOrder(), false);
  assert.equal(third.allows(ALL) && third.isOutOfOrder(), true);
  now += RENDER_ORDER_GRACE;
  assert.equal(third.isOutOfOrder(), false);
});

test('with a slow host, earlier elements get the same time again, and anew for each that is ready', () => {
  const [first, second, third, fourth] = [gateAt(0), gateAt(1), gateAt(2), gateAt(3)] as const;
  for (const gate of [first, second, third, fourth]) gate.expect();
  now += 300;
  fourth.allows(ALL);
  assert.equal(fourth.isOutOfOrder(), true);
  now += 400;
  assert.equal(fourth.isOutOfOrder(), true);
  first.allows(ALL);
  assert.equal(fourth.isOutOfOrder(), true);
  now += 599;
  assert.equal(fourth.isOutOfOrder(), true);
  now += 1;
  assert.equal(fourth.isOutOfOrder(), false);
});

test(`nobody waits for others longer than ${LONGEST_ORDER_GRACE} ms without anything getting ready`, () => {
  const [first, second] = [gateAt(0), gateAt(1)] as const;
  first.expect();
  second.expect();
  now += 5000;
  second.allows(ALL);
  assert.equal(second.isOutOfOrder(), true);
  now += LONGEST_ORDER_GRACE;
  assert.equal(second.isOutOfOrder(), false);
});

test('a waiting element is called once when it may render, and not after a reset', () => {
  const calls: string[] = [];
  const first = gateAt(0);
  const second = new RenderGate(elementAt(1), () => calls.push('second'));
  const third = new RenderGate(elementAt(2), () => calls.push('third'));
  first.expect();
  for (const gate of [second, third]) assert.ok(gate.allows(ALL) && gate.isOutOfOrder());
  third.reset();
  first.allows(ALL);
  assert.deepEqual(calls, ['second']);
  first.expect();
  assert.equal(second.isOutOfOrder(), true);
  mock.timers.tick(RENDER_ORDER_GRACE);
  assert.deepEqual(calls, ['second', 'second']);
  mock.timers.tick(RENDER_ORDER_GRACE);
  assert.equal(calls.length, 2);
});

test('an element that may render or is reset delays no other element', () => {
  for (const end of [(gate: RenderGate) => gate.allows(ALL), (gate: RenderGate) => gate.reset()]) {
    const [first, second] = [gateAt(0), gateAt(1)] as const;
    first.expect();
    end(first);
    second.allows(ALL);
    assert.equal(second.isOutOfOrder(), false);
  }
});

test('a frame has a budget for first renders; rendered content updates regardless', () => {
  const [first, shown] = [gateAt(0), gateAt(1)] as const;
  shown.hasRendered = true;
  first.allows(ALL);
  now += 1000;
  assert.deepEqual([first.isOverBudget(), shown.isOverBudget()], [true, false]);
  renderBudget.start();
  assert.equal(first.isOverBudget(), false);
});

test('E14: in a hidden tab, which has no frames, neither order nor budget delays content', () => {
  const [first, second] = [gateAt(0), gateAt(1)] as const;
  first.expect();
  second.allows(ALL);
  now += 50;
  page.visibilityState = 'hidden';
  assert.deepEqual([second.isOutOfOrder(), second.isOverBudget()], [false, false]);
});
