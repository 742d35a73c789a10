/** Registrations of a page: rejected definitions and their errors, attributes as typed values, custom data sources. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, test } from 'node:test';
import { setLogger } from '../../global/logger';
import { fetchData } from '../data/settings';
import type { ExternalComponent, ExternalDatasource, Schema } from './definition';
import { externalProps } from './component-query';
import { fetchDatasource } from './datasource';
import { propsOf, valueOf } from './props';
import {
  componentOf,
  registerComponent,
  registerDatasource,
  registeredComponents,
  registeredDatasources,
  registry,
} from './registry';
import { renderHTMLContent } from '../../server';

let said: string[] = [];
beforeEach(() => {
  said = [];
  setLogger({ warn: (message) => void said.push(message), error: (message) => void said.push(message) });
});
afterEach(() => {
  registry().components.clear();
  registry().datasources.clear();
});

const mount = (): undefined => undefined;
const toAttributes = (attributes: Record<string, string>): { name: string; value: string }[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value }));

test('a definition gets its defaults; a second one with its id replaces it, and unregisters only itself', () => {
  let heard = 0;
  registry().listeners.add(() => heard++);
  const first = registerComponent({ name: 'clock', mount });
  assert.deepEqual({ ...componentOf('clock') }, { name: 'clock', id: 'clock', title: 'clock', mount });
  const second = registerComponent({ id: 'clock', name: 'Clock', title: 'A clock', tag: 'x-clock' });
  first();
  assert.equal(componentOf('clock')?.title, 'A clock');
  second();
  assert.deepEqual(registeredComponents(), []);
  assert.equal(heard, 3);
});

test('two copies of the kit share one registry', async () => {
  registerComponent({ name: 'clock', mount });
  const copy = (await import('./registry' + '?copy')) as { componentOf: typeof componentOf };
  assert.equal(copy.componentOf('clock'), componentOf('clock'));
  assert.notEqual(copy.componentOf, componentOf);
});

const WRONG: readonly [definition: unknown, words: RegExp][] = [
  [undefined, /a definition must be an object; it is undefined/],
  [{ mount }, /`name` must be a text, unless there is an `id`; it is undefined/],
  [{ name: ' ', mount }, /it is " "/],
  [{ name: 'clock' }, /'clock': it must have either `tag` or `mount`/],
  [{ name: 'clock', mount, tag: 'x-clock' }, /either `tag` or `mount`/],
  [{ name: 'clock', mount: 'x' }, /`mount` must be a function/],
  [{ name: 'clock', tag: 'clock' }, /with a hyphen; it is "clock"/],
  [{ name: 'clock', mount, properties: [] }, /`properties` must be an object of JSON Schemas; it is \[\]/],
  [{ name: 'clock', mount, properties: { zone: 'string' } }, /the property 'zone' must be a JSON Schema/],
  [{ name: 'clock', mount, required: ['zone'] }, /`required` names 'zone', which is not a property/],
  [{ name: 'clock', mount, properties: { onclick: {} } }, /the property 'onclick' can be no attribute/],
  [{ name: 'clock', mount, properties: { 'data-path': {} } }, /'data-path' can be no attribute/],
  [{ name: 'clock', mount, properties: { timeZone: {}, timezone: {} } }, /'timeZone' and 'timezone' would be one/],
];
for (const [definition, words] of WRONG) {
  test(`registerComponent refuses ${JSON.stringify(definition)}`, () => {
    assert.throws(() => registerComponent(definition as ExternalComponent), { name: 'TypeError', message: words });
    assert.equal(registeredComponents().length, 0);
  });
}

test('registerDatasource rejects a definition without fetch', () => {
  assert.throws(() => registerDatasource({ name: 'weather' } as ExternalDatasource), /'weather': `fetch` must be/);
});

const READ: readonly [schema: Schema, text: string, value: unknown][] = [
  [{ type: 'string' }, '12', '12'],
  [{}, 'true', 'true'],
  [{ type: 'number' }, ' 1.5', 1.5],
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'boolean' }, '', true],
  [{ type: 'boolean' }, 'open', true],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'array' }, '[1, "a"]', [1, 'a']],
  [{ type: 'object' }, '{"a":{"b":1}}', { a: { b: 1 } }],
  [{ type: ['number', 'string'] }, '7', 7],
  [{ type: ['number', 'string'] }, '7 days', '7 days'],
  [{ type: ['string', 'null'] }, '', null],
  [{ enum: [1, 'two', false] }, '1', 1],
  [{ enum: [1, 'two', false] }, 'false', false],
  [{ oneOf: [{ const: 10, title: 'Ten' }, { const: 20 }] }, '20', 20],
  [{ oneOf: [{ type: 'number' }, { type: 'array' }] }, '[2]', [2]],
  [{ anyOf: [{ $ref: '#/definitions/size' }] }, '4', 4],
  [{ type: 'color' as never }, 'red', 'red'],
];
const ROOT = { definitions: { size: { type: 'number' } } };
for (const [schema, text, value] of READ) {
  test(`“${text}” is ${JSON.stringify(value)} by ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(valueOf(text, schema, 'open', ROOT), value);
  });
}

test('a default that can not be cloned is passed unchanged', () => {
  const format = (): string => '';
  assert.equal(propsOf({ properties: { format: { default: format } } }, [], assert.fail)['format'], format);
});

test('values that can not be parsed are reported, and count as missing', () => {
  const reported: string[] = [];
  const properties = {
    count: { type: 'number' },
    whole: { type: 'integer' },
    items: { type: 'array' },
    zone: { type: 'string', default: 'UTC' },
    maxSize: { type: ['number', 'null'] },
    title: { type: 'string' },
  } as const;
  const attributes = toAttributes({
    ...{ count: 'many', whole: 'x', items: '{}', 'max-size': '3', class: 'wide', extra: 'x' },
    ...{ 'data-external-id': 'clock', 'aria-label': 'x' },
  });
  const props = propsOf({ properties, required: ['title', 'zone'] }, attributes, (problem) => reported.push(problem));
  assert.deepEqual(props, { zone: 'UTC', maxSize: 3, extra: 'x' });
  assert.deepEqual(reported, [
    'attribute count="many" is not a number, and counts as missing',
    'attribute whole="x" is not a whole number, and counts as missing',
    'attribute items="{}" is not a list in JSON, and counts as missing',
    "'title' has no value, and needs one",
  ]);
});

const COERCED: readonly [schema: Schema, text: string, value: unknown][] = [
  [{ type: 'number' }, '12px', 12],
  [{ type: 'number' }, '1.5em', 1.5],
  [{ type: 'integer' }, '12px', 12],
  [{ type: 'integer' }, '3.9', 3],
  [{ type: 'boolean' }, '1', true],
  [{ type: 'boolean' }, '0', false],
  [{ type: 'boolean' }, 'maybe', false],
  [{ type: ['number', 'string'] }, '12px', '12px'],
];
for (const [schema, text, value] of COERCED) {
  test(`an attribute “${text}” is coerced to ${JSON.stringify(value)} by ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(propsOf({ properties: { big: schema } }, toAttributes({ big: text }), assert.fail), {
      big: value,
    });
  });
}

test('attributes without a schema are camel-cased properties', () => {
  const attributes = toAttributes({ 'first-name': 'J', last_name: 'K', zone: 'UTC', 'max-items': '3' });
  assert.deepEqual(propsOf({ properties: { maxItems: { type: 'integer' } } }, attributes, assert.fail), {
    firstName: 'J',
    lastName: 'K',
    zone: 'UTC',
    maxItems: 3,
  });
});

test('the fields of the first data source that is an object are properties; attributes win, and values win over both', () => {
  const definition = {
    properties: { size: { type: 'integer' }, name: { type: 'string', default: 'none' }, big: { type: 'boolean' } },
  };
  const datasources = {
    empty: {},
    list: [{ name: 'list' }],
    first: { name: 'Ada', 'first-name': 'A', size: '12px', big: true, list: [1] },
    second: { name: 'never', other: 1 },
  };
  assert.deepEqual(propsOf(definition, [], assert.fail, { datasources }), {
    name: 'Ada',
    'first-name': 'A',
    firstName: 'A',
    size: 12,
    big: true,
    list: [1],
    datasources,
  });
  const list = [2];
  const props = propsOf(definition, toAttributes({ name: 'Attribute', size: '3' }), assert.fail, {
    datasources,
    componentProps: { size: 4, list },
  });
  assert.equal(props['name'], 'Attribute');
  assert.equal(props['size'], 4);
  assert.equal(props['list'], list, 'by value');
});

/** Returns the properties of a component, besides the data as a whole. */
const propsFrom = (
  fields: Record<string, unknown>,
  definition: Parameters<typeof propsOf>[0] = {},
): { props: Record<string, unknown>; reported: string[] } => {
  const reported: string[] = [];
  const report = (problem: string): void => void reported.push(problem);
  const props = propsOf(definition, [], report, { datasources: { shop: fields } });
  delete props['datasources'];
  return { props, reported };
};

