/** All states of a component and all events (E5-E8, E11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAttached, transition, type ComponentEvent, type ComponentStatus } from './component-status';

const EVENTS = ['attach', 'detach', 'defer', 'load', 'change', 'render', 'fail'] as const satisfies ComponentEvent[];

/** The status after each of {@link EVENTS}, in the same order. */
const TABLE: Record<ComponentStatus, readonly ComponentStatus[]> = {
  detached: ['loading', 'detached', 'detached', 'detached', 'detached', 'detached', 'detached'],
  deferred: ['deferred', 'detached', 'deferred', 'loading', 'ready', 'deferred', 'failed'],
  loading: ['loading', 'detached', 'deferred', 'loading', 'ready', 'loading', 'failed'],
  ready: ['ready', 'detached', 'deferred', 'loading', 'ready', 'rendered', 'failed'],
  rendered: ['rendered', 'detached', 'rendered', 'loading', 'ready', 'rendered', 'failed'],
  failed: ['failed', 'detached', 'deferred', 'loading', 'ready', 'failed', 'failed'],
};

for (const [status, after] of Object.entries(TABLE) as [ComponentStatus, ComponentStatus[]][]) {
  EVENTS.forEach((event, index) =>
    test(`${status} + ${event} = ${after[index]}`, () => assert.equal(transition(status, event), after[index])),
  );
}

/** The status after a sequence of events, from the initial status. */
const through = (...events: ComponentEvent[]): ComponentStatus => events.reduce(transition, 'detached');

test('E8: a first visit, a reload and a removal', () => {
  assert.equal(through('attach', 'load', 'change', 'render'), 'rendered');
  assert.equal(through('attach', 'load', 'change', 'render', 'load'), 'loading');
  assert.equal(through('attach', 'load', 'detach', 'change', 'render'), 'detached');
});

test('E8: a failed component recovers, mounted or not', () => {
  assert.equal(through('attach', 'load', 'fail', 'load', 'change', 'render'), 'rendered');
  assert.equal(through('attach', 'load', 'fail', 'detach', 'attach', 'change', 'render'), 'rendered');
});

test('E8: a rendered component is never deferred again', () => {
  assert.equal(through('attach', 'defer'), 'deferred');
  assert.equal(through('attach', 'change', 'render', 'defer'), 'rendered');
});

test('only a detached component is inactive', () => {
  assert.deepEqual(
    (Object.keys(TABLE) as ComponentStatus[]).filter((status) => !isAttached(status)),
    ['detached'],
  );
});
