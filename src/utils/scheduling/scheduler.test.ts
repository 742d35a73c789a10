/** When elements look: what is new leaves the page time to answer, what changed is looked at together (E6). */
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { looks, type Shown } from '../../src/utils/element/turns';

/** Milliseconds that a look takes, on a clock of its own. */
const LOOK = 5;

let now = 0;
let log: string[] = [];

mock.method(performance, 'now', () => now);
beforeEach(() => (log = []));

function element(name: string, mounted = false): Shown {
  return {
    mounted,
    look() {
      now += LOOK;
      log.push(name);
    },
    paint() {},
    compare: () => 0,
  };
}

/** Lets the page answer, each time that it could, until so many have looked. */
async function answers(count: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (log.filter((line) => line !== '|').length >= count) return;
    if (log.at(-1) !== '|') log.push('|');
  }
}

test('new elements look as they came, and the page answers between those of a long row', async () => {
  const names = [...'abcdefgh'];
  for (const name of names) looks.add(element(name));
  await answers(names.length);
  assert.deepEqual(
    log.filter((line) => line !== '|'),
    names,
  );
  assert.equal(log.slice(0, 3).join(''), 'ab|');
  assert.equal(log.join('').split('|').at(-1), 'gh');
});

test('E6: those that show something already look at once, all together', async () => {
  for (const name of 'abcdefgh') looks.add(element(name, true));
  await answers(8);
  assert.equal(log.join(''), 'abcdefgh');
});

test('one that is new and asks again while it waits looks before its turn, once more in it', async () => {
  const late = element('z');
  for (const name of 'abcd') looks.add(element(name));
  looks.add(late);
  queueMicrotask(() => looks.add(late));
  await answers(6);
  assert.equal(log.filter((line) => line === 'z').length, 2);
});