const SCRIPT_ADDRESS = 'java\nscript:alert(1)';
const REFUSED: readonly [why: string, fields: Record<string, unknown>][] = [
  [
    'is an event handler',
    { onclick: 'x', onClick: 'x', ONLOAD: 'x', 'on-click': 'x', '^onclick': 'x', onerror: ['x'] },
  ],
  ['is an event handler', { 'onclic\u212a': 'x', ' onclick ': 'x' }],
  ['is parsed as HTML', { innerHTML: '<b>', outerHTML: ['<b>'], dangerouslySetInnerHTML: { __html: '<b>' } }],
  ['is parsed as HTML', { 'inner-html': '<b>', '.innerHTML': '<b>', 'dangerously-set-inner-h-t-m-l': '<b>' }],
  ['carries code', { srcdoc: '<b>', srcDoc: '<b>', 'src-doc': ['<b>'], httpEquiv: 'refresh', ping: '/x' }],
  [
    'holds an address that is not allowed',
    { href: SCRIPT_ADDRESS, src: [SCRIPT_ADDRESS], formAction: '//evil.example' },
  ],
  [
    'holds an address that is not allowed',
    { xlinkHref: SCRIPT_ADDRESS, 'xlink:href': '\u200bjavascript:x', HREF: SCRIPT_ADDRESS },
  ],
  ['holds an address that is not allowed', { action: { toJSON: () => [SCRIPT_ADDRESS] }, poster: 'data:text/html,x' }],
];
for (const [why, fields] of REFUSED)
  test(`D13: data gives no property that ${why}: ${Object.keys(fields).join(', ')}`, () => {
    const { props, reported } = propsFrom(fields);
    assert.deepEqual(props, {});
    assert.deepEqual(
      reported,
      Object.keys(fields).map((name) => `datasources: ${name} can be no property: it ${why}`),
    );
  });

