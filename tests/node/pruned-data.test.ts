/**
 * The HTML of a server holds only the data that its template reads. What is rendered from that is what is rendered from all of
 * it, and where somebody else may read the data, all of it stays.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderElement, renderHTMLContent, renderToStream, type ElementProps } from '../../src/server';
import { hasDataSettings } from '../../src/utils/data/is-settings';
import { contextOfFragment, renderTemplateToString } from '../../src/utils/server/engine';
import { DataReads } from '../../src/utils/server/used-data';
import { cases } from '../cases';
import { walkStates } from '../lib/conformance';
import { randomGenerator, seed } from '../lib/fuzz';
import { randomCases } from '../lib/random-cases';
import { readTemplates, REAL_WORLD } from '../lib/real-world';

process.env['TZ'] = 'UTC';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const mapValues = (values: object, map: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, map(value)]));

/** Renders a template with the data as given, so that only the reads of this rendering are tracked. */
const renderTemplate = (template: string, data: unknown): string =>
  renderTemplateToString(template, data, { classes: '' }, {}, contextOfFragment(template));

/** Tracks what a template reads from the data, or from each data source, and returns that part. */
function usedOf(template: string, data: unknown, isWhole: boolean, expected: string): unknown {
  const reads = new DataReads();
  const tracked = isWhole ? reads.track(data) : mapValues(data as object, (source) => reads.track(source));
  assert.equal(renderTemplate(template, tracked), expected, 'followed');
  return json(isWhole ? reads.pick(data) : mapValues(data as object, (source) => reads.pick(source)));
}

/** Asserts that every value is one of the data, or null in its place. Lists keep their length. */
function assertPart(used: unknown, data: unknown): void {
  if (used === null) return;
  if (typeof used !== 'object') return assert.equal(used, data);
  assert.ok(typeof data === 'object' && data !== null);
  assert.equal(Array.isArray(used), Array.isArray(data));
  if (Array.isArray(used)) assert.equal(used.length, (data as unknown[]).length);
  for (const [name, value] of Object.entries(used)) {
    assert.ok(Object.hasOwn(data, name), name);
    assertPart(value, (data as Record<string, unknown>)[name]);
  }
}

/** Asserts that the first render in a page matches the HTML of the server. */
function assertAgrees(template: string, data: unknown): void {
  const expected = renderHTMLContent(template, data);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  for (const isWhole of isObject ? [true, false] : [true]) {
    const used = usedOf(template, data, isWhole, expected);
    assert.equal(renderHTMLContent(template, used), expected, `from ${JSON.stringify(used)}`);
    assert.equal(renderHTMLContent(expected, used), renderHTMLContent(expected, data), 'printed again');
    assertPart(used, data);
    assert.deepEqual(usedOf(template, used, isWhole, expected), used, 'no more than what is read');
  }
}

for (const each of cases) {
  test(`used data renders as all of it does: ${each.id}`, () => {
    for (const { template, data } of walkStates(each)) {
      if (data === undefined || hasDataSettings(data)) continue;
      assertAgrees(template, json(data));
    }
  });
}

for (const { name, html, data } of readTemplates(REAL_WORLD)) {
  test(`used data renders as all of it does: real-world template ${name}`, () => assertAgrees(html, data));
}

/** Names for paths and for data; they are few, so that most paths find data. */
const NAMES = ['a', 'b', 's', '_', 'items', 'constructor', '__proto__', 'length', '0', 'a.b'];
const STEPS = [
  '.*',
  '[*]',
  '[0]',
  '[-1]',
  '[1:]',
  "['b']",
  "['a','b']",
  '..a',
  '.$',
  '[?(@.a)]',
  '[?@.b > 1]',
  '[?(@.a && @.b)]',
];

