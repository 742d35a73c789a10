/** Parts of the kit that arrive late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModule, moduleLoaders, lazyModules, onModuleLoaded } from '../../src/utils/scheduling/lazy-modules';

test('a part is imported once, however many ask for it; one that could not be had is asked for anew', async () => {
  let asked = 0;
  const sanitize = () => ({}) as never;
  const heard: unknown[] = [];
  delete lazyModules.sanitizer;
  moduleLoaders.sanitizer = () => (++asked > 1 ? Promise.resolve({ sanitize }) : Promise.reject(new Error('offline')));
  onModuleLoaded('sanitizer', (part) => heard.push(part));
  const first = await Promise.allSettled([loadModule('sanitizer'), loadModule('sanitizer'), loadModule('sanitizer')]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual([asked, heard, lazyModules.sanitizer], [1, [], undefined]);
  const all = await Promise.all([loadModule('sanitizer'), loadModule('sanitizer'), loadModule('sanitizer')]);
  assert.ok(all.every((part) => part === lazyModules.sanitizer && part.sanitize === sanitize));
  assert.equal(asked, 2);
  assert.equal(await loadModule('sanitizer'), lazyModules.sanitizer);
  assert.deepEqual([asked, heard], [2, [lazyModules.sanitizer]]);
});