test('D13: names with a meaning in HTML can not be properties, and need no warning', () => {
  const names = [
    'class',
    'className',
    'classList',
    'style',
    'slot',
    'is',
    'part',
    'hidden',
    'data-external-id',
    'data-x',
  ];
  const fields = JSON.parse(`{"__proto__":{"a":1},${names.map((name) => `"${name}":"x"`).join()}}`) as object;
  const { props, reported } = propsFrom(fields as Record<string, unknown>);
  assert.deepEqual([props, reported], [{}, []]);
  assert.equal(Object.getPrototypeOf(props), Object.prototype);
});

test('D13: a text with a colon does not count as a script URL, whatever its name means in HTML', () => {
  const text = 'Note: closed';
  const names = 'data profile background cite poster manifest codebase classid usemap longdesc href src srcset'.split(
    ' ',
  );
  for (const value of [text, [text], 'app:open', '//cdn.example/x']) {
    const fields = Object.fromEntries(names.map((name) => [name, value]));
    assert.deepEqual(propsFrom(fields), { props: fields, reported: [] });
  }
});

test('D13: structured data and declared properties stay unchanged', () => {
  const fields = {
    ...{ title: 'T', id: 'i', key: 'k', children: [{ label: 'C' }], html: '<b>', database: 'd', dataSource: 's' },
    ...{
      onSale: true,
      online: 3,
      onboarding: { steps: [1] },
      href: '/a',
      src: 'data:image/png;base64,x',
      data: [1, 'a: b'],
    },
    ...{ poster: null, action: { kind: 'buy: now' }, style2: 'x', constructor: 'x', classes: ['a'] },
  };
  assert.deepEqual(propsFrom(fields), { props: fields, reported: [] });
  const declared = { onSale: 'yes', ping: '12 ms', className: 'wide' };
  const properties = { onSale: {}, ping: {}, className: {} };
  assert.deepEqual(propsFrom(declared, { properties }), { props: declared, reported: [] });
  // A schema declares the type of a property. It does not allow code in data.
  const hostile = { innerHTML: '<b>', srcdoc: '<b>', href: SCRIPT_ADDRESS };
  const schemas = { innerHTML: {}, srcdoc: {}, href: { type: 'string' } };
  assert.deepEqual(propsFrom(hostile, { properties: schemas }).props, {});
});

