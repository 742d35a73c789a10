/** The modules that a path needs (D21): all necessary ones and no others. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { setLogger, type Logger } from '../../global/logger';
import { lazyModules } from '../scheduling/lazy-modules';
import * as advancedPaths from './advanced';
import * as javascriptPaths from './javascript-paths';
import { compilePath, matches } from './lookup';
import { modulesOfPath } from './path-modules';
import * as rfc9535Paths from './rfc9535-paths';

let logger: Logger;
before(() => void (logger = setLogger({ warn() {}, error() {} })));
after(() => void setLogger(logger));

const MODULES = { advancedPaths, javascriptPaths, rfc9535Paths };

/** The values that a path finds when only some modules are loaded. */
function find(text: string, data: unknown, names: readonly string[]): readonly unknown[] {
  for (const name of Object.keys(MODULES) as (keyof typeof MODULES)[]) {
    if (names.includes(name)) Object.assign(lazyModules, { [name]: MODULES[name] });
    else delete lazyModules[name];
  }
  const path = compilePath(text);
  return path ? matches(path, path.segments, data) : [];
}

const ROWS: readonly (readonly [path: string, modules: string])[] = [
  ['a.b', ''],
  ['a[0]', ''],
  ['a[-1]', ''],
  ['l[0:9].*', ''],
  ["user['first name']", ''],
  ['a[0,2]', ''],
  ['ctx.a.$.b', ''],
  ["user['it\\'s']", 'rfc9535Paths'],
  ['$ .a', 'rfc9535Paths'],
  ['a..b', 'rfc9535Paths'],
  ['$..*', 'rfc9535Paths'],
  ['a[?@.x > 1]', 'rfc9535Paths'],
  ['a[?(@.x > 1)]', 'javascriptPaths'],
  ["a[?(@.x == 'b' && (@.y || !@['z z']))].b", 'javascriptPaths'],
  ['a[?(@.größe >= -1.5)]', 'javascriptPaths'],
  ['a..[?(@.x)]', 'javascriptPaths'],
  ['a[(@.length-1)]', 'javascriptPaths rfc9535Paths'],
  ['a.b~', 'javascriptPaths rfc9535Paths'],
  ['a[?@.x === 1]', 'javascriptPaths rfc9535Paths'],
  ['a[?(@.x) || (@.y)]', 'javascriptPaths rfc9535Paths'],
  ['a[?(length(@.x) > 1)]', 'javascriptPaths rfc9535Paths'],
  ['a[?(@.x == $.y)]', 'javascriptPaths rfc9535Paths'],
  ['a[?(@.window == 1)]', 'javascriptPaths rfc9535Paths'],
  ['a..b[?(@.x)]', 'javascriptPaths rfc9535Paths'],
  ['a[?(@.x)', ''],
];

for (const [path, modules] of ROWS)
  test(`${path}: ${modules || 'no module'}`, () =>
    assert.deepEqual(modulesOfPath(path), modules ? ['advancedPaths', ...modules.split(' ')] : []));

const name = fc.constantFrom('a', 'x', 'y', 'größe', 'first name', "it's", 'window', 'length', '0');
const literal = fc.constantFrom(
  '1',
  '-2.5',
  "'b'",
  '"26"',
  'true',
  'null',
  "''",
  '"a\\"b"',
  '$.a',
  "'$'",
  "'a @ b'",
  "'@.a'",
);
const member = name.map((each) => (/^[\p{L}\w]+$/u.test(each) ? `@.${each}` : `@["${each}"]`));
const operand = fc.oneof(
  member,
  literal,
  fc.constantFrom('@', '@.*', '@..a', '@[0]', 'length(@.a)', '@.a.length', '@.x + 1'),
);
const operator = fc
  .constantFrom('==', '!=', '<', '<=', '>', '>=', '===', '%')
  .chain((each) => fc.constantFrom(each, ` ${each} `));
const comparison = fc.oneof(
  member,
  fc.tuple(operand, operator, operand).map((parts) => parts.join('')),
);
const expression = fc
  .array(fc.tuple(comparison, fc.constantFrom('', '!', '('), fc.constantFrom(' && ', ' || ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) =>
    all.map(([each, before, join], at) => (at ? join : '') + (before === '(' ? `(${each})` : before + each)).join(''),
  );
const segment = fc.oneof(
  expression.map((each) => `[?(${each})]`),
  expression.map((each) => `[?${each}]`),
  expression.map((each) => `..[?(${each})]`),
  name.map((each) => `..${each}`),
  fc.constantFrom('.a', '.*', '[0]', '[0:2]', "['x']", '[(@.length-1)]', '.a~', '^', "['\\u0061']"),
);
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => 'list' + segments.join(''));

const ITEMS = [
  { a: 1, x: '26', y: null, größe: 3, 'first name': 'b', window: 1, length: 2 },
  { a: '1', x: 26, y: '', "it's": true, list: [{ a: 1 }, { x: 5 }] },
  { a: { a: 'b', x: [1, 2, 3] }, x: 0, y: false },
  [1, 2, { a: 1 }],
  'text',
  5,
];
const DATA = { list: ITEMS, a: 1 };

test('with its required modules a path finds the same values as with all modules', () =>
  fc.assert(
    fc.property(path, (text) => {
      const found = find(text, DATA, modulesOfPath(text));
      assert.deepEqual(found, find(text, DATA, Object.keys(MODULES)), `${text}: ${modulesOfPath(text).join()}`);
    }),
    { numRuns: 5000 },
  ));
