/** Elements rendered on a server: inputs of nested elements, requests, output after failures, and streaming. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import {
  registerDatasource,
  renderElement,
  renderHTMLContent,
  renderToStream,
  renderToString,
  type ElementProps,
} from '../../src/server';
import { setLogger } from '../../src/global/logger';
import { ContentHost } from '../lib/content-host';
import { waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

async function host(t: TestContext): Promise<ContentHost> {
  const content = await new ContentHost().start();
  cleanUp(t, () => content.kill());
  content.style('lib', '.x{}');
  return content;
}
/** Collects the log messages of the kit during a test. */
function logged(t: TestContext): string[] {
  const said: string[] = [];
  const log = (message: string): void => void said.push(message);
  const before = setLogger({ warn: log, error: log });
  cleanUp(t, () => void setLogger(before));
  return said;
}
/** Removes the request time from HTML, and asserts that it is the current time. */
const timeless = (html: string): string =>
  html.replace(/ data-checked-at="(\d+)"/g, (_all, at: string) => {
    assert.ok(Math.abs(Date.now() - +at) < 60_000);
    return '';
  });
const JANUARY = 'Thu, 01 Jan 2026 00:00:0';

test('D9: an unknown time zone is reported, and dates render in the time zone of the server', async (t) => {
  const said = logged(t);
  const options = { timeZone: 'Nope/Zone' };
  const template = '<p class="-inline--time" data-path="d">-</p>';
  const data = { d: '2026-01-01T12:00:00Z' };
  const element = { template, fetch: 'false', data };
  const shown = template.replace('>-<', '>January 1, 2026<');
  assert.equal(renderHTMLContent(template, data, options), shown);
  assert.equal(await renderToString({ template, data, ...options }), shown);
  assert.ok((await renderElement(element, options)).html.includes(shown));
  assert.ok((await new Response(renderToStream([element], options)).text()).includes(shown));
  assert.deepEqual(said, [
    "[feaas] timeZone 'Nope/Zone' is no time zone of the IANA database, so that dates show in the server's own. " +
      'Give one such as Europe/Berlin or UTC.',
  ]);
  const day = (timeZone: string): string | undefined =>
    /January \d/.exec(renderHTMLContent(template, { d: '2026-01-01T23:30:00Z' }, { timeZone }))?.[0];
  assert.deepEqual(['Asia/Tokyo', 'America/New_York'].map(day), ['January 2', 'January 1']);
});

test('an element has its hydration attributes, its stylesheet, and the fetched data', async (t) => {
  const { origin } = await host(t);
  const asked: string[] = [];
  const port = async (url: string, init: RequestInit): Promise<Response> => {
    asked.push(`${init.method ?? 'GET'} ${url}`);
    return url.endsWith('/x.json')
      ? Response.json({ list: [{ t: '</script><b>' }] })
      : new Response('<p data-path="s.t">-</p>', {
          headers: { 'content-type': 'text/html', 'last-modified': `${JANUARY}2 GMT` },
        });
  };
  const data = { s: { url: '/x.json', jsonpath: '$.list' } };
  const {
    html,
    head,
    styles,
    fetched,
    content: inner,
  } = await renderElement(
    { cdn: origin, library: 'lib', component: 'a', data, attributes: { id: 'one', class: 'wide' } },
    { fetch: port, base: 'https://site.example/page' },
  );
  assert.deepEqual(asked.sort(), [
    `GET ${origin}/components/lib/a/responsive/published.html`,
    'GET https://site.example/x.json',
  ]);
  assert.equal(head, `<link rel="stylesheet" href="${origin}/styles/lib/published.css">`);
  assert.deepEqual(styles, [`${origin}/styles/lib/published.css`]);
  assert.equal(inner, '<p data-path="s.t"><b></b></p>');
  // The key is the element's parsed settings. The data is filtered, and can not end its script.
  assert.deepEqual(fetched, { [JSON.stringify(data.s)]: [{ t: '</script><b>' }] });
  assert.equal(
    timeless(html),
    `<script type="application/json" data-feaas-fetched>${JSON.stringify(fetched).replaceAll('<', '\\u003c')}</script>` +
      `<feaas-component id="one" class="wide -feaas" cdn="${origin}" library="lib" component="a" ` +
      `data="${JSON.stringify(data).replaceAll('"', '&quot;')}" last-modified="${JANUARY}2 GMT">${inner}</feaas-component>`,
  );
});

