/** Data types from templates and samples: the members that paths result in, and the generated text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from '../template/parse-html';
import { printTypes, type LibraryContent } from './print-types';

interface Given {
  readonly id?: string;
  readonly components: Readonly<Record<string, string | readonly string[]>>;
  readonly samples?: Readonly<Record<string, unknown>>;
}

function print(...libraries: readonly Given[]): { text: string; warnings: string[] } {
  const warnings: string[] = [];
  const contents = libraries.map(({ id = 'shop', components, samples = {} }): LibraryContent => ({
    id,
    components: new Map(Object.entries(components).map(([name, html]) => [name, [html].flat()])),
    samples: new Map(Object.entries(samples)),
  }));
  const onWarning = (message: string): void => void warnings.push(message);
  return { text: printTypes(contents, { parse: parseHTML, command: 'npx feaas types x', onWarning }), warnings };
}

/** Collapses a text into one line. */
const line = (text: string): string => text.replace(/\s+/g, ' ');

/** Returns the type of the data sources of a component without samples. */
function typeOf(html: string | readonly string[], samples?: Given['samples']): string {
  const { text } = print({ components: { it: html }, ...(samples && { samples }) });
  const [, type] = /shop: \{ it: (.*?); \}; \} \} export \{\};/.exec(line(text)) ?? [];
  assert.ok(type, text);
  return type;
}

/** Returns the type of the data source `a` with a sample. */
function sampledType(html: string, sample: unknown): string {
  const { text } = print({ components: { it: html }, samples: { a: sample } });
  const [, type] = /export type ShopA = (.*?); (?:declare|\/\*\*)/.exec(line(text)) ?? [];
  assert.ok(type, text);
  return type;
}

const p = (...paths: readonly string[]): string => paths.map((path) => `<p data-path="${path}">x</p>`).join('');

test('names of a path are members, in whichever way it is written', () => {
  for (const path of ['a.b.c', '$.a.b.c', "a['b'].c", "$['a']['b']['c']", 'a["b"].c'.replaceAll('"', '&quot;')])
    assert.equal(typeOf(p(path)), '{ a?: Maybe<{ b?: Maybe<{ c?: Maybe<Text>; }>; }>; }', path);
  assert.equal(typeOf(p('title')), '{ title?: Maybe<Text>; }');
  assert.equal(
    typeOf(p("a['first name']", 'a.größe', 'a.品名')),
    '{ a?: Maybe<{ "first name"?: Maybe<Text>; größe?: Maybe<Text>; 品名?: Maybe<Text>; }>; }',
  );
});

test('indexes, slices and wildcards are items of lists', () => {
  for (const path of ['a.l[0].n', 'a.l[-1].n', 'a.l[0:3].n', 'a.l.*.n', 'a.l[*].n', 'a.l[0,1].n'])
    assert.equal(typeOf(p(path)), '{ a?: Maybe<{ l?: Maybe<readonly { n?: Maybe<Text>; }[]>; }>; }', path);
});

test('a scope is a list; paths inside of it are bound to its items', () => {
  const list = '{ a?: Maybe<{ l?: Maybe<readonly { n?: Maybe<Text>; }[]>; }>; }';
  for (const scope of ['a.l', 'a.l.*', 'a.l[0:3]', '$.a.l'])
    assert.equal(typeOf(`<ul><li data-path-scope="${scope}" data-path="a.l.*.n">x</li></ul>`), list, scope);
  assert.equal(typeOf('<ul><li data-path-scope="a.l" data-path="a.l.n">x</li></ul>'), list, 'without the wildcard');
  assert.equal(
    typeOf(
      '<div data-path-scope="a.l"><b data-path-scope="a.l.*.m" data-path="a.l.*.m.*.n">x</b><i data-path="b.c">x</i></div>',
    ),
    '{ a?: Maybe<{ l?: Maybe<readonly { m?: Maybe<readonly { n?: Maybe<Text>; }[]>; }[]>; }>; b?: Maybe<{ c?: Maybe<Text>; }>; }',
  );
  assert.equal(
    typeOf('<ul><li data-path-scope="a.tags" data-path="a.tags.*">x</li></ul>'),
    '{ a?: Maybe<{ tags?: Maybe<readonly Text[]>; }>; }',
  );
});

