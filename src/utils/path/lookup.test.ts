/** How paths find keys of the data that contain dots, like paths (D1). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindPath, compilePath, readValue, type Environment } from './lookup';

test('D1: a dotted key is parsed once for all bindings of a render', () => {
  let looks = 0;
  const keys = Array.from({ length: 300 }, (_, at) => `texts.t${at}.title`);
  /** Counts iterations over the list of keys. */
  const dottedKeys = new Proxy(keys, {
    get(target, name, receiver) {
      if (name === '0') looks++;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const data = Object.fromEntries(keys.map((key) => [key, `of ${key}`]));
  const env: Environment = { data, dottedKeys };
  const read = (path: string): unknown =>
    readValue(bindPath(compilePath(path)!, []), { item: data, parent: undefined, env });
  const first = read(keys[0]!);
  const before = looks;
  for (const key of keys) assert.equal(read(key), `of ${key}`);
  for (const key of keys) assert.equal(read(`$.${key}`), `of ${key}`);
  assert.equal(first, `of ${keys[0]}`);
  assert.equal(looks, before);
});

test('D1: of several keys, the longest match of a path wins, in any order', () => {
  const member = { c: 'behind' };
  for (const keys of [
    ['a.b', 'a.b.c', 'x.y'],
    ['x.y', 'a.b.c', 'a.b'],
  ]) {
    const data = Object.fromEntries(keys.map((key) => [key, key === 'a.b' ? member : `of ${key}`]));
    const env: Environment = { data, dottedKeys: keys };
    const read = (path: string): unknown =>
      readValue(bindPath(compilePath(path)!, []), { item: data, parent: undefined, env });
    assert.deepEqual(['a.b.c', 'x.y', 'a.b.d'].map(read), ['of a.b.c', 'of x.y', undefined]);
  }
});
