/** Modules that a page loads when it needs them. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import {
  loadModule,
  moduleLoaders,
  lazyModules,
  onModuleLoaded,
  tryModule,
} from '../../src/utils/scheduling/lazy-modules';
import { IMPORT_RETRY_DELAYS, importWithRetry } from '../../src/utils/scheduling/retry-import';
import { cleanUp } from '../lib/clean-up';

const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Advances the time past the delays between import retries. */
async function passDelays(): Promise<void> {
  for (const delay of IMPORT_RETRY_DELAYS) {
    await flushTasks();
    mock.timers.tick(delay);
  }
  await flushTasks();
}

test('an import that fails is repeated with backoff, and the delays grow (E14)', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  cleanUp(t, () => mock.timers.reset());
  let imports = 0;
  const loading = importWithRetry(() => (++imports > 2 ? Promise.resolve('module') : Promise.reject(new Error('503'))));
  const [first, second] = IMPORT_RETRY_DELAYS as [number, number];
  await flushTasks();
  mock.timers.tick(first - 1);
  await flushTasks();
  assert.equal(imports, 1);
  mock.timers.tick(1);
  await flushTasks();
  assert.equal(imports, 2);
  mock.timers.tick(second);
  assert.equal(await loading, 'module');
  assert.deepEqual(
    IMPORT_RETRY_DELAYS,
    [...IMPORT_RETRY_DELAYS].sort((one, other) => one - other),
  );
});

test('concurrent calls share one import; after it failed for good the next call imports again', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  cleanUp(t, () => mock.timers.reset());
  let imports = 0;
  const sanitize = () => ({}) as never;
  const heard: unknown[] = [];
  delete lazyModules.sanitizer;
  const attempts = 1 + IMPORT_RETRY_DELAYS.length;
  moduleLoaders.sanitizer = () =>
    ++imports > attempts
      ? Promise.resolve({ sanitize, insertMarkup: () => '', richTextToText: () => '' })
      : Promise.reject(new Error('offline'));
  onModuleLoaded('sanitizer', (module) => heard.push(module));
  const failing = Promise.allSettled([loadModule('sanitizer'), loadModule('sanitizer'), loadModule('sanitizer')]);
  await passDelays();
  assert.deepEqual(
    (await failing).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual([imports, heard, lazyModules.sanitizer], [attempts, [], undefined]);
  const all = await Promise.all([loadModule('sanitizer'), loadModule('sanitizer'), loadModule('sanitizer')]);
  assert.ok(all.every((module) => module === lazyModules.sanitizer && module.sanitize === sanitize));
  assert.equal(imports, attempts + 1);
  assert.equal(await loadModule('sanitizer'), lazyModules.sanitizer);
  assert.deepEqual([imports, heard], [attempts + 1, [lazyModules.sanitizer]]);
});

test('an optional import reports the first failure; the import is repeated nevertheless (E14)', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  cleanUp(t, () => mock.timers.reset());
  const module = { loadScript: () => {} } as never;
  let imports = 0;
  moduleLoaders.deferred = () => (++imports > 1 ? Promise.resolve(module) : Promise.reject(new Error('503')));
  delete lazyModules.deferred;
  await assert.rejects(tryModule('deferred'), /503/);
  await assert.rejects(tryModule('deferred'), /503/);
  const loading = loadModule('deferred');
  await passDelays();
  assert.deepEqual([await loading, await tryModule('deferred'), imports], [module, module, 2]);
});
