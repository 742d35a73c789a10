/** The data of a component: its value, when it is fetched, and which response counts (D14, E5, E8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLogger } from '../../global/logger';
import { DataSource } from './data-source';

const FETCH = { shouldFetch: true, hasRendered: false };
const SETTINGS = { a: { url: '/a.json' }, b: 1 };

interface Fixture {
  data: DataSource;
  changes: () => number;
  /** Requested settings. */
  asked: unknown[];
  /** Responds to the request with this index. */
  answer(index: number, value: unknown): Promise<void>;
}

function fixture(): Fixture {
  let changes = 0;
  const asked: unknown[] = [];
  const answers: ((value: unknown) => void)[] = [];
  const data = new DataSource(
    {} as Element,
    () => changes++,
    (settings) => {
      asked.push(settings);
      return new Promise((resolve, reject) =>
        answers.push((value) => (value instanceof Error ? reject(value) : resolve(value))),
      );
    },
  );
  return {
    data,
    asked,
    changes: () => changes,
    async answer(index, value) {
      answers[index]!(value);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('D14: data without settings is ready at once, JSON text or not; the same data is no change', () => {
  const { data, asked } = fixture();
  assert.equal(data.isAwaited, false);
  assert.equal(data.update('{"x":1}', FETCH), true);
  assert.deepEqual([data.status, data.value, data.isGiven], ['ready', { x: 1 }, true]);
  assert.equal(data.update('{"x":1}', FETCH), false);
  const value = { x: 2 };
  assert.equal(data.update(value, FETCH), true);
  assert.equal(data.value, value);
  assert.deepEqual(asked, []);
});

test('missing data is ready, and counts as not given', () => {
  const { data } = fixture();
  data.update(undefined, FETCH);
  assert.deepEqual([data.status, data.value, data.isGiven, data.isAwaited], ['ready', undefined, false, true]);
});

test('text that is not JSON is logged and counts as empty (§5)', () => {
  const errors: string[] = [];
  const before = setLogger({ warn() {}, error: (message) => errors.push(message) });
  const { data } = fixture();
  data.update('{"a":', FETCH);
  setLogger(before);
  assert.deepEqual([data.value, errors.length], [{}, 1]);
  assert.match(errors[0]!, /data is not JSON and counts as empty/);
});

test('D14: settings are fetched; a first render gets the plain parts meanwhile, and never the settings', async () => {
  const { data, asked, answer, changes } = fixture();
  data.update(SETTINGS, FETCH);
  assert.deepEqual([data.status, data.value, asked], ['pending', { b: 1 }, [SETTINGS]]);
  await answer(0, { a: 'A', b: 1 });
  assert.deepEqual([data.status, data.value, changes()], ['ready', { a: 'A', b: 1 }, 1]);
});

test('E6: while settings are fetched, the rendered data stays', async () => {
  const { data, answer } = fixture();
  data.update({ b: 0 }, FETCH);
  data.update(SETTINGS, { shouldFetch: true, hasRendered: true });
  assert.deepEqual([data.status, data.value], ['pending', { b: 0 }]);
  await answer(0, new Error('no answer'));
  assert.deepEqual([data.status, data.value], ['ready', {}]);
});

test('E5: settings are omitted while fetching is disabled, until it is enabled or they change', async () => {
  const { data, asked } = fixture();
  data.update(SETTINGS, { shouldFetch: false, hasRendered: false });
  assert.deepEqual([data.status, data.value, asked.length], ['unfetched', { b: 1 }, 0]);
  assert.equal(data.update(SETTINGS, FETCH), false);
  assert.deepEqual([data.status, asked.length], ['pending', 1]);

  const other = fixture();
  other.data.update('{}', { shouldFetch: false, hasRendered: false });
  other.data.update(SETTINGS, { shouldFetch: false, hasRendered: false });
  assert.equal(other.asked.length, 1);
});

test('E8: a late answer never overwrites newer data', async () => {
  const { data, answer, changes } = fixture();
  data.update(SETTINGS, FETCH);
  data.update({ ...SETTINGS, b: 2 }, FETCH);
  await answer(1, { newer: true });
  await answer(0, { older: true });
  assert.deepEqual([data.value, changes()], [{ newer: true }, 1]);
});

test('E8: after a reset the pending response is ignored, and the same data is fetched again', async () => {
  const { data, asked, answer, changes } = fixture();
  data.update(SETTINGS, FETCH);
  data.reset();
  await answer(0, { a: 'A' });
  assert.equal(changes(), 0);
  assert.equal(data.update(SETTINGS, FETCH), true);
  assert.equal(asked.length, 2);
  await answer(1, { a: 'A' });
  data.reset();
  assert.equal(data.update(SETTINGS, FETCH), false);
});
