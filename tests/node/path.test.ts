/** Data paths (D1-D3): RFC 9535, the loose syntax, and that no part of a path is executed. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setLogger, type Logger } from '../../src/global/logger';
import { isPlain } from '../../src/utils/path/lookup';
import { queryPath } from '../../src/utils/path/query-path';
import { renderHTMLContent } from '../../src/server';
import { readConformance } from '../lib/conformance';

interface Compliance {
  tests: {
    name: string;
    selector: string;
    document?: unknown;
    result?: unknown[];
    results?: unknown[][];
    invalid_selector?: boolean;
  }[];
}

const warnings: string[] = [];
let before: Logger;
beforeEach(() => {
  warnings.length = 0;
  before = setLogger({ warn: (message) => warnings.push(message), error: (message) => warnings.push(message) });
  // On a server, the first render loads all modules.
  renderHTMLContent('');
});
afterEach(() => void setLogger(before));

const suite = readConformance<Compliance>('jsonpath-cts.json');
test('RFC 9535: every valid selector of the compliance suite is right', { skip: !suite }, async () => {
  let valid = 0;
  for (const { name, selector, document, result, results, invalid_selector: invalid } of suite!.tests) {
    if (invalid) continue;
    valid++;
    const found = await queryPath(selector, document);
    const allowed = (results ?? [result]).map((each) => JSON.stringify(each));
    assert.ok(
      allowed.includes(JSON.stringify(found)),
      `${name}: ${selector} found ${JSON.stringify(found)}, not ${allowed.join(' or ')}`,
    );
  }
  assert.ok(valid > 400);
  console.log(`# ${valid} valid selectors right`);
});

test(
  'RFC 9535: no invalid selector throws or hangs; each finds nothing or what the looser language says',
  { skip: !suite },
  async () => {
    for (const { selector, invalid_selector: invalid } of suite!.tests) {
      if (invalid) assert.ok(Array.isArray(await queryPath(selector, { a: [1, { b: 2 }] })), selector);
    }
  },
);

/** The text that a path renders in a page. */
const renderPath = (path: string, data: unknown): string =>
  renderHTMLContent(`<i data-path="${path.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">-</i>`, data).replace(
    /<[^>]*>/g,
    '',
  );

test('a path that is valid in neither syntax warns once and finds nothing', () => {
  for (const path of ['a[', 'a..', '$[?', 'a[1:2:3:4]', "a['b", '[]']) {
    warnings.length = 0;
    assert.equal(renderPath(path, { a: { b: 1 } }), '-', path);
    assert.equal(renderPath(path, { a: { b: 2 } }), '-', path);
    assert.equal(warnings.length, 1, `${path}: ${warnings.join(' | ')}`);
    assert.ok(warnings[0]!.includes(path), warnings[0]);
  }
});

const USER = { user: { name: 'Ada', 'first name': 'Ada L', tags: [['x', 'y'], 'z'], list: [1, 2, 3], on: { t: 4 } } };
const LOOSE: readonly [path: string, shown: string][] = [
  ['user.name', 'Ada'],
  ['$.user.name', 'Ada'],
  ["user['first name']", 'Ada L'],
  ['user["first name"]', 'Ada L'],
  ['user.list[-1]', '3'],
  ['user.list[1:3]', '2'],
  ['user.list[0,2]', '1'],
  ['user.list.*', '1'],
  ['user..t', '4'],
  ['user.tags', 'x'],
  ['user.list[?(@ > 1)]', '2'],
  ['user.missing', '-'],
];
for (const [path, expected] of LOOSE)
  test(`${path} finds ${expected}`, () => assert.equal(renderPath(path, USER), expected));

