import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { ByteCache } from '../src/lib/byte-cache.js';
import { createFileReader } from '../src/server/static/file-reader.js';
import { makeFixtureFolder } from './support/folder-host.js';

const cacheOf = (limit: number) => new ByteCache<string>(limit, (text) => text.length);

test('a value is computed once, also for concurrent callers', async () => {
  const cache = cacheOf(100);
  let made = 0;
  const make = async () => {
    made++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return 'value';
  };
  const values = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)]);
  assert.deepEqual(values, ['value', 'value', 'value']);
  await cache.get('a', make);
  assert.equal(made, 1);
});

test('the least recently used entry is evicted first, and the limit is never exceeded', async () => {
  const cache = cacheOf(10);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return key.repeat(4);
    });
  await get('a');
  await get('b');
  await get('a');
  await get('c');
  assert.equal(cache.bytes, 8);
  await get('a');
  assert.deepEqual(made, ['a', 'b', 'c']);
  await get('b');
  assert.deepEqual(made, ['a', 'b', 'c', 'b']);
});

test('a value heavier than the limit is returned but not cached', async () => {
  const cache = cacheOf(3);
  await cache.get('b', async () => 'b');
  assert.equal(await cache.get('a', async () => 'heavy'), 'heavy');
  assert.equal(cache.bytes, 1, 'and drives nothing out');
});

test('a failure is not cached', async () => {
  const cache = cacheOf(10);
  await assert.rejects(
    cache.get('a', async () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await cache.get('a', async () => 'yes'), 'yes');
});

test('a file is read and hashed once, until it changes', async (t) => {
  const folder = await makeFixtureFolder(t);
  const files = createFileReader();
  const read = () => files.read(join(folder, 'site'), ['index.html']);
  const [first, second] = [await read(), await read()];
  assert.ok(first);
  assert.equal(second, first, 'the very same object: nothing was hashed again');
  await writeFile(join(folder, 'site/index.html'), 'changed');
  const third = await read();
  assert.notEqual(third?.hash, first.hash);
  assert.equal(third?.bytes?.toString(), 'changed');
});

test('a folder, a pipe and a missing path are not files', async (t) => {
  const folder = await makeFixtureFolder(t);
  execFileSync('mkfifo', [join(folder, 'site/pipe.js')]);
  const files = createFileReader();
  for (const names of [['build'], ['pipe.js'], ['none.js'], ['index.html', 'below.js']]) {
    assert.equal(await files.read(join(folder, 'site'), names), undefined, names.join('/'));
  }
});
