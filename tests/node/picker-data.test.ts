/** Paths of the data picker: the path for a value, a range or a filter finds exactly this data when rendered (D1, D2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listOf, pathOf, type Choice } from '../../frontend/src/picker/data/choice';
import { fieldsOf, readAs } from '../../frontend/src/picker/data/fields';
import { find, keysOf } from '../../frontend/src/picker/data/find';
import { printFilter, printInside, printKeys, printList, type Filter } from '../../frontend/src/picker/data/path-text';
import { entriesOf, idOf, rowsOf, valueAt, type Keys } from '../../frontend/src/picker/data/tree';
import { valuesOf } from '../../frontend/src/picker/data/sources';
import { isPath } from '../../src/utils/editing/model/commands/bind';
import { renderHTMLContent } from '../../src/server';

const DATA = {
  'my.source': { x: 'dotted' },
  products: {
    title: 'All',
    items: [
      { name: "A'b", price: 3, 'first name': 'x', sub: { q: 'zz.top' }, tags: ['one', 'two'] },
      { name: 'B"c\\', price: 5 },
      { name: 'C', price: 9, ok: true, gone: null },
    ],
  },
};
const ITEMS = DATA.products.items;

// On a server, the first render loads all modules.
renderHTMLContent('');

const one = async (path: string, data: unknown = DATA, scope?: string): Promise<unknown> =>
  (await find({ path, scope, data, isRepeat: false }))[0];
const all = (path: string): Promise<readonly unknown[]> => find({ path, scope: undefined, data: DATA, isRepeat: true });

/** All strings, numbers and booleans, with their keys. */
function leaves(value: unknown, keys: Keys = []): { keys: Keys; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [{ keys, value }];
  return entriesOf(value).flatMap(([key, each]) => leaves(each, [...keys, key]));
}

test('the path of each value finds it, whatever its key is', async () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      'a.b',
      "it's",
      '"',
      '\\',
      '[0]',
      '*',
      '$',
      '@',
      '0',
      ' ',
      'ünï',
      'x-y',
      '~',
      '`',
      '(a)',
      '名前',
      '😀',
    ),
  );
  const leaf = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean());
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 3 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 3 }), async (data) => {
      for (const { keys, value } of leaves(data)) {
        const path = printKeys(keys);
        assert.ok(isPath(path), path);
        assert.deepEqual(await one(path, data), value, `${path} in ${JSON.stringify(data)}`);
      }
    }),
    { numRuns: 300 },
  );
});

for (const [field, operator, value, found] of [
  [['price'], 'more', 4, [1, 2]],
  [['price'], 'least', 5, [1, 2]],
  [['price'], 'less', 5, [0]],
  [['price'], 'most', 5, [0, 1]],
  [['name'], 'is', "A'b", [0]],
  [['name'], 'is', 'B"c\\', [1]],
  [['name'], 'isNot', 'C', [0, 1]],
  [['sub', 'q'], 'contains', 'z.t', [0]],
  [['sub', 'q'], 'contains', 'zxt', []],
  [['name'], 'contains', '"c\\', [1]],
  [['ok'], 'exists', null, [2]],
  [['gone'], 'exists', null, [2]],
  [['ok'], 'is', true, [2]],
  [['first name'], 'is', 'x', [0]],
] as const) {
  test(`a filter: ${field.join('.')} ${operator} ${JSON.stringify(value)}`, async () => {
    const filter: Filter = { field, operator, value };
    const path = printList('products.items', { kind: 'filter', filter });
    assert.ok(isPath(path), path);
    assert.deepEqual(
      await all(path),
      found.map((at) => ITEMS[at]),
      path,
    );
    const first = `products.items${printFilter(filter)}.name`;
    assert.deepEqual(await one(first), found.length ? ITEMS[found[0]!]!.name : undefined, first);
  });
}

for (const [from, to, path, count] of [
  [1, undefined, 'products.items.*', 3],
  [undefined, undefined, 'products.items.*', 3],
  [2, undefined, 'products.items[1:]', 2],
  [1, 2, 'products.items[0:2]', 2],
  [3, 9, 'products.items[2:9]', 1],
] as const) {
  test(`a range from ${from} to ${to}`, async () => {
    const written = printList('products.items', { kind: 'range', range: { from, to } });
    assert.equal(written, path);
    assert.equal((await all(written)).length, count);
  });
}