test('E10: nested components render with the data of their scope, and inherit context', async (t) => {
  const content = await host(t);
  content.publish(
    'lib/list',
    '<ul><li data-path-scope="s.items"><feaas-component component="item" class="i">old</feaas-component></li></ul>' +
      '<div lang="de"><feaas-component component="day" data=\'{"d":{"at":"2026-03-01"}}\'></feaas-component></div>' +
      '<feaas-external data-external-id="chart" data-path-title="s.title">Fallback</feaas-external>',
  );
  content.publish('lib/item', '<b data-path="s.items.*.name">-</b>');
  content.publish('lib/day', '<time class="-inline--time" data-path="d.at">-</time>');
  const { content: html } = await renderElement({
    cdn: content.origin,
    library: 'lib',
    component: 'list',
    data: { s: { title: 'T', items: [{ name: 'A' }, { name: 'B<' }] } },
  });
  const item = (name: string): string =>
    '<li data-path-scope="s.items"><feaas-component component="item" class="i -feaas" ' +
    `last-modified="${JANUARY}3 GMT"><b data-path="s.items.*.name">${name}</b></feaas-component></li>`;
  assert.equal(
    timeless(html),
    `<ul>${item('A')}${item('B&lt;')}</ul><div lang="de"><feaas-component component="day" ` +
      `data="{&quot;d&quot;:{&quot;at&quot;:&quot;2026-03-01&quot;}}" class="-feaas" last-modified="${JANUARY}4 GMT">` +
      '<time class="-inline--time" data-path="d.at">1. März 2026</time></feaas-component></div>' +
      '<feaas-external data-external-id="chart" data-path-title="s.title" title="T">Fallback</feaas-external>',
  );
  assert.deepEqual(content.takeRequests().sort(), ['GET day', 'GET item', 'GET list'], 'each is asked for once');
});

test('D4: bindings of the element itself are rendered', async () => {
  const printed = (attributes: Record<string, string>): ReturnType<typeof renderElement> =>
    renderElement({
      template: '<p>t<img src="x"></p>',
      fetch: '',
      data: { m: { t: 'T', h: '<b>h</b>', i: 'a.jpg' } },
      attributes,
    });
  const { attributes, content } = await printed({ 'data-path-title': 'm.t', 'data-path-src': 'm.i' });
  assert.equal(attributes['title'], 'T');
  assert.equal(content, '<p>t<img src="a.jpg"></p>');
  assert.equal((await printed({ 'data-path': 'm.h' })).content, '<b>h</b>');
});

test('E3: a theme around a nested component applies, the own class of the component does not', async (t) => {
  const content = await host(t);
  const one = (host: string): string => `<feaas-component component="b" class="${host}"></feaas-component>`;
  content.publish('lib/b', '<b class="a -theme--own">-</b>');
  content.publish(
    'lib/a',
    `<div class="component feaas -theme--x">${one('')}${one('component feaas')}` +
      `<div class="component feaas">${one('')}${one('-theme--y')}</div></div>`,
  );
  const { content: html } = await renderElement({ cdn: content.origin, library: 'lib', component: 'a' });
  assert.deepEqual(
    [...html.matchAll(/<b class="([^"]*)"/g)].map(([, name]) => name),
    ['a', 'a', 'a -theme--own', 'a'],
  );
});

