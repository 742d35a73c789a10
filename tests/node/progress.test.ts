/** The progress output of `npm test`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, counts } from '../../scripts/progress';

test('a duration is formatted in minutes and seconds', () => {
  assert.deepEqual([400, 59_000, 185_400].map(clock), ['0 s', '59 s', '3 min 5 s']);
});

test('tests are counted, their suites are not', () => {
  const printed = `TAP version 13
# Subtest: both
    # Subtest: a
    ok 1 - a
      ---
      duration_ms: 1
      ...
    # Subtest: b
    not ok 2 - b
      ---
      duration_ms: 1
      error: 'no'
      ...
    1..2
not ok 1 - both
  ---
  duration_ms: 2
  type: 'suite'
  ...
# Subtest: c
ok 2 - c
  ---
  duration_ms: 1
  ...
`;
  assert.equal(counts('built'), '');
  assert.equal(counts(printed), ': 2 tests passed, 1 failed');
});