test('D2: inside of a repeater, paths use the .* form, also if it has a range or filter', async () => {
  for (const scope of ['products.items.*', 'products.items', 'products.items[1:]', 'products.items[?@.price > 4]']) {
    const keys = keysOf(scope)!;
    const path = printInside(['products', 'items', 2, 'name'], keys);
    assert.equal(path, 'products.items.*.name', scope);
    const first = (await find({ path: scope, scope: undefined, data: DATA, isRepeat: true }))[0] as { name: string };
    assert.equal(await one(path, DATA, scope), first.name);
    assert.equal(printInside(['products', 'title'], keys), 'products.title');
  }
});

test('a choice becomes a path: of a value, a value in a list, or a list', async () => {
  const filter: Filter = { field: ['price'], operator: 'more', value: 4 };
  const choice = (keys: Keys, more: Partial<Choice> = {}): Choice => ({
    ...{ keys, mode: 'all', range: { from: 2, to: undefined }, filter },
    ...more,
  });
  const name: Keys = ['products', 'items', 1, 'name'];
  const list: Keys = ['products', 'items'];
  assert.equal(pathOf(DATA, choice(name), 'text', undefined), 'products.items[1].name');
  assert.equal(pathOf(DATA, choice(name, { mode: 'filter' }), 'text', undefined), 'products.items[?@.price > 4].name');
  assert.equal(pathOf(DATA, choice(['products', 'title']), 'attribute', undefined), 'products.title');
  assert.equal(pathOf(DATA, choice(list), 'repeat', undefined), 'products.items.*');
  assert.equal(pathOf(DATA, choice(list, { mode: 'range' }), 'repeat', undefined), 'products.items[1:]');
  // If a list is required, a value in a list selects its list. A value outside of a list has none.
  assert.equal(pathOf(DATA, choice(name, { mode: 'filter' }), 'repeat', undefined), 'products.items[?@.price > 4]');
  assert.equal(pathOf(DATA, choice(['products', 'title']), 'repeat', undefined), undefined);
  const inside = keysOf('products.items');
  const tag: Keys = ['products', 'items', 0, 'tags', 1];
  assert.equal(pathOf(DATA, choice(tag.slice(0, -1)), 'repeat', inside), 'products.items.*.tags.*');
  assert.equal(pathOf(DATA, choice(tag), 'text', inside), 'products.items.*.tags[1]');
  // The enclosing repeater determines the item.
  assert.equal(listOf(DATA, name, 'text', inside), undefined);
  assert.deepEqual(listOf(DATA, tag, 'text', inside), tag.slice(0, -1));
});

test('the fields of a list are those of its entries, with samples of their types', () => {
  const fields = fieldsOf(ITEMS);
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['name', 'price', "['first name']", 'sub.q', 'ok'],
  );
  const of = (name: string) => fields.find((field) => field.name === name)!;
  assert.deepEqual(of('price').samples, [3, 5, 9]);
  assert.deepEqual([readAs('7', of('price')), readAs('7', of('name')), readAs('true', of('ok'))], [7, '7', true]);
  assert.equal(readAs('none', of('price')), 'none');
});

test('the rows of a tree contain expanded nodes, with their position among their siblings', () => {
  const open = new Set([idOf(['products']), idOf(['products', 'items'])]);
  const rows = rowsOf(DATA, open);
  assert.deepEqual(
    rows.map(({ keys, kind, size, isOpen, position, siblings }) => [
      keys.at(-1),
      kind,
      size,
      isOpen,
      position,
      siblings,
    ]),
    [
      ['my.source', 'object', 1, false, 1, 2],
      ['products', 'object', 2, true, 2, 2],
      ['title', 'text', 0, false, 1, 2],
      ['items', 'list', 3, true, 2, 2],
      [0, 'object', 5, false, 1, 3],
      [1, 'object', 2, false, 2, 3],
      [2, 'object', 4, false, 3, 3],
    ],
  );
  assert.equal(valueAt(DATA, ['products', 'items', 2, 'name']), 'C');
  assert.equal(valueAt(DATA, ['products', 'toString']), undefined);
});

test('data sources of the page offer their sample, or else their data, or nothing if they need settings', async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: { url: string }): Promise<unknown> => (asked.push(url), { from: url });
  const required = { properties: { city: {} }, required: ['city'] };
  const values = await valuesOf(
    [
      { id: 'tides', sample: 0, ...required },
      { id: 'moon' },
      { id: 'weather', ...required },
      { id: 'news', properties: { about: { default: 'all' } }, required: ['about'] },
      { id: 'known' },
    ],
    { known: 1 },
    fetch,
  );
  assert.deepEqual(values, { tides: 0, moon: { from: 'datasource:moon' }, news: { from: 'datasource:news' } });
  assert.deepEqual(asked, ['datasource:moon', 'datasource:news']);
});
