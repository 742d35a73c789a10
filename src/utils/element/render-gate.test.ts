/** When content may render first (D17), and in which order. */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { RENDER_ORDER_GRACE, RENDER_TIMEOUT } from '../../global/defaults';
import { renderBudget } from '../scheduling/scheduler';
import { RenderGate, pendingElements } from './render-gate';

mock.timers.enable({ apis: ['setTimeout'] });
let now = 0;
mock.method(performance, 'now', () => now);
const page = { visibilityState: 'visible' };
Object.assign(globalThis, { document: page });

/** An element at a place of the page. */
const elementAt = (place: number): Element =>
  ({
    place,
    compareDocumentPosition: (other: { place: number }) => (other.place > place ? 4 : 2),
  }) as unknown as Element;

let timeouts = 0;
const gateAt = (place: number): RenderGate => new RenderGate(elementAt(place), () => timeouts++);
const ALL = { hasData: true, hasStylesheet: true };

beforeEach(() => {
  timeouts = 0;
  now = 1000;
  page.visibilityState = 'visible';
  pendingElements.clear();
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
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

test('D17: what arrives in time is not waited for any longer, and a reset forgets the time-out', () => {
  const gate = gateAt(0);
  gate.allows({ ...ALL, hasStylesheet: false });
  assert.equal(gate.allows(ALL), true);
  gate.reset();
  mock.timers.tick(RENDER_TIMEOUT);
  assert.equal(timeouts, 0);
  assert.equal(gate.allows({ ...ALL, hasData: false }), false);
});

test('a first render gives those before it in the page a moment, and none to those after it', () => {
  const [first, second, third] = [gateAt(0), gateAt(1), gateAt(2)] as const;
  second.expect();
  assert.equal(first.allows(ALL) && first.shouldDefer(), false);
  assert.equal(third.allows(ALL) && third.shouldDefer(), true);
  now += RENDER_ORDER_GRACE;
  renderBudget.start();
  assert.equal(third.shouldDefer(), false);
});

test('once what it waits for may render, or is reset, nobody waits for it', () => {
  for (const end of [(gate: RenderGate) => gate.allows(ALL), (gate: RenderGate) => gate.reset()]) {
    const [first, second] = [gateAt(0), gateAt(1)] as const;
    first.expect();
    end(first);
    second.allows(ALL);
    assert.equal(second.shouldDefer(), false);
  }
});

test('a frame has a budget for first renders; content that is shown renders regardless', () => {
  const [first, shown] = [gateAt(0), gateAt(1)] as const;
  shown.hasRendered = true;
  first.allows(ALL);
  now += 1000;
  assert.deepEqual([first.shouldDefer(), shown.shouldDefer()], [true, false]);
  renderBudget.start();
  assert.equal(first.shouldDefer(), false);
});

test('E14: in a hidden tab neither order nor budget keeps content back: no frame comes', () => {
  const [first, second] = [gateAt(0), gateAt(1)] as const;
  first.expect();
  second.allows(ALL);
  now += 1000;
  page.visibilityState = 'hidden';
  assert.equal(second.shouldDefer(), false);
});