test('E3, E13: the children of a nested component are its template, and lose themes and slots', async (t) => {
  logged(t);
  const inner = '<b class="a -theme--own" slot="s" data-path-slot="t">-</b>';
  const nested = (attributes: string, content = inner): string =>
    `<feaas-component ${attributes}>${content}</feaas-component>`;
  const own = 'data=\'{"x":1}\'';
  const classes = async (template: string, host = ''): Promise<string[]> => {
    const { content: html } = await renderElement({
      template,
      fetch: '',
      data: { t: '-theme--y', list: [1, 2], o: { class: '-theme--y' } },
      attributes: { class: host },
    });
    return [...html.matchAll(/<b ([^>]*)>/g)].map(([, names]) => names!.replace(' data-path-slot="t"', ''));
  };
  const [without, kept] = ['class="a"', 'class="a -theme--own"'];
  for (const data of ['', own, 'data="settings"']) {
    const slot = data === 'data="settings"' ? ' slot="s"' : '';
    const [dropped, left] = [without + slot, kept + slot];
    assert.deepEqual(await classes(nested(data)), [left], data);
    assert.deepEqual(await classes(nested(`class="-theme--x" ${data}`)), [dropped], data);
    assert.deepEqual(await classes(nested(`data-path-class="t" ${data}`)), [dropped], data);
    assert.deepEqual(await classes(nested(`data-path-class="none" class="-theme--x" ${data}`)), [left], data);
    assert.deepEqual(await classes(nested(data), 'component feaas -theme--x'), [dropped], data);
    assert.deepEqual(await classes(nested(data), '-theme--x'), [left], data);
    const around = (more: string): string =>
      `<div class="component feaas -theme--x">${nested(`${more} ${data}`)}</div>`;
    assert.deepEqual(await classes(around('') + around('class="component feaas"')), [dropped, dropped], data);
  }
  assert.deepEqual(await classes(nested('data-path-attributes="o"')), [without]);
  // Elements of a list, and nested elements.
  const list = inner.replace('<b', '<b data-path-scope="list.*"').replace(' data-path-slot="t"', '');
  const scope = 'data-path-scope="list.*"';
  assert.deepEqual(
    (await classes(nested('class="-theme--x"', `${list}<i>${inner}</i>`))).map((names) =>
      names.replace(`${scope} `, ''),
    ),
    [without, without, 'class="a -theme--own" slot="-theme--y"'],
  );
  // A component with another template renders its content until that template is loaded.
  assert.deepEqual(await classes(nested('class="-theme--x" component="none" fetch=""')), [
    'class="a -theme--own" slot="-theme--y"',
  ]);
});

test('S4: a fork has precedence, its original is the fallback, and without both rendering fails with an error of the specification', async (t) => {
  const content = await host(t);
  content.publish('lib/a', 'original');
  content.publish('lib/a/fork', 'fork');
  const props = { cdn: content.origin, library: 'lib', component: 'a' };
  assert.equal((await renderElement({ ...props, instance: 'fork' })).content, 'fork');
  assert.equal((await renderElement({ ...props, instance: 'none' })).content, 'original');
  content.remove('lib/a');
  await assert.rejects(renderElement({ ...props, instance: 'none' }), { message: 'Can not fetch component' });
  await assert.rejects(renderElement(props), { message: 'Fetch failed', status: 404 });
  await assert.rejects(renderElement({ library: 'lib' }), {
    message: 'Component requires `library` and `component` properties',
  });
});

test('recursion ends, missing components are left to the page, and failed data is not cached', async (t) => {
  const content = await host(t);
  const said = logged(t);
  content.publish('lib/self', '<i>x</i><feaas-component component="self"></feaas-component>');
  content.publish('lib/hole', '<feaas-component component="none">Still here</feaas-component>');
  const props = { cdn: content.origin, library: 'lib' };
  const { content: self } = await renderElement({ ...props, component: 'self' });
  assert.equal(self.match(/<i>/g)?.length, 21);
  const hole = await renderElement({
    ...props,
    component: 'hole',
    data: { s: { url: `${content.origin}/none.json` } },
  });
  assert.equal(hole.content, '<feaas-component component="none">Still here</feaas-component>');
  assert.deepEqual(hole.fetched, {});
  assert.deepEqual(said.map((line) => line.replace(/http\S+/, '…')).sort(), [
    '[feaas] data source … failed and counts as empty: status 404. Check its URL.',
    '[feaas] the page has to load a nested component: Fetch failed',
  ]);
});

