/** When elements update and render: together, in page order, within a time budget, and also without animation frames (E6, E14). */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import {
  Budget,
  TaskQueue,
  currentTask,
  renderQueue,
  scheduleFrame,
  updateQueue,
  type RenderTarget,
} from './scheduler';

/** A page with a clock, frames and timers that the test controls. */
let now = 0;
let log: string[] = [];
let frames = new Map<number, () => void>();
const page = { visibilityState: 'visible', activeViewTransition: null as object | null };
const reveals: (() => void)[] = [];

mock.method(performance, 'now', () => now);
Object.assign(globalThis, {
  document: page,
  ShadowRoot: class {
    readonly host = undefined;
  },
  addEventListener: (type: string, listener: () => void) => type === 'pagereveal' && reveals.push(listener),
  requestAnimationFrame: (callback: () => void) => (frames.set(frames.size + 1, callback), frames.size),
  cancelAnimationFrame: (id: number) => frames.delete(id),
});
const runFrame = (): void => {
  const callbacks = [...frames.values()];
  frames = new Map();
  callbacks.forEach((each) => each());
};
const microtasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  log = [];
  frames = new Map();
  page.visibilityState = 'visible';
  page.activeViewTransition = null;
});

function queueOf(sort?: (members: string[]) => string[]): { queue: TaskQueue<string>; batch: () => void } {
  const batches: (() => void)[] = [];
  const queue = new TaskQueue<string>({
    schedule: (callback) => batches.push(callback),
    run: (member) => void log.push(member),
    ...(sort && { sort }),
  });
  return { queue, batch: () => batches.splice(0).forEach((each) => each()) };
}

test('E6: a member that is added repeatedly is processed once, together with the others', () => {
  const { queue, batch } = queueOf();
  for (const member of ['a', 'b', 'a']) queue.add(member);
  assert.deepEqual([queue.delete('b'), queue.has('a'), queue.has('b')], [true, true, false]);
  assert.deepEqual(log, []);
  batch();
  batch();
  assert.deepEqual(log, ['a']);
});

test('a member that is added by another one is in a separate batch', () => {
  const batches: (() => void)[] = [];
  const queue: TaskQueue<string> = new TaskQueue({
    schedule: (callback) => batches.push(callback),
    run: (member) => {
      log.push(member);
      if (member === 'a') queue.add('c');
    },
  });
  queue.add('a');
  queue.add('b');
  batches.shift()!();
  assert.deepEqual(log, ['a', 'b']);
  batches.shift()!();
  assert.deepEqual(log, ['a', 'b', 'c']);
});

test('a batch is in the order of its queue', () => {
  const { queue, batch } = queueOf((members) => members.toSorted());
  for (const member of ['b', 'c', 'a']) queue.add(member);
  batch();
  assert.deepEqual(log, ['a', 'b', 'c']);
});

test('an urgent member runs its whole batch in a microtask, in order', async () => {
  const { queue, batch } = queueOf((members) => members.toSorted());
  queue.add('b');
  queue.addUrgent('c');
  queue.addUrgent('a');
  assert.deepEqual(log, []);
  await microtasks();
  assert.deepEqual(log, ['a', 'b', 'c']);
  batch();
  assert.deepEqual(log, ['a', 'b', 'c']);
});

test('a batch has a budget, which grows while batches follow each other', () => {
  const budget = new Budget(10, 2, 50);
  budget.start();
  now += 10;
  assert.equal(budget.isSpent(), false);
  now += 1;
  assert.equal(budget.isSpent(), true);
  budget.start();
  now += 20;
  assert.equal(budget.isSpent(), false);
  now += 30;
  budget.start();
  now += 11;
  assert.equal(budget.isSpent(), true);
});

test('E6: a callback that is scheduled for a frame runs once, in that frame', () => {
  scheduleFrame(() => log.push('frame'));
  assert.deepEqual(log, []);
  runFrame();
  runFrame();
  assert.deepEqual(log, ['frame']);
});