test('paths that types can not describe are open, and no others', () => {
  assert.equal(
    typeOf(p('$.a.l[?(@.km > 100)].n', 'a.title').replace('>', '&gt;')),
    '{ a?: Maybe<{ l?: Maybe<readonly { n?: Maybe<Text>; [member: string]: any; }[]>; title?: Maybe<Text>; }>; }',
  );
  assert.equal(typeOf(p('a..n', 'b.c')), '{ a?: unknown; b?: Maybe<{ c?: Maybe<Text>; }>; }');
  assert.equal(typeOf(p('a.l.0.n')), '{ a?: Maybe<{ l?: unknown; }>; }', 'a dotted number may be an index or a key');
  for (const path of ['$..n', '*.n', '[0].n', 'a.b.$.c']) assert.equal(typeOf(p(path)), 'unknown', path);
});

test('the type of a value follows from its use', () => {
  assert.equal(typeOf('<a data-path-title="a.b">x</a>'), '{ a?: Maybe<{ b?: Maybe<string | number | boolean>; }>; }');
  assert.equal(typeOf('<a data-path-hidden="a.b">x</a>'), '{ a?: Maybe<{ b?: unknown; }>; }');
  assert.equal(
    typeOf('<a data-path-hidden="a.b" data-path="a.b">x</a>'),
    '{ a?: Maybe<{ b?: Maybe<Text | boolean>; }>; }',
  );
  assert.equal(
    typeOf('<feaas-external data-external-id="c" data-path-bars="a.b"></feaas-external>'),
    '{ a?: Maybe<{ b?: unknown; }>; }',
  );
  assert.equal(typeOf('<a data-path-attributes="a.b">x</a>'), '{ a?: Maybe<{ b?: Maybe<object>; }>; }');
  assert.equal(
    typeOf('<a data-path-attributes="a.b" data-path="a.b.n">x</a>'),
    '{ a?: Maybe<{ b?: Maybe<{ n?: Maybe<Text>; [member: string]: any; }>; }>; }',
  );
  assert.equal(typeOf('<p data-path-placeholder="a.b">x</p>'), '{}', 'a placeholder is no path');
});

test('the versions of a component are merged', () => {
  assert.equal(
    typeOf([p('a.b'), p('a.c', 'd')]),
    '{ a?: Maybe<{ b?: Maybe<Text>; c?: Maybe<Text>; }>; d?: Maybe<Text>; }',
  );
});

test('a sample gives the types, with the members of all items; other values that templates read are added', () => {
  assert.equal(
    sampledType(p('a.title', 'a.subtitle', 'a.list.*.n', 'a.nothing', 'a.none.*.x'), {
      title: 'T',
      price: 3,
      open: true,
      list: [{ n: 'x' }, { n: 4, m: null }, { deep: { er: [1, 'a'] } }],
      nothing: null,
      none: [],
      text: { type: 'doc', content: [{ type: 'paragraph' }] },
    }),
    '{ list?: Maybe<readonly { deep?: Maybe<{ er?: Maybe<readonly (string | number)[]>; }>; m?: unknown; n?: Maybe<string | number>; }[]>; ' +
      'none?: Maybe<readonly { x?: Maybe<Text>; }[]>; nothing?: Maybe<Text>; open?: Maybe<boolean>; price?: Maybe<number>; ' +
      'subtitle?: Maybe<Text>; text?: Maybe<string | RichText>; title?: Maybe<string>; }',
  );
});

test('a sample may be a list, a text or empty', () => {
  assert.equal(
    sampledType('<b data-path-scope="a" data-path="a.*.n">x</b>', [{ n: 1 }, { n: 'x' }]),
    'readonly { n?: Maybe<string | number>; }[]',
  );
  assert.equal(sampledType(p('a'), 'x'), 'string');
  assert.equal(sampledType(p('a.n'), {}), '{ n?: Maybe<Text>; }');
  assert.equal(sampledType('<b data-path-scope="a" data-path="a.*.n">x</b>', []), 'readonly { n?: Maybe<Text>; }[]');
  assert.equal(sampledType(p('a.n'), null), '{ n?: Maybe<Text>; }');
});

test('one object that is scoped is repeated once, and a wildcard over an object finds its members', () => {
  assert.equal(
    sampledType('<b data-path-scope="a.o" data-path="a.o.*.n">x</b>', { o: { n: 'x' } }),
    '{ o?: Maybe<{ n?: Maybe<string>; }>; }',
  );
  assert.equal(
    sampledType(p('a.o.*.m'), { o: { x: { n: 1 } } }),
    '{ o?: Maybe<{ x?: Maybe<{ m?: Maybe<Text>; n?: Maybe<number>; }>; [member: string]: any; }>; }',
  );
});

