/** Which instances keep their position when a list is reordered (D16): as many as possible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestIncreasingSubsequence } from './reconcile';

/** All subsequences of a list. */
const choices = (list: readonly number[]): number[][] =>
  list.reduce<number[][]>((all, _, index) => [...all, ...all.map((each) => [...each, index])], [[]]);

const isIncreasing = (values: readonly number[]): boolean =>
  values.every((value, at) => !at || values[at - 1]! < value);

test('it finds the longest increasing subsequence without new items (-1)', () => {
  assert.deepEqual(longestIncreasingSubsequence([]), []);
  assert.deepEqual(longestIncreasingSubsequence([-1, -1]), []);
  assert.deepEqual(longestIncreasingSubsequence([0, 1, 2]), [0, 1, 2]);
  assert.deepEqual(longestIncreasingSubsequence([-1, 0, -1, 1]), [1, 3]);
  assert.equal(longestIncreasingSubsequence([3, 2, 1, 0]).length, 1);
});

test('for short lists, no other increasing subsequence is longer', () => {
  let state = 1;
  for (let turn = 0; turn < 200; turn++) {
    const values: number[] = [];
    for (let at = 0; at < turn % 8; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      const value = (state >> 8) % 9;
      values.push(values.includes(value - 1) ? -1 : value - 1);
    }
    const found = longestIncreasingSubsequence(values);
    assert.ok(isIncreasing(found) && isIncreasing(found.map((at) => values[at]!)), values.join());
    assert.ok(found.every((at) => values[at]! >= 0));
    const longest = Math.max(
      ...choices(values)
        .filter((each) => each.every((at) => values[at]! >= 0) && isIncreasing(each.map((at) => values[at]!)))
        .map(({ length }) => length),
    );
    assert.equal(found.length, longest, values.join());
  }
});
