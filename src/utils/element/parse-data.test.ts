import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyModules, loadModule, moduleLoaders } from '../scheduling/lazy-modules';
import { parseData } from './parse-data';

test('the sanitizer is preloaded for markup and rich text in data, and for nothing else', async () => {
  let loads = 0;
  moduleLoaders.sanitizer = () => Promise.resolve({ number: ++loads } as never);
  for (const text of ['R&D', '?from=hero&step=1', '&amp; &copy;', 'A < B, 3 <4', 'a doc', '<'])
    assert.deepEqual(parseData(JSON.stringify({ text })), { text });
  assert.equal(loads, 0);
  let expected = 0;
  for (const value of ['<b>bold</b>', 'x</b', '<!-- x', { type: 'doc', content: [] }]) {
    assert.deepEqual(parseData(JSON.stringify({ value })), { value });
    assert.equal(loads, ++expected, JSON.stringify(value));
    await loadModule('sanitizer');
    delete lazyModules.sanitizer;
  }
});