test('D13: script URLs are removed at any depth; data without them stays the same object', () => {
  const nav = { label: 'Note: this', items: [{ href: '/a' }] };
  const bad = {
    deep: {
      nav: [
        { href: SCRIPT_ADDRESS, label: SCRIPT_ADDRESS },
        { href: 'tel:1', src: ['a', SCRIPT_ADDRESS] },
      ],
    },
  };
  const props = propsOf({}, [], assert.fail, { datasources: { shop: { nav, bad } } });
  assert.equal(props['nav'], nav);
  const clean = {
    deep: {
      nav: [
        { href: undefined, label: SCRIPT_ADDRESS },
        { href: 'tel:1', src: undefined },
      ],
    },
  };
  assert.deepEqual(props['bad'], clean);
  assert.deepEqual(props['datasources'], { shop: { nav, bad: clean } });
  assert.equal(bad.deep.nav[0]!.href, SCRIPT_ADDRESS, 'the data itself is not written to');
  const fine: Record<string, unknown> = { shop: { nav } };
  fine['again'] = fine;
  assert.equal(propsOf({}, [], assert.fail, { datasources: fine })['datasources'], fine);
  // Deeper than parsers and serializers support.
  let endless: unknown = { href: SCRIPT_ADDRESS };
  for (let level = 0; level < 50_000; level++) endless = [endless];
  assert.doesNotThrow(() => propsOf({}, [], assert.fail, { datasources: { shop: { endless } } }));
});

test('D13: an attribute is checked by its camel-cased property name', () => {
  const reported: string[] = [];
  const attributes = toAttributes({
    ...{ 'src-doc': '<b>', 'form-action': SCRIPT_ADDRESS, 'on-click': 'x', 'dangerously-set-inner-h-t-m-l': '{}' },
    // Attributes of the template itself: the renderer has checked values from data.
    ...{ action: 'https://list.example/', onclick: 'x', 'inner-h-t-m-l': '<b>', 'max-items': '3' },
  });
  const props = propsOf({ properties: { formAction: {} } }, attributes, (problem) => reported.push(problem));
  assert.deepEqual(props, { action: 'https://list.example/', maxItems: '3' });
  assert.deepEqual(reported, [
    'attribute src-doc can be no property: it carries code',
    'attribute form-action can be no property: it holds an address that is not allowed',
    'attribute on-click can be no property: it is an event handler',
    'attribute dangerously-set-inner-h-t-m-l can be no property: it is parsed as HTML',
    'attribute inner-h-t-m-l can be no property: it is parsed as HTML',
  ]);
});

test('D13: servers reject the same properties', () => {
  const datasources = JSON.stringify({ a: { label: 'Buy', onclick: 'x', dangerouslySetInnerHTML: { __html: '<b>' } } });
  const { label, onclick, dangerouslySetInnerHTML } = externalProps('buy', new Map(), { datasources });
  assert.deepEqual([label, onclick, dangerouslySetInnerHTML], ['Buy', undefined, undefined]);
});