test('E5, E12, E2, E9: elements that are not fetched, suspended, hidden, isolated or previews are left to the page', async (t) => {
  const content = await host(t);
  content.publish('lib/a', '<p data-path="s.t">-</p>');
  const props = { cdn: content.origin, library: 'lib', component: 'a' };
  const flags = ['suspended', 'hidden', 'isolate', 'preview'] as const;
  for (const flag of flags) {
    const { content: shown, attributes } = await renderElement({ ...props, [flag]: true });
    assert.deepEqual([shown, attributes[flag]], ['', ''], flag);
  }
  for (const more of [{ fetch: 'data' }, { fetch: false }])
    assert.equal((await renderElement({ ...props, ...more })).content, '', JSON.stringify(more));
  const own = await renderElement({ template: '<p data-path="t">-</p>', data: { t: 1 } });
  assert.equal(
    own.html,
    '<feaas-component template="&lt;p data-path=&quot;t&quot;&gt;-&lt;/p&gt;" data="{&quot;t&quot;:1}" class="-feaas"><p data-path="t">1</p></feaas-component>',
  );
  const bare = await renderElement({ ...props, fetch: 'template' });
  assert.deepEqual([bare.content, bare.styles], ['<p data-path="s.t">-</p>', []]);
});

test('§5: cyclic data is logged and counts as empty, also in a stream', async (t) => {
  const said = logged(t);
  const data: Record<string, unknown> = { t: 1 };
  data['self'] = data;
  const props = { template: '<p data-path="t">-</p>', data };
  const { content: shown, attributes } = await renderElement(props);
  assert.deepEqual([shown, attributes['data']], ['<p data-path="t">-</p>', '{}']);
  assert.match(await new Response(renderToStream(['<i></i>', props])).text(), /^<i><\/i>.*<p data-path="t">-<\/p>/);
  assert.equal(said.length, 2);
  for (const line of said) assert.match(line, /<feaas-component>: data is not JSON and counts as empty\. Correct it: /);
});

test('E2, E8: a stream sends no stylesheet for content that the page renders: it would apply to the page', async (t) => {
  const content = await host(t);
  const props = { cdn: content.origin, library: 'lib', component: 'a' };
  for (const more of [{ suspended: true }, { hidden: true }, { isolate: true }, { attributes: { preview: '' } }])
    assert.doesNotMatch(
      await new Response(renderToStream([{ ...props, ...more }])).text(),
      /<link/,
      JSON.stringify(more),
    );
});

