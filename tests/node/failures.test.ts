/** The summary of failures that `npm test` prints at its end. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { failures } from '../../scripts/failures';
import { cleanUp } from '../lib/clean-up';

/** The output of the runner for a file. */
const ran = (path: string): Promise<string> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      ['--test', '--test-reporter=tap', path],
      // A nested runner would report to the outer one.
      { env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
      (_error, out) => resolve(out),
    ),
  );

test('failed tests are listed with location and reason, and their parents are not repeated', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-failures-'));
  cleanUp(t, () => rm(folder, { recursive: true }));
  const path = join(folder, 'some.test.mjs');
  await writeFile(
    path,
    `import { test } from 'node:test';
test('right', () => {});
test('outer', async (t) => {
  await t.test('inner: a', () => { throw new Error('one\\ntwo'); });
  await t.test('inner: b', () => { throw new Error("it's wrong"); });
});
`,
  );
  assert.deepEqual(
    failures(await ran(path)).map((line) => line.replace(`${path}:`, '')),
    ['4:11 inner: a: one\n  two', "5:11 inner: b: it's wrong"],
  );
});

test('only the first ten failures are listed', async () => {
  const one = "not ok 1 - a\n  ---\n  location: 'x.ts:1:1'\n  error: 'wrong'\n  ...\n";
  assert.deepEqual(failures(one.repeat(13)), [...Array(10).fill('x.ts:1:1 a: wrong'), '… and 3 more']);
});

test('a file that ends early is named; of other output the last lines are repeated', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-failures-'));
  cleanUp(t, () => rm(folder, { recursive: true }));
  const path = join(folder, 'some.test.mjs');
  await writeFile(path, 'process.exit(3);');
  assert.deepEqual(failures(await ran(path)), [`${path}:1:1 ${path}: test failed`]);
  assert.deepEqual(failures(`${'line\n'.repeat(30)}src/x.ts(3,1): error TS1: wrong\n`).slice(-2), [
    'line',
    'src/x.ts(3,1): error TS1: wrong',
  ]);
});