test('a name may have spaces', () => {
  registerComponent({ name: 'My clock', mount });
  assert.equal(componentOf('My clock')?.title, 'My clock');
  const properties = { 'Time zone': { type: 'string' } };
  assert.deepEqual(propsOf({ properties }, toAttributes({ 'time-zone': 'CET' }), assert.fail), { 'Time zone': 'CET' });
});

test('the query of an id gives defaults, typed by the schemas; a registration of the whole id has precedence', () => {
  const properties = { text: { type: 'string' }, size: { type: 'integer' } };
  registerComponent({ name: 'card', mount, properties });
  const found = componentOf('card?text=Hello%20you&size=3&more=x')!;
  assert.deepEqual(propsOf(found, [], assert.fail), { text: 'Hello you', size: 3, more: 'x' });
  assert.deepEqual(propsOf(found, toAttributes({ size: '4' }), assert.fail), { text: 'Hello you', size: 4, more: 'x' });
  assert.equal(componentOf('card?text=Hello%20you&size=3&more=x'), found, 'the same object each time');
  assert.deepEqual(componentOf('card')!.properties, properties, 'the component itself has no defaults');
  assert.equal(componentOf('other?text=x'), undefined);
  registerComponent({ id: 'card?text=Own', name: 'Own card', tag: 'own-card' });
  const own = componentOf('card?text=Own')!;
  assert.equal(own.title, 'Own card');
  assert.equal(own.tag, 'own-card');
  assert.equal(own.mount, undefined, 'not both');
  assert.deepEqual(propsOf(own, [], assert.fail), { text: 'Own' });
});

const QUERIES: readonly [query: string, props: object, refused: string | undefined][] = [
  ['class=x&text=a', { text: 'a' }, 'class'],
  ['onclick=x&text=a', { text: 'a' }, 'onclick'],
  ['onClick=x&innerHTML=y&text=a', { text: 'a' }, 'onClick'],
  ['data-path=x', {}, 'data-path'],
  ['a%20b%3Dc=x', {}, 'a b=c'],
  ['__proto__=x', {}, '__proto__'],
  ['max-items=4&maxItems=2', { maxItems: 2 }, undefined],
  ['maxitems=4', { maxItems: 4 }, undefined],
  ['new-one=4&newOne=2', { 'new-one': '2' }, undefined],
  ['=x&&text=a', { text: 'a' }, undefined],
];
for (const [query, props, refused] of QUERIES)
  test(`a query “${query}” gives ${JSON.stringify(props)}, and what can be no property is told`, () => {
    registerComponent({ name: 'card', mount, properties: { text: {}, maxItems: { type: 'integer' } } });
    assert.deepEqual(propsOf(componentOf(`card?${query}`)!, [], assert.fail), props);
    assert.equal(said.length > 0, refused !== undefined);
    if (refused !== undefined)
      assert.equal(
        said[0],
        `[feaas] data-external-id="card?${query}": '${refused}' can be no property, and counts as missing. Remove it from the query.`,
      );
  });

test('a query with invalid percent encoding is used unchanged', () => {
  registerComponent({ name: 'card', mount });
  assert.deepEqual(propsOf(componentOf('card?text=100%')!, [], assert.fail), { text: '100%' });
});

const weather = (fetch: ExternalDatasource['fetch']): ExternalDatasource => ({
  name: 'weather',
  properties: { city: { type: 'string' }, days: { type: 'integer', default: 3 } },
  required: ['city'],
  sample: { days: [{ sky: 'clear' }] },
  fetch,
});
const FROM = { url: 'datasource:weather', params: { city: 'Oslo', days: '2' } };

