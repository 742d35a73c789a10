/** Rendering to a string in Node: all rendering cases of the conformance data, and cases for string rendering only. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  fetchData,
  hasDataSettings,
  renderElement,
  renderHTMLContent,
  renderToString,
  renderPreloads,
} from '../../src/server';
import { cases } from '../cases';
import { caseFiles, walkStates, withHost } from '../lib/conformance';
import { normalize } from '../lib/normalize';
import { send, startServer, type TestServer } from '../lib/server';

process.env['TZ'] = 'UTC';

const files = caseFiles();
let server: TestServer;
before(async () => void (server = await startServer(files.route)));
after(() => server.close());

/** Whether a case needs the whole element: host bindings and nested components do not render as a fragment. */
const isWhole = (attributes: Record<string, string>, template: string): boolean =>
  Object.keys(attributes).some((name) => name.startsWith('data-path')) ||
  /<feaas-component [^>]*template=/.test(template);

for (const each of cases) {
  test(`${each.id}: ${each.note}`, async () => {
    files.serve(each);
    const given = withHost(each, server.origin);
    const expected = given.snapshots ?? [given.expected];
    const states = walkStates(given);
    for (const [at, { template, data, attributes }] of states.entries()) {
      // Children without data are rendered by the page.
      if (each.template === undefined && data === undefined) continue;
      const fetched = attributes['fetch'] === 'false' && hasDataSettings(data) ? {} : await fetchData(data);
      const html = isWhole(attributes, template)
        ? (await renderElement({ template, data: fetched, fetch: '', attributes })).content
        : renderHTMLContent(template, fetched, { className: attributes['class'], language: attributes['lang'] });
      // Ignore the time at which a nested component was rendered.
      const clean = (text: string): string =>
        normalize(text, { origin: server.origin }).replace(/ data-checked-at="\d+"/g, '');
      if (states.length === expected.length) assert.equal(clean(html), clean(expected[at]!));
      else if (at === states.length - 1) assert.equal(clean(html), clean(given.expected));
    }
  });
}