/** Generates data and a template with random paths. */
function generated(next: () => number): { template: string; data: unknown } {
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const value = (depth: number): unknown => {
    const kind = depth > 3 ? below(5) : below(9);
    if (kind < 5)
      return pick(['x', '<b data-path="s.a">y</b>', '<i>z</i>', 0, 2, true, false, null, '', '2026-01-01', 'a&amp;b']);
    if (kind < 7) return Array.from({ length: below(4) }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: 1 + below(5) }, () => [pick(NAMES), value(depth + 1)]));
  };
  const path = (): string => {
    let text = next() < 0.1 ? '$' : pick(NAMES);
    for (let steps = below(4); steps > 0; steps--) text += next() < 0.55 ? `.${pick(NAMES)}` : pick(STEPS);
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  };
  const element = (depth: number, base: string | undefined): string => {
    const within = (): string => (base && next() < 0.7 ? `${base}.${pick(NAMES)}` : path());
    const inner = depth > 2 ? '-' : Array.from({ length: below(3) }, () => element(depth + 1, base)).join('') || '-';
    switch (below(6)) {
      case 0: {
        const scope = within() + pick(['', '.*', '[0:2]']);
        return `<ul><li data-path-scope="${scope}">${element(depth + 1, scope)}</li></ul>`;
      }
      case 1:
        return `<a data-path-href="${within()}" data-path-title="${within()}" data-path-hidden="${within()}">${inner}</a>`;
      case 2:
        return `<div data-path-attributes="${within()}">${inner}</div>`;
      case 3:
        return `<p data-path="${within()}" data-path-placeholder="none">${inner}</p>`;
      case 4:
        return `<section data-path-src="${within()}"><img alt=""></section>`;
      default:
        return `<span data-path="${within()}">${inner}</span>`;
    }
  };
  const template = Array.from({ length: 1 + below(4) }, () => element(0, undefined)).join('');
  const data = next() < 0.1 ? [value(0), value(0)] : { s: value(0), a: value(0), ...(next() < 0.5 && { _: value(0) }) };
  return { template, data: json(data) };
}

const COUNT = process.env['FEAAS_LONG'] ? 10_000 : 1000;
test(`used data renders as all of it does: ${COUNT} generated templates (seed ${seed})`, () => {
  const next = randomGenerator(seed);
  for (let count = 0; count < COUNT; count++) {
    const { template, data } = generated(next);
    try {
      assertAgrees(template, data);
    } catch (error) {
      (error as Error).message = `${template}\n${JSON.stringify(data)}\n${(error as Error).message}`;
      throw error;
    }
  }
});

test(`used data renders as all of it does: 1000 generated components (seed ${seed})`, () => {
  for (const { template, data } of randomCases(1000, seed)) assertAgrees(template, json(data));
});

const ROW = { name: 'Lamp', secret: 'x'.repeat(200), price: { amount: 10, history: [1, 2, 3] } };
const CATALOG = { title: 'Shelf', intro: 'y'.repeat(300), rows: [ROW, { ...ROW, name: 'Chair' }] };
const LIST = '<h2 data-path="s.title">-</h2><ul><li data-path-scope="s.rows.*" data-path="s.rows.*.name">-</li></ul>';

