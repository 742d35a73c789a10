/** Compiled readers find the same values as lookups (D1-D3, D11), for any path, scopes and data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileListReader, compileReader } from './compiled-reader';
import { bindPath, compilePath, readList, readValue, scopeKeys, type Frame } from './lookup';

const NAMES = ['a', 'b', '_', 'length', 'toString', '0'];
const segments = fc.array(fc.constantFrom(...NAMES, ...NAMES, '*', '$', '[0]', '[0:2]', "['a']"), {
  minLength: 1,
  maxLength: 4,
});
const pathOf = (parts: readonly string[]): string => parts.join('.').replaceAll('.[', '[');

class Inheriting {
  b = 'own';
  get a(): string {
    return 'inherited';
  }
}

const { value: anyData } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('text', '', 0, 1.5, true, null, undefined, 7n, new Inheriting()),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.sparseArray(tie('value'), { maxLength: 4, maxNumElements: 2 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
  ),
}));

test('a compiled reader finds the same values as a lookup', () => {
  let found = 0;
  fc.assert(
    fc.property(
      anyData,
      fc.array(fc.tuple(fc.array(fc.constantFrom('a', 'b', '*', '[0:2]'), { minLength: 1, maxLength: 2 }), anyData), {
        maxLength: 2,
      }),
      segments,
      fc.boolean(),
      fc.boolean(),
      (data, places, rest, isInside, flag) => {
        const env = { data, dottedKeys: undefined };
        let frame: Frame = { item: data, parent: undefined, env };
        const scopes: (readonly string[])[] = [];
        let outer: readonly string[] = [];
        for (const [parts, item] of places) {
          outer = [...outer, ...parts];
          const path = compilePath(pathOf(outer));
          if (!path) return;
          scopes.push(scopeKeys(path));
          frame = { item, parent: frame, env };
        }
        const path = compilePath(pathOf(isInside ? [...outer, ...rest] : rest));
        if (!path) return;
        const binding = bindPath(path, scopes, flag);
        const value = readValue(binding, frame);
        assert.deepEqual(compileReader(binding)(frame), value);
        const scope = bindPath(path, scopes);
        const list = readList(scope, frame, flag);
        assert.deepEqual(Array.from(compileListReader(scope, flag)(frame)), Array.from(list));
        if (value !== undefined && list.length) found++;
      },
    ),
    { numRuns: 10_000 },
  );
  assert.ok(found > 500, `found something in ${found} of the runs`);
});