/** Paths that try to execute code or to leave the data. */
const HOSTILE = [
  'constructor',
  'a.constructor',
  'a.constructor.constructor',
  "a['constructor']['constructor']('globalThis.__ran=1')()",
  'a.__proto__',
  'a.__proto__.polluted',
  "['__proto__']['polluted']",
  'a.toString',
  'a.toString()',
  'a.valueOf.call',
  'a.f',
  'a.f()',
  'a.getter',
  '`${globalThis.__ran=1}`',
  '${globalThis.__ran=1}',
  'a[`${globalThis.__ran=1}`]',
  'a[(globalThis.__ran=1)]',
  'a[(@.constructor.constructor("globalThis.__ran=1")())]',
  'a[?(@.constructor.constructor("globalThis.__ran=1")())]',
  'a[?(globalThis.__ran=1)]',
  'a[?(@.x=globalThis.__ran=1)]',
  'a[?(this.constructor.constructor("globalThis.__ran=1")())]',
  '$..[?(@.a=(()=>{globalThis.__ran=1})())]',
  '$[?(@ && (function(){globalThis.__ran=1})())]',
  '$..[?(@property.constructor("globalThis.__ran=1")())]',
  'a[?(@root.constructor.constructor("globalThis.__ran=1")())]',
  'a[?import("data:text/javascript,globalThis.__ran=1")]',
  'a[?(process.exit(7))]',
  'a[?(require("fs"))]',
  'a[?(eval("globalThis.__ran=1"))]',
  'a;globalThis.__ran=1',
  "a');globalThis.__ran=1;//",
  'a[?match(@.x, "(a+)+$")]',
];