/** A site with one component and its data sources. Counts its requests. */
const site =
  (templates: Readonly<Record<string, string>>, sources: Readonly<Record<string, unknown>>) =>
  (url: string): Promise<Response> => {
    const source = Object.entries(sources).find(([path]) => url.endsWith(path));
    if (source) return Promise.resolve(Response.json(source[1]));
    const component = /components\/lib\/([^/]+)/.exec(url)?.[1] ?? '';
    const template = templates[component];
    return Promise.resolve(
      template === undefined
        ? new Response('', { status: 404 })
        : new Response(template, {
            headers: { 'content-type': 'text/html', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
          }),
    );
  };
const props = (more: Partial<ElementProps> = {}): ElementProps => ({
  cdn: 'https://cdn.example',
  library: 'lib',
  component: 'list',
  data: { s: { url: '/s.json' } },
  ...more,
});
const KEY = '{"url":"/s.json"}';

test('only the data that a component uses is embedded, under the hash of its element', async () => {
  const fetch = site({ list: LIST }, { '/s.json': CATALOG });
  const { html, fetched, attributes, content } = await renderElement(props(), { fetch });
  const mark = attributes['data-feaas-pruned']!;
  assert.match(mark, /^[a-z0-9]{6,14}$/);
  assert.deepEqual(fetched, {
    [`${mark} ${KEY}`]: { title: 'Shelf', rows: [{ name: 'Lamp' }, { name: 'Chair' }] },
  });
  assert.equal(content, renderHTMLContent(LIST, { s: CATALOG }));
  assert.doesNotMatch(html, /xxx|yyy|history/);
  // The hash depends on the template and the settings: two servers agree, and another template has another hash.
  const again = await renderElement(props(), { fetch });
  assert.equal(again.attributes['data-feaas-pruned'], mark);
  const other = site({ list: LIST.replace('<h2', '<h3') }, { '/s.json': CATALOG });
  const { attributes: others } = await renderElement(props(), { fetch: other });
  assert.notEqual(others['data-feaas-pruned'], mark);
});

test('data that is the whole response is pruned, too; of unread values only the keys stay', async () => {
  const template = '<h2 data-path="title">-</h2>';
  const fetch = site({ list: template }, { '/s.json': CATALOG });
  const { fetched } = await renderElement(props({ data: { url: '/s.json' } }), { fetch });
  assert.deepEqual(Object.values(fetched), [{ title: 'Shelf', intro: null, rows: null }]);
});

test('D14: of a filtered response, values that a path reads without an index are kept', async () => {
  const template = '<h2 data-path="s.title">-</h2><p data-path="s.rows[0].name">-</p>';
  const fetch = site({ list: template }, { '/s.json': { list: [CATALOG, null].slice(0, 1) } });
  const settings = { url: '/s.json', jsonpath: '$.list' };
  const { fetched, content } = await renderElement(props({ data: { s: settings } }), { fetch });
  assert.equal(content, '<h2 data-path="s.title">Shelf</h2><p data-path="s.rows[0].name">Lamp</p>');
  assert.deepEqual(Object.values(fetched), [[{ title: 'Shelf', rows: [{ name: 'Lamp' }, null] }]]);
});

const WHOLE: Readonly<Record<string, [templates: Record<string, string>, more: Partial<ElementProps>]>> = {
  'of an editable component': [{ list: LIST }, { editable: true }],
  'of an external component': [{ list: `${LIST}<feaas-external data-external-id="x"></feaas-external>` }, {}],
  'of a nested component': [
    { list: `${LIST}<feaas-component component="b"></feaas-component>`, b: '<i data-path="s.intro">-</i>' },
    {},
  ],
  'of a template of its own': [{}, { template: LIST, component: undefined }],
  'that is used as a whole': [{ list: '<my-chart data-path-data="s"></my-chart>' }, {}],
  'of which little would be left out': [
    { list: LIST + '<p data-path="s.intro">-</p>' },
    { data: { s: { url: '/small.json' } } },
  ],
};
for (const [name, [templates, more]] of Object.entries(WHOLE)) {
  test(`all data is embedded ${name}`, async () => {
    const small = { title: 'Shelf', intro: 'none', other: 1, rows: [] };
    const fetch = site(templates, { '/s.json': CATALOG, '/small.json': small });
    const { fetched, attributes } = await renderElement(props(more), { fetch });
    assert.deepEqual(Object.values(fetched), [more.data ? small : CATALOG]);
    assert.ok(KEY in fetched || more.data);
    assert.equal('data-feaas-pruned' in attributes, false);
  });
}

test('literal data stays unchanged next to fetched data', async () => {
  const fetch = site({ list: LIST }, { '/s.json': CATALOG });
  const data = { s: { url: '/s.json' }, t: { unused: 'literal' } };
  const { attributes } = await renderElement(props({ data }), { fetch });
  assert.ok(attributes['data-feaas-pruned']);
  assert.equal(attributes['data'], JSON.stringify(data));
});

test('a stream sends shared data of several components once and completely', async () => {
  const fetch = site(
    { list: LIST, a: '<p data-path="s.intro">-</p>' },
    { '/s.json': CATALOG, '/t.json': { title: 'Only here', rest: 'z'.repeat(200) } },
  );
  const both = { s: { url: '/s.json' } };
  function* parts(): Generator<ElementProps> {
    yield props({ data: both });
    yield props({ component: 'a', data: JSON.stringify(both) });
    yield props({ data: { s: { url: '/t.json' } } });
    yield props({ data: '{ no JSON' });
  }
  const html = await new Response(renderToStream(parts(), { fetch })).text();
  const scripts = [...html.matchAll(/data-feaas-fetched>(.*?)<\/script>/g)].map(
    ([, text]) => JSON.parse(text!) as object,
  );
  assert.deepEqual(scripts[0], { [KEY]: CATALOG });
  assert.equal(scripts.length, 2);
  assert.deepEqual(Object.values(scripts[1]!), [{ title: 'Only here' }]);
  assert.equal(html.match(/ data-feaas-pruned="/g)?.length, 1);
});

test('a frozen response is tracked, and stays unchanged', () => {
  const frozen = Object.freeze({ title: 'T', rows: Object.freeze([Object.freeze({ name: 'A', other: 1 })]) });
  const reads = new DataReads();
  renderTemplate(LIST, { s: reads.track(frozen) });
  assert.deepEqual(reads.pick(frozen), { title: 'T', rows: [{ name: 'A' }] });
});