/** Data sources that never respond: one of another origin, and one of the site. */
async function silent(t: TestContext): Promise<{ data: object; asked: () => number; cancelled: () => number }> {
  let [asked, cancelled] = [0, 0];
  const server = createServer((_request, response) => {
    asked++;
    response.on('close', () => cancelled++);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const unregister = registerDatasource({ name: 'silent', fetch: () => new Promise(() => {}) });
  cleanUp(t, () => {
    unregister();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/never.json`;
  const data = { a: { url }, b: { url: 'datasource:silent' } };
  return { data, asked: () => asked, cancelled: () => cancelled };
}

test('D14: a signal cancels requests for data, which counts as empty', { timeout: 5000 }, async (t) => {
  const { data, asked, cancelled } = await silent(t);
  logged(t);
  const props = { template: '<p data-path="a.x">-</p>', data };
  for (const options of [{}, { base: 'https://site.example' }]) {
    const { content, fetched } = await renderElement(props, { ...options, signal: AbortSignal.timeout(200) });
    assert.deepEqual([content, fetched], ['<p data-path="a.x">-</p>', {}]);
  }
  assert.equal(asked(), 2);
  await waitUntil(() => cancelled() === 2);
  const { content } = await renderElement(props, { signal: AbortSignal.abort() });
  assert.deepEqual([content, asked()], ['<p data-path="a.x">-</p>', 2]);
});

test('a canceled stream aborts its requests for data', { timeout: 5000 }, async (t) => {
  const { data, asked, cancelled } = await silent(t);
  logged(t);
  const reader = renderToStream([{ template: '<p data-path="a.x">-</p>', data }]).getReader();
  void reader.read();
  await waitUntil(asked);
  await reader.cancel();
  await waitUntil(cancelled);
});

test('no value in data can imitate a marker of the renderer', async () => {
  const { content } = await renderElement({
    template: '<p data-path="t" data-path-title="t">-</p><feaas-component template="x"></feaas-component>',
    data: { t: '\0abc:0\0</feaas-component>' },
  });
  assert.match(
    content,
    /^<p [^>]*>[^]*<\/p><feaas-component template="x" class="-feaas" data-checked-at="\d+">x<\/feaas-component>$/,
  );
});

async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const chunks: string[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    chunks.push(new TextDecoder().decode(next.value));
  return chunks;
}

test('a stream sends available parts while components are fetched in parallel; each stylesheet and response once', async (t) => {
  const content = await host(t);
  const said = logged(t);
  content.publish('lib/a', '<p data-path="s.t">-</p>');
  content.publish('lib/b', 'b');
  const answers = (url: string, init: RequestInit): Promise<Response> =>
    url === '/s.json' ? Promise.resolve(Response.json({ t: 'T' })) : fetch(url, init);
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  content.gate = () => gate;
  const props: ElementProps = { cdn: content.origin, library: 'lib', component: 'a', data: { s: { url: '/s.json' } } };
  const stream = renderToStream(
    ['<header>', props, '<hr>', { ...props, component: 'b' }, { ...props, component: 'none' }, '</html>'],
    { fetch: answers },
  );
  const reader = stream.getReader();
  const text = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
  const link = `<link rel="stylesheet" href="${content.origin}/styles/lib/published.css">`;
  // The host has not responded yet.
  assert.deepEqual([await text(), await text()], ['<header>', link]);
  open();
  reader.releaseLock();
  const rest = (await chunksOf(stream)).map(timeless);
  assert.equal(rest.length, 5);
  assert.match(
    rest[0]!,
    /^<script type="application\/json" data-feaas-fetched>.*<p data-path="s.t">T<\/p><\/feaas-component>$/,
  );
  assert.equal(rest[1], '<hr>');
  assert.match(rest[2]!, /^<feaas-component [^>]*>b<\/feaas-component>$/);
  assert.match(rest[3]!, /^<feaas-component [^>]*component="none"[^>]*><\/feaas-component>$/);
  assert.equal(rest[4], '</html>');
  assert.deepEqual(said, ['[feaas] the page has to load lib/none: Fetch failed']);
});

test('a canceled stream sends no more requests', async (t) => {
  const content = await host(t);
  logged(t);
  content.publish('lib/a', 'a');
  content.gate = () => new Promise(() => {});
  const stream = renderToStream([{ cdn: content.origin, library: 'lib', component: 'a' }]);
  const reader = stream.getReader();
  await reader.read();
  await waitUntil(() => content.log.length);
  await reader.cancel();
  await waitUntil(() => content.cancelled.length);
  assert.deepEqual(content.takeRequests(content.cancelled), ['GET a']);
});

test('a stream whose signal is aborted already fetches nothing', async (t) => {
  const content = await host(t);
  const said = logged(t);
  content.publish('lib/a', 'a');
  const signal = AbortSignal.abort(new Error('Too late'));
  const parts = ['<main>', { cdn: content.origin, library: 'lib', component: 'a' }];
  const [main, , element] = await chunksOf(renderToStream(parts, { signal }));
  assert.equal(main, '<main>');
  assert.match(element!, /^<feaas-component [^>]*><\/feaas-component>$/);
  assert.deepEqual(content.log, []);
  assert.equal(said.length, 1);
});

test('a finished, canceled or failed stream removes its abort listener: the signal can outlive it', async (t) => {
  const content = await host(t);
  content.publish('lib/a', 'a');
  const { signal } = new AbortController();
  const broken = { cdn: content.origin, library: 'lib', component: 'none' };
  const render = (part: string | ElementProps = '<main>'): ReadableStream<Uint8Array> =>
    renderToStream([part], {
      signal,
      onError() {
        throw new Error('Not at all');
      },
    });
  const [read, left] = [render(), render()];
  assert.equal(getEventListeners(signal, 'abort').length, 2);
  await chunksOf(read);
  await left.cancel();
  await assert.rejects(chunksOf(render(broken)), { message: 'Not at all' });
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});