test('D14: a registered source gets typed settings, once for identical ones, next to other data, with jsonpath', async () => {
  const asked: unknown[] = [];
  registerDatasource(
    weather(async (settings) => {
      asked.push(settings);
      return { days: [{ sky: 'clear' }, { sky: 'rain' }] };
    }),
  );
  const data = { now: FROM, again: { ...FROM }, sky: { ...FROM, jsonpath: '$.days[*].sky' }, plain: 1 };
  assert.deepEqual(await fetchData(data), {
    now: { days: [{ sky: 'clear' }, { sky: 'rain' }] },
    again: { days: [{ sky: 'clear' }, { sky: 'rain' }] },
    sky: ['clear', 'rain'],
    plain: 1,
  });
  // The third one has a different path, so it is a separate request.
  assert.deepEqual(asked, [
    { city: 'Oslo', days: 2 },
    { city: 'Oslo', days: 2 },
  ]);
  assert.deepEqual(
    registeredDatasources().map(({ id, sample }) => ({ id, sample })),
    [{ id: 'weather', sample: { days: [{ sky: 'clear' }] } }],
  );
});

const FAILING: readonly [what: string, params: Record<string, unknown>, fetch: ExternalDatasource['fetch'], RegExp][] =
  [
    ['throws', { city: 'a' }, () => Promise.reject(new Error('no sky')), /datasource:weather failed .*: no sky/],
    ['throws at once', { city: 'a' }, () => JSON.parse('{') as unknown, /datasource:weather failed/],
    ['gives nothing', { city: 'a' }, () => undefined, /gave nothing/],
    ['lacks a setting', {}, () => 1, /'city' has no value, and needs one/],
    ['has a wrong setting', { city: 'a', days: 'x' }, () => 1, /the setting 'days' is not a whole number: “x”/],
  ];
for (const [what, params, fetch, words] of FAILING) {
  test(`§8: a source that ${what} is an empty object, with a warning`, async () => {
    registerDatasource(weather(fetch));
    assert.deepEqual(await fetchData({ now: { ...FROM, params } }), { now: {} });
    assert.equal(said.length, 1);
    assert.match(said[0]!, words);
  });
}

test('without a page an unregistered source is not waited for', async () => {
  assert.deepEqual(await fetchData({ now: FROM }), { now: {} });
  assert.match(said[0]!, /no data source 'weather' is registered/);
});

test('D6, D18: the server renders the attributes and the fallback of an external component', () => {
  const html = renderHTMLContent(
    '<feaas-external data-external-id="clock" data-path-zone="a.zone" data-path-attributes="a.more"><p data-path="a.text">-</p></feaas-external>',
    { a: { zone: 'UTC', text: 'Noon', more: { size: 3 } } },
  );
  assert.match(html, /<feaas-external [^>]*zone="UTC"[^>]*><p data-path="a.text">Noon<\/p><\/feaas-external>$/);
  assert.match(html, / size="3"/);
  assert.match(html, / datasources="\{&quot;a&quot;:\{&quot;size&quot;:3\}\}"/);
});

test('D19: data can not choose the mounted component', () => {
  const html = renderHTMLContent(
    '<feaas-external data-external-id="clock" data-path-attributes="a"></feaas-external><feaas-external data-path-data-external-id="a.data-external-id"></feaas-external>',
    { a: { 'data-external-id': 'evil', src: 'https://evil.example/' } },
  );
  assert.doesNotMatch(html, /data-external-id="evil"| src=/);
  assert.match(html, /data-external-id="clock"/);
});

test('a request of data leaves no listener on the signal of its page', async () => {
  const { signal } = new AbortController();
  let answer: unknown = { a: 1 };
  registerDatasource({ id: 'kept', name: 'Kept', fetch: () => answer } as unknown as ExternalDatasource);
  assert.deepEqual(await fetchDatasource({ url: 'datasource:kept' }, signal), { a: 1 });
  answer = Promise.reject(new Error('no'));
  await assert.rejects(fetchDatasource({ url: 'datasource:kept' }, signal), /^Error: no$/);
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
  const stop = new AbortController();
  answer = new Promise(() => {});
  const waiting = fetchDatasource({ url: 'datasource:kept' }, stop.signal);
  stop.abort(new Error('too late'));
  await assert.rejects(waiting, /too late/);
  assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
});