test('items that are lists are flattened, unless something inside repeats them', () => {
  const sample = { l: [[{ n: 'x' }]] };
  assert.equal(
    sampledType('<b data-path-scope="a.l" data-path="a.l.*.m">x</b>', sample),
    '{ l?: Maybe<readonly (readonly { m?: Maybe<Text>; n?: Maybe<string>; }[])[]>; }',
  );
  assert.equal(
    sampledType('<b data-path-scope="a.l"><i data-path-scope="a.l.*.*" data-path="a.l.*.*.m">x</i></b>', sample),
    '{ l?: Maybe<readonly (readonly { m?: Maybe<Text>; n?: Maybe<string>; }[])[]>; }',
  );
});

test('a data source whose id has a dot is found as a render finds it', () => {
  assert.equal(typeOf(p('my.source.title'), { 'my.source': { title: 'x' } }), '{ "my.source"?: Maybe<ShopMySource>; }');
});

test('a component in a template reads the data of its scope', () => {
  const { text } = print({
    components: {
      card: p('a.l.*.n', 'b.c'),
      list: '<div data-path-scope="a.l"><feaas-component component="card"></feaas-component></div>',
      own: `<feaas-component component="card" data='{"b": {}}'></feaas-component>`,
      itself: `<feaas-component component="itself"></feaas-component>${p('x')}`,
      elsewhere: '<feaas-component component="unknown"></feaas-component>',
      bound: '<feaas-component data-path-component="a.name"></feaas-component>',
      children: `<feaas-component fetch="false">${p('y')}</feaas-component>`,
    },
  });
  const card = 'a?: Maybe<{ l?: Maybe<readonly { n?: Maybe<Text>; }[]>; }>; b?: Maybe<{ c?: Maybe<Text>; }>;';
  for (const expected of [
    `list: { ${card} };`,
    'own: {};',
    'itself: { x?: Maybe<Text>; };',
    'elsewhere: unknown;',
    'bound: unknown;',
    'children: { y?: Maybe<Text>; };',
  ])
    assert.ok(line(text).includes(expected), `${expected}\n${text}`);
});

test('the same content gives the same text in any order, and invalid identifiers are quoted', () => {
  const one: Given = {
    id: 'my-shop',
    components: { 'a-b': p('x.y'), ñandú: p('s.n'), constructor: p('t.n') },
    samples: { s: { n: 1 }, 't-1': { n: 1 }, t1: { n: 1 } },
  };
  const other: Given = { id: '2nd', components: { 'a-b': p('t1.n', 't-1.n') }, samples: { t1: { n: 1 }, 't-1': {} } };
  const { text } = print(one, other);
  const turned = (given: Given): Given => ({
    ...given,
    components: Object.fromEntries(Object.entries(given.components).reverse()),
    samples: Object.fromEntries(Object.entries(given.samples!).reverse()),
  });
  assert.equal(print(turned(other), turned(one)).text, text);
  for (const expected of [
    '"2nd": { "a-b": { "t-1"?: Maybe<_2ndT1>; t1?: Maybe<_2ndT12>; }; };',
    '"my-shop": {',
    'ñandú: {',
    'constructor: {',
  ])
    assert.ok(line(text).includes(expected), `${expected}\n${text}`);
});

test('a name can not end its comment', () => {
  const { text } = print({ id: 'a*/b', components: { it: p('x.n') }, samples: { x: { n: 1 } } });
  assert.ok(text.includes('/** Data source `x` of library `a*\\/b`. */'), text);
});

test('an invalid JSONPath is reported, and the others are read', () => {
  const { text, warnings } = print({ components: { it: p('a[', 'a.b') } });
  assert.deepEqual(warnings, ['shop/it: "a[" is not a JSONPath. It finds nothing; correct its spelling.']);
  assert.ok(line(text).includes('it: { a?: Maybe<{ b?: Maybe<Text>; }>; };'));
});

test('deeply nested data and tables by id are described up to a limit', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 20_000; depth++) deep = [deep];
  assert.match(sampledType(p('a'), deep), /unknown/);
  const table = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`id${index}`, { n: 1 }]));
  const type = sampledType(p('a.id1.n'), table);
  assert.match(type, /\[member: string\]: any; \}$/);
  assert.equal(type.match(/Maybe<\{ n\?/g)!.length, 500);
});