test('E14: in a hidden tab, which has no frames, a callback runs in a microtask', async () => {
  page.visibilityState = 'hidden';
  scheduleFrame(() => log.push('frame'));
  await microtasks();
  assert.deepEqual(log, ['frame']);
  runFrame();
  assert.deepEqual(log, ['frame']);
});

test('E14: without a frame, as in a throttled page, a callback runs after a timeout', async () => {
  scheduleFrame(() => log.push('frame'));
  while (!log.length) await new Promise((resolve) => setTimeout(resolve, 5));
  runFrame();
  assert.deepEqual(log, ['frame']);
});

test('E14: during the callback of a view transition, callbacks run in a microtask, afterwards in a frame', async () => {
  let end!: () => void;
  page.activeViewTransition = { updateCallbackDone: new Promise<void>((resolve) => (end = resolve)) };
  scheduleFrame(() => log.push('callback'));
  await microtasks();
  assert.deepEqual(log, ['callback']);
  end();
  await microtasks();
  scheduleFrame(() => log.push('frame'));
  await microtasks();
  assert.deepEqual(log, ['callback']);
  runFrame();
  assert.deepEqual(log, ['callback', 'frame']);
});

test('E14: callbacks that wait for a frame run when the page is revealed', () => {
  scheduleFrame(() => log.push('frame'));
  reveals.forEach((reveal) => reveal());
  runFrame();
  assert.deepEqual(log, ['frame']);
});

test('a task is the same until the next one begins', async () => {
  const task = currentTask();
  await undefined;
  assert.equal(currentTask(), task);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.notEqual(currentTask(), task);
});

/** Duration of an update in milliseconds. */
const UPDATE = 5;

/** Elements by name. `#` marks an element in a shadow tree, which queries of the page do not find. */
const elements = new Map<string, Element>();
const elementOf = (name: string): Element => {
  const compareDocumentPosition = (other: { name: string }): number =>
    name.replace('#', '') < other.name.replace('#', '') ? 4 : 2;
  const getRootNode = (): unknown => page;
  if (!elements.has(name)) elements.set(name, { name, compareDocumentPosition, getRootNode } as unknown as Element);
  return elements.get(name)!;
};
Object.assign(page, {
  querySelectorAll: () =>
    [...elements]
      .filter(([name]) => !name.startsWith('#'))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, element]) => element),
});

const targetOf = (name: string, isAttached = false): RenderTarget => ({
  isAttached,
  update() {
    now += UPDATE;
    log.push(name);
  },
  render: () => void log.push(`render ${name}`),
  element: elementOf(name),
});

/** Runs all frames and timers of the page until none is left. */
async function respond(): Promise<void> {
  const tasks: (() => void)[] = [];
  const timers = mock.method(globalThis, 'setTimeout', ((callback: () => void) => tasks.push(callback)) as never);
  await microtasks();
  while (tasks.length) {
    log.push('|');
    tasks.shift()!();
    await microtasks();
  }
  timers.mock.restore();
}

test('new elements update in the order of their insertion, and the page can respond in between', async () => {
  const names = [...'abcdefgh'];
  for (const name of names) updateQueue.add(targetOf(name));
  await respond();
  assert.deepEqual(
    log.filter((line) => line !== '|'),
    names,
  );
  assert.equal(log.slice(0, 3).join(''), 'ab|');
  assert.equal(log.join('').split('|').at(-1), 'gh');
});

test('E6: attached elements update at once, all together', async () => {
  for (const name of 'abcdefgh') updateQueue.add(targetOf(name, true));
  await respond();
  assert.equal(log.join(''), 'abcdefgh');
});

test('a waiting new element that changes updates early, and once more in its turn', async () => {
  const late = targetOf('z');
  for (const name of 'abcd') updateQueue.add(targetOf(name));
  updateQueue.add(late);
  queueMicrotask(() => updateQueue.add(late));
  await respond();
  assert.equal(log.filter((line) => line === 'z').length, 2);
});

test('renders run in page order, also in shadow trees', () => {
  for (const name of ['d', '#b', 'a', 'c']) renderQueue.add(targetOf(name, true));
  runFrame();
  assert.deepEqual(log, ['render a', 'render #b', 'render c', 'render d']);
});