/** Copies of data in which one value at any depth is replaced by an object that serializes to it in JSON. */
function* withStandIns(value: unknown): Generator<unknown> {
  yield { toJSON: () => value };
  yield Object.assign(['of no JSON'], { toJSON: () => value });
  if (typeof value === 'string' && /^[1-9]\d*$/.test(value)) yield BigInt(value);
  if (typeof value !== 'object' || !value) return;
  for (const [key, each] of Object.entries(value))
    for (const other of withStandIns(each))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

test('D18: a value with toJSON or a BigInt anywhere in data renders like its JSON', () => {
  let count = 0;
  for (const { id, template = '', data, attrs: attributes = {} } of cases) {
    if (typeof data !== 'object' || !data || hasDataSettings(data)) continue;
    const options = { className: attributes['class'], language: attributes['lang'] };
    const expected = renderHTMLContent(template, data, options);
    for (const other of withStandIns(data)) {
      assert.equal(renderHTMLContent(template, other, options), expected, id);
      count++;
    }
  }
  assert.ok(count > 2000, `${count} values`);
});

/** Copies of data in which one value is replaced by another one. */
function* withOther(value: unknown, other: unknown): Generator<unknown> {
  if (typeof value !== 'object' || !value) return;
  for (const [key, each] of Object.entries(value)) {
    const copyWith = (changed: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    yield copyWith(other);
    for (const changed of withOther(each, other)) yield copyWith(changed);
  }
}

for (const [name, other, same] of [
  ['NaN', NaN, null],
  ['Infinity', -Infinity, null],
  ['a function', () => 'source text', undefined],
  ['a symbol', Symbol('name'), undefined],
] as const)
  test(`D18: wherever ${name} stands in data, the same shows as for ${same}`, () => {
    let count = 0;
    for (const { id, template = '', data, attrs: attributes = {} } of cases) {
      if (typeof data !== 'object' || !data || hasDataSettings(data)) continue;
      const options = { className: attributes['class'], language: attributes['lang'] };
      const expected = [...withOther(data, same)].map((each) => renderHTMLContent(template, each, options));
      const shown = [...withOther(data, other)].map((each) => renderHTMLContent(template, each, options));
      assert.deepEqual(shown, expected, `${id} ${JSON.stringify({ template, data })}`);
      count += shown.length;
    }
    assert.ok(count > 500, `${count} values`);
  });

test('only data that the template binds is read', () => {
  const read: string[] = [];
  const spy = (name: string): unknown => ({ toJSON: () => read.push(name) });
  const data = {
    other: spy('other'),
    l: Array.from({ length: 3 }, (_each, at) => ({ t: `t${at}`, n: at, unread: spy('of item') })),
  };
  const template = '<i data-path-scope="l.*" data-path="l.*.t" data-path-title="l.*.n">-</i>';
  assert.equal(
    renderHTMLContent(template, data)
      .replace(/ data-path\S*/g, '')
      .slice(0, 24),
    '<i title="0">t0</i><i ti',
  );
  assert.deepEqual(read, []);
});

test('renderToString fetches the template and the data, then renders (contract §4)', async () => {
  const { origin } = server;
  server.routes.unshift((_request, response, url) => {
    if (url.pathname === '/components/lib/card/responsive/published.html') {
      send(response, '<p data-path="s.t">-</p>');
      return true;
    }
    if (url.pathname === '/s.json') {
      send(response, '{"t":"fetched"}', 'application/json');
      return true;
    }
    return undefined;
  });
  const props = { cdn: origin, library: 'lib', component: 'card', data: { s: { url: `${origin}/s.json` } } };
  assert.equal(await renderToString(props), '<p data-path="s.t">fetched</p>');
  // A server has no cache between calls: each call sends a request.
  await renderToString(props);
  assert.equal(server.log.filter((line) => line.includes('card')).length, 2);
  for (const given of [
    { library: 'lib' },
    undefined,
    {
      get data(): never {
        throw new Error();
      },
    },
  ])
    await assert.rejects(renderToString(given as never), Error);
  await assert.rejects(renderToString(undefined as never), { name: 'MissingSourceError' });
  await assert.rejects(renderToString({ library: 'lib' }), {
    message: 'Component requires `library` and `component` properties',
  });
  await assert.rejects(renderToString({ cdn: origin, library: 'lib', component: 'none' }), {
    message: 'Fetch failed',
    status: 404,
  });
});

test('hints for the head contain each URL once, escaped', () => {
  assert.equal(
    renderPreloads('lib/a', { cdn: '//cdn.example/x?"&', library: 'lib', component: 'b' }, 'lib/a/wide'),
    [
      'https://feaas.blob.core.windows.net/components/lib/a/responsive/published.html',
      'https://feaas.blob.core.windows.net/styles/lib/published.css',
      '//cdn.example/x?&quot;&amp;/components/lib/b/responsive/published.html',
      '//cdn.example/x?&quot;&amp;/styles/lib/published.css',
      'https://feaas.blob.core.windows.net/components/lib/a/wide/published.html',
    ]
      .map((url) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}">`)
      .join(''),
  );
  assert.throws(() => renderPreloads({ library: 'lib' } as never), {
    message: 'Component requires `library` and `component` properties',
  });
});

test('E10: children of a nested component with data of its own are its template, and bound to that', async () => {
  const nested = (attributes: string, ...texts: readonly string[]): string =>
    `<feaas-component fetch="" ${attributes}>${texts.join('')}</feaas-component>`;
  const text = (value: unknown): string => `<b data-path="t">${String(value)}</b>`;
  const item = (value: unknown, hidden = ''): string =>
    `<i data-path-scope="l.*" data-path="l.*"${hidden}>${String(value)}</i>`;
  const data = { t: 1, l: [1, 2, 3], a: { t: 4 } };
  const q = (value: object): string => JSON.stringify(value).replaceAll('"', '&quot;');
  for (const [given, printed] of [
    [nested(`data="${q({ u: 2 })}"`, text('-')), nested(`data="${q({ u: 2 })}"`, text('-'))],
    [nested(`data="${q({ t: 2 })}"`, text('-')), nested(`data="${q({ t: 2 })}"`, text(2))],
    [nested(`data="${q({ l: [7, 8] })}"`, item('-')), nested(`data="${q({ l: [7, 8] })}"`, item(7), item(8))],
    [nested(`data="${q({ l: [] })}"`, item('-')), nested(`data="${q({ l: [] })}"`, item('-', ' hidden=""'))],
    [nested('data-path-data="a"', text('-')), nested(`data-path-data="a" data="${q({ t: 4 })}"`, text(4))],
    [nested('data-path-data="none"', text('-')), nested('data-path-data="none"', text('-'))],
    [nested('data="{"', text('-')), nested('data="{"', text('-'))],
    [nested('', text('-')), nested('', text(1))],
    // Data from another template or from the host is not available yet.
    [nested('data="{}" component="c"', text('-')), nested('data="{}" component="c"', text('-'))],
  ] as const) {
    assert.equal(normalize(renderHTMLContent(given, data)), normalize(printed));
    const { content } = await renderElement({ template: given, data, fetch: '' });
    assert.equal(normalize(content), normalize(printed));
  }
});

test('D4, E10: the bound content of a nested component replaces its template', async () => {
  const template = '<feaas-component fetch="" data-path="t" template="T"></feaas-component>';
  for (const [data, content] of [
    [{ t: 'a' }, 'a'],
    [{ t: '<b>c</b>' }, '<b>c</b>'],
    [{}, 'T'],
  ] as const) {
    const printed = await renderElement({ template, data, fetch: '' });
    assert.match(printed.content, new RegExp(`>${content}</feaas-component>$`));
    assert.match(printed.content, / class="-feaas"/);
  }
});

test('a leading line break that parsers drop is rendered once', () => {
  const template = '<pre data-path="a">\n\nq</pre>';
  assert.equal(renderHTMLContent(template, { a: '\n\nz' }), '<pre data-path="a">\n\n\nz</pre>');
  assert.equal(renderHTMLContent(template, { a: 'z' }), '<pre data-path="a">z</pre>');
  assert.equal(renderHTMLContent(template, {}), template);
});

test('D15: hooks', () => {
  const html = renderHTMLContent(
    '<p data-path="a">-</p><i data-path-scope="l.*" data-path="l.*">-</i>',
    { a: 1, l: [1, 2] },
    {
      processTemplate: (_element, template) => `${template}<b data-path="b"></b>`,
      processData: (_element, data) => ({ ...(data as object), b: 'added' }),
      processValue: (element, property, value) => (element.localName === 'p' ? `${property}=${String(value)}` : value),
      shouldRepeat: () => false,
    },
  );
  assert.equal(
    html,
    '<p data-path="a">data-path=1</p><i data-path-scope="l.*" data-path="l.*">1</i><b data-path="b">added</b>',
  );
});

test('D15: the hook of the template receives the data that the data hook returns, as in a page', () => {
  const seen: unknown[] = [];
  const processTemplate = (_element: unknown, template: string, data: unknown): string => (seen.push(data), template);
  renderHTMLContent('<p></p>', { x: 1 }, { processTemplate, processData: () => ({ x: 2 }) });
  assert.deepEqual(seen, [{ x: 2 }]);
});

test('D18: noscript content is bound as it is rendered; a template inside is not content of a component', () => {
  const data = { t: 'a.jpg', l: [1, 2] };
  assert.equal(
    renderHTMLContent('<noscript>a &lt; b<img data-path-src="t"></noscript>', data),
    '<noscript>a &lt; b<img data-path-src="t" src="a.jpg"></noscript>',
  );
  const template = '<template><b data-path="t">a &lt; b<template><img></template></b></template>';
  assert.equal(renderHTMLContent(template, data), template);
  assert.equal(
    renderHTMLContent('<p data-path-src="t"><template><img></template><img></p>', data),
    '<p data-path-src="t"><template><img></template><img src="a.jpg"></p>',
  );
});

test('E3: a theme on the host replaces the theme of the template', () => {
  const template = '<div class="a -theme--x"><i class="-theme--y">t</i></div>';
  assert.equal(
    renderHTMLContent(template, {}, { className: 'card -theme--z' }),
    '<div class="a"><i class="-theme--y">t</i></div>',
  );
  assert.equal(renderHTMLContent(template, {}), template);
});

test('D18: the fast path renders the same as the detailed one', () => {
  const template =
    '<ul><li data-path-scope="l.*"><p data-path="l.*.t">-</p><div data-path="l.*.t">-</div><i data-path="l.*.t">-</i>' +
    '<img data-path-alt="l.*.t" data-path-src="l.*.t" alt="-" src="-"><a data-path-href="l.*.t" href="-">a</a></li></ul>';
  const pieces = [
    ...[
      '',
      ' ',
      '  ',
      '\t',
      '\n',
      '\r',
      '\f',
      '\0',
      '\u00a0',
      '&',
      '&amp;',
      '<',
      '<b>',
      '>',
      '"',
      "'",
      'a',
      'é',
      'Word',
    ],
    ...['/', '//', '#', '?', '.', ':', 'http://', 'HTTPS://', 'javascript:', 'data:text/html,', 'mailto:'],
  ];
  const texts = [...pieces, ...pieces.flatMap((one) => pieces.flatMap((other) => [one + other, `a${one}b${other}`]))];
  // Only plain objects skip the detailed inspection.
  const closely = (item: object): object => Object.assign(Object.create({}) as object, item);
  const print = (items: readonly object[]): string => renderHTMLContent(template, { l: items });
  const { warn } = console;
  console.warn = () => {};
  try {
    for (const t of texts) assert.equal(print([{ t }]), print([closely({ t })]), JSON.stringify(t));
  } finally {
    console.warn = warn;
  }
});

test('D22: a fragment of a table keeps its rows, cells and columns', () => {
  const data = { r: [{ x: 'a' }, { x: 'b' }] };
  const cell = (tag: string, text: string): string => `<${tag} data-path="r.*.x">${text}</${tag}>`;
  const row = (text: string): string => `<tr data-path-scope="r">${cell('td', text)}</tr>`;
  assert.equal(renderHTMLContent(row('-'), data), row('a') + row('b'));
  assert.equal(renderHTMLContent(` <!-- rows -->${row('-')}`, data), ` <!-- rows -->${row('a')}${row('b')}`);
  assert.equal(renderHTMLContent(`<tbody>${row('-')}</tbody>`, data), `<tbody>${row('a')}${row('b')}</tbody>`);
  for (const tag of ['td', 'th']) {
    const each = (text: string): string => `<${tag} data-path-scope="r" data-path="r.*.x">${text}</${tag}>`;
    assert.equal(renderHTMLContent(each('-'), data), each('a') + each('b'));
  }
  const column = '<col data-path-scope="r" data-path-class="r.*.x">';
  assert.equal(renderHTMLContent(column, data).match(/<col [^>]*class="[ab]">/g)?.length, 2);
  const option = (text: string): string => `<option data-path-scope="r" data-path="r.*.x">${text}</option>`;
  assert.equal(renderHTMLContent(option('-'), data), option('a') + option('b'));
});

test('D8: line feeds in the texts of text elements are kept', () => {
  for (const tag of ['p', 'h1', 'h6', 'li', 'button', 'time']) {
    const shown = (value: unknown): string =>
      renderHTMLContent(`<${tag} data-path="v">-</${tag}>`, { v: value }).replace(
        /<\/?(?:p|h\d|li|button|time)[^>]*>/g,
        '',
      );
    assert.equal(shown('a\nb'), 'a\nb');
    assert.equal(shown('a  \n\n b  c'), 'a\nb c');
    assert.equal(shown('a\u00a0\nb'), 'a&nbsp;\nb');
    assert.equal(shown('<i>a</i> \n <b>b</b>  c'), '<i>a</i>\n<b>b</b> c');
    assert.equal(shown('a <b>\nb</b>'), 'a\n<b>b</b>');
    assert.equal(shown('R&amp;D\nb'), 'R&amp;D\nb');
  }
});

test('D9: moments render in the requested time zone', async () => {
  const template = '<time class="-inline--time" data-path="v">-</time>';
  const shown = (v: string, timeZone?: string): string =>
    /\w+ \d+, \d+/.exec(renderHTMLContent(template, { v }, timeZone ? { timeZone } : {}))![0];
  assert.equal(shown('2026-10-12T01:00:00Z', 'America/Los_Angeles'), 'October 11, 2026');
  assert.equal(shown('2026-10-12T00:00:00.000Z', 'America/Los_Angeles'), 'October 12, 2026');
  assert.equal(shown('2026-10-12T01:00:00Z'), 'October 12, 2026');
  const data = { v: '2026-10-12T01:00:00Z' };
  const { content } = await renderElement({ template, data, fetch: '' }, { timeZone: 'America/Los_Angeles' });
  assert.match(content, /October 11, 2026/);
});
