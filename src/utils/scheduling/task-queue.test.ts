/** Things to do for many elements together (E6): once each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batch } from '../../src/utils/element/batch';

/** A batch whose turns a test takes. */
function batchOf(
  run: (member: string) => void,
  order: (one: string, other: string) => number = () => 0,
): { batch: Batch<string>; turn: () => void } {
  const turns: (() => void)[] = [];
  const batch = new Batch<string>((callback) => turns.push(callback), run, order);
  return { batch, turn: () => turns.splice(0).forEach((each) => each()) };
}

test('E6: however often each asks, it is done once, and together', () => {
  const done: string[] = [];
  const { batch, turn } = batchOf((member) => done.push(member));
  for (const member of ['a', 'b', 'a']) batch.add(member);
  assert.equal(batch.delete('b'), true);
  assert.deepEqual(done, []);
  turn();
  turn();
  assert.deepEqual(done, ['a']);
});

test('who is added by another one has a turn of its own', () => {
  const done: string[] = [];
  const { batch, turn } = batchOf((member) => {
    done.push(member);
    if (member === 'a') batch.add('c');
  });
  batch.add('a');
  batch.add('b');
  turn();
  assert.deepEqual(done, ['a', 'b']);
  turn();
  assert.deepEqual(done, ['a', 'b', 'c']);
});

test('a turn is in the order of its batch', () => {
  const done: string[] = [];
  const { batch, turn } = batchOf(
    (member) => done.push(member),
    (one, other) => one.localeCompare(other),
  );
  for (const member of ['b', 'c', 'a']) batch.add(member);
  turn();
  assert.deepEqual(done, ['a', 'b', 'c']);
});
