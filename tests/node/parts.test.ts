/** Parts of the kit that arrive late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPart, loaders, parts, whenPart } from '../../src/utils/parts';

test('a part is imported once, however many ask for it; one that could not be had is asked for anew', async () => {
  let asked = 0;
  const sanitise = () => ({}) as never;
  const heard: unknown[] = [];
  delete parts.markup;
  loaders.markup = () => (++asked > 1 ? Promise.resolve({ sanitise }) : Promise.reject(new Error('offline')));
  whenPart('markup', (part) => heard.push(part));
  const first = await Promise.allSettled([loadPart('markup'), loadPart('markup'), loadPart('markup')]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual([asked, heard, parts.markup], [1, [], undefined]);
  const all = await Promise.all([loadPart('markup'), loadPart('markup'), loadPart('markup')]);
  assert.ok(all.every((part) => part === parts.markup && part.sanitise === sanitise));
  assert.equal(asked, 2);
  assert.equal(await loadPart('markup'), parts.markup);
  assert.deepEqual([asked, heard], [2, [parts.markup]]);
});