test(`${HOSTILE.length} paths that try to run code run none`, () => {
  const ran = globalThis as { __ran?: unknown };
  const inherited = Object.create({ polluted: 'inherited' }) as Record<string, unknown>;
  for (const path of HOSTILE) {
    delete ran.__ran;
    let got = 0;
    const f = (): void => void (ran.__ran = 'called');
    const a = Object.assign(inherited, { x: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', f, list: [1] });
    const html = renderPath(path, { a, other: { get: () => got++ } });
    assert.equal(ran.__ran, undefined, path);
    assert.equal(got, 0, path);
    assert.doesNotMatch(html, /native code|inherited|function/, path);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  }
});

/** Wraps a value in 20,000 levels. */
const nested = <T>(inner: T, wrap: (inner: T) => T): T => {
  for (let level = 0; level < 20_000; level++) inner = wrap(inner);
  return inner;
};

test('a document 20,000 levels deep fails at once with a clear error', () => {
  const top = nested<unknown>('end', (inner) => ({ a: inner }));
  for (const path of ['top..b', '$..b', 'top..[?(@.b)]']) {
    warnings.length = 0;
    assert.equal(renderPath(path, { top }), '-', path);
    assert.match(warnings.join(), /too many levels/, path);
  }
  // Paths without descendant segments still work.
  assert.equal(renderPath(`top${'.a'.repeat(500)}.b`, { top }), '-');
});

test('deeply nested data in any other place is ignored with a warning, and does not affect other data', () => {
  const deep = nested<unknown>([], (inner) => [inner]);
  const doc = {
    type: 'doc',
    content: [nested<unknown>({ type: 'text', text: 'x' }, (inner) => ({ type: 'blockquote', content: [inner] }))],
  };
  const html = nested('x', (inner) => `<b>${inner}</b>`);
  for (const value of [deep, { a: deep }, doc, html, '<div>'.repeat(20_000)]) {
    for (const attribute of [
      'data-path="v"',
      'data-path-title="v"',
      'data-path-attributes="v"',
      'data-path-scope="v"',
    ]) {
      warnings.length = 0;
      const html = renderHTMLContent(`<div ${attribute}>-</div><p data-path="other">-</p>`, {
        v: value,
        other: 'beside',
      });
      assert.match(html, /beside/, attribute);
      assert.ok(
        warnings.every((each) => /levels|not a text/.test(each)),
        warnings.join(),
      );
    }
  }
});

test('an item is read directly only if it can not inherit members (D1)', () => {
  class Card {
    title = 'own';
  }
  const plain: unknown[] = [{}, { title: 'own' }, JSON.parse('{"constructor":1}')];
  // An own member `__proto__` is no prototype. The form comparison treats it as one, which only costs time.
  const named: unknown[] = [JSON.parse('{"__proto__":{"title":"inherited"}}'), JSON.parse('{"__proto__":null}')];
  const other: unknown[] = [
    Object.create({ title: 'inherited' }),
    Object.create(null),
    new Card(),
    [],
    null,
    undefined,
    'text',
    1,
  ];
  assert.deepEqual(plain.map(isPlain), [true, true, true]);
  assert.deepEqual(other.map(isPlain), Array(other.length).fill(false));
  assert.deepEqual(named.map(isPlain), [true, true]);
});

const PEOPLE = { l: [{ age: '26' }, { age: 3 }, { age: 40 }, { age: null }, {}, { age: '2' }, { age: true }] };
/** A filter in parentheses compares like JavaScript; an RFC 9535 filter compares strictly (D21). */
const FILTERS: readonly [path: string, ages: readonly unknown[]][] = [
  ['l[?(@.age > 3)]', ['26', 40]],
  ['l[?@.age > 3]', [40]],
  ['$.l[?(@.age > 3)]', ['26', 40]],
  ['$.l[?@.age > 3]', [40]],
  ['l[?(@.age >= 3)]', ['26', 3, 40]],
  ['l[?(@.age < 3)]', [null, '2', true]],
  ['l[?@.age < 3]', []],
  ["l[?(@.age == '3')]", [3]],
  ["l[?@.age == '3']", []],
  ['l[?(@.age == 26)]', ['26']],
  ['l[?(@.age === 26)]', []],
  ["l[?(@['age'] > 3)]", ['26', 40]],
  ['l[?(@.age)]', ['26', 3, 40, '2', true]],
  ['l[?(!@.age)]', [null, undefined]],
  ['l[?@.age]', ['26', 3, 40, null, '2', true]],
  ['l[?(@.age > 3 && @.age < 30)]', ['26']],
  ['l[?((@.age > 3) || (@.age == 2))]', ['26', 40, '2']],
  ['l[?(@.age > 3) && @.age < 50]', [40]],
  ['$..[?(@.age > 3)]', ['26', 40]],
  ['l[?(@.age.length > 1)]', ['26']],
  ['l[?(@.age>3)]', ['26', 40]],
];
/** Filters that compare the items themselves, and strings that contain filter syntax. */
const OF_ITEMS: readonly [path: string, found: readonly unknown[]][] = [
  ['n[?(@ > 3)]', ['26', 40]],
  ['n[?(@>3)]', ['26', 40]],
  ['n[?(3<@)]', ['26', 40]],
  ['n[?(@==3)]', ['3']],
  ['n[?(@!=3&&@>2)]', ['26', 40]],
  ['n[?(!@)]', [0]],
  ['n[?(@%2==1)]', ['3']],
  ['n[?@>3]', [40]],
  ["t[?(@=='a @ b')]", ['a @ b']],
  ["t[?(@ == '@.k' || @ == 'x (@)')]", ['@.k', 'x (@)']],
  ["t[?(@=='@path')]", ['@path']],
  ['t[?(@=="$5)]")]', ['$5)]']],
  ["t[?(@=='new; this')]", ['new; this']],
  ["m[?(@.k=='$5' && @.n > 3)].n", ['26']],
  ["m[?(@.k=='this' && @.n > 3)].n", ['27']],
  ["$..m[?(@['k']=='a @ b' && @.n > 3)].n", ['28']],
];
for (const [path, expected] of OF_ITEMS)
  test(`D21: ${path}`, async () => {
    const found = await queryPath(path, {
      n: ['26', '3', 40, 0],
      t: ['a @ b', '@.k', 'x (@)', '@path', '$5)]', 'new; this'],
      m: [
        { k: '$5', n: '2' },
        { k: '$5', n: '26' },
        { k: 'this', n: '27' },
        { k: 'a @ b', n: '28' },
      ],
    });
    assert.deepEqual(found, expected);
  });
for (const [path, ages] of FILTERS)
  test(`D21: ${path}`, async () => {
    const found = (await queryPath(path, PEOPLE)) as { age?: unknown }[];
    assert.deepEqual(
      found.map(({ age }) => age),
      ages,
    );
  });
