/**
 * Hydration of the output of `feaas-kit/server` in a page: the nodes stay, nothing is written or moved, and nothing is
 * requested twice. Nested and external components are included (D18, E10, E12).
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { renderElement, renderToStream, type ElementProps } from 'feaas-kit/server';
import type { Page } from 'puppeteer';
import { send as answer, type Route } from './lib/server';
import { waitForDelivery, visitorJourney } from './lib/visitor-journey';

const at = visitorJourney();
/** Responses of the data sources. */
let sources: Record<string, unknown> = {};
const source: Route = (_request, response, { pathname }) => {
  if (!(pathname in sources)) return undefined;
  answer(response, JSON.stringify(sources[pathname]), 'application/json');
  return true;
};

/** Holds the scripts of the kit until the page has painted the server's HTML. */
let painted: { readonly wait: Promise<void>; readonly resolve: () => void } | undefined;
const scriptsAfterPaint: Route = async (_request, response, { pathname }) => {
  if (pathname === '/painted') {
    painted?.resolve();
    answer(response, '');
    return true;
  }
  if (pathname.startsWith('/build/')) await painted?.wait;
  return undefined;
};
const PAINTED =
  '<script>requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => fetch("/painted"))))</script>';

const LIST =
  '<h2 data-path="s.title">-</h2><ul><li data-path-scope="s.items.*"><b data-path="s.items.*.name">-</b>' +
  '<feaas-component component="price"></feaas-component>' +
  '<feaas-component fetch="" template="&lt;i data-path=&quot;s.items.*.note&quot;&gt;-&lt;/i&gt;"></feaas-component></li></ul>' +
  '<feaas-component component="stock" data=\'{"w":{"url":"/stock.json"}}\'></feaas-component>' +
  '<feaas-external data-external-id="chart" data-path-heading="s.title"><p>Chart of the year</p></feaas-external>';
const DATA = {
  title: 'Shelf & more',
  items: [
    { name: 'Lamp', price: '10', note: '<strong>new</strong> since <em>May</em>' },
    { name: 'Chair', price: '20', note: 'plain' },
  ],
};

beforeEach(async () => {
  if (!at.site.routes.includes(source)) at.site.routes.unshift(source, scriptsAfterPaint);
  painted = undefined;
  await at.resetProfile();
  // The stylesheet of a library makes the elements blocks before any script runs (docs/style.md).
  at.host.style('lib', 'feaas-component, feaas-external { display: block }');
  at.host.publish('lib/list', LIST);
  at.host.publish('lib/price', '<span data-path="s.items.*.price">-</span>');
  at.host.publish('lib/stock', '<p data-path="w.left">-</p>');
  sources = { '/s.json': DATA, '/stock.json': { left: '3 left' } };
});

/** Records changes of components' content before any script of the kit runs. */
const WATCH = `<script>
  window.nodes = (root) => { const all = []; const walker = document.createTreeWalker(root, 5);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeValue !== '' && !node.parentNode.closest?.('[slot]') && !node.slot) all.push(node);
    return all; };
  window.before = nodes(document.querySelector('feaas-component'));
  window.written = [];
  new MutationObserver((list) => { for (const { type, target, addedNodes, removedNodes } of list) {
    // Ignore empty text nodes, and the slot of an external component.
    const real = [...addedNodes, ...removedNodes].filter((node) => node.nodeValue !== '' && !node.slot);
    if (target.slot) continue;
    if (type === 'characterData' || real.length) written.push(type + ' in ' + (target.outerHTML ?? target.nodeValue)); } })
    .observe(document.querySelector('feaas-component'), { childList: true, characterData: true, subtree: true });
  window.shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
</script>`;

const props = (): ElementProps => ({
  cdn: at.host.origin,
  library: 'lib',
  component: 'list',
  data: { s: { url: '/s.json' } },
});

/** Sends the page as a server does, and clears the request log of the host. */
async function send(meta = ''): Promise<void> {
  const base = at.site.origin;
  const stream = renderToStream([props()], { base });
  at.body = (await new Response(stream).text()) + WATCH;
  at.head = meta;
  at.host.log.length = at.site.log.length = 0;
}

async function look(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const { before, nodes, written, shift } = window as any;
    const after = nodes(document.querySelector('feaas-component'));
    return {
      text: document.querySelector('ul')!.textContent,
      count: before.length,
      same: after.length === before.length && after.every((node: Node, index: number) => node === before[index]),
      written,
      shift,
    };
  });
  assert.ok(seen.count > 20, `${seen.count} nodes`);
  assert.deepEqual(
    { ...seen, count: 0 },
    {
      text: 'Lamp10new since MayChair20plain',
      count: 0,
      same: true,
      written: [],
      shift: 0,
    },
  );
}
const dataAsked = (): string[] => at.site.log.filter((line) => line.includes('.json'));

test('within the freshness window: the same nodes, no writes, no shift, and no request', async () => {
  await send('<meta name="feaas-delivery" content="freshness=300">');
  let resolve!: () => void;
  painted = { wait: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() };
  at.body += PAINTED;
  const page = await at.open();
  await look(page);
  // The stylesheet is a link that the browser loads.
  assert.deepEqual(at.host.takeRequests(), ['GET css']);
  assert.deepEqual(dataAsked(), []);
  assert.deepEqual(at.uncaught, []);
});

test('without a freshness window, each template is revalidated once, and new content shows', async () => {
  await send();
  await look(await at.open());
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'HEAD list', 'HEAD price', 'HEAD stock']);
  assert.deepEqual(dataAsked(), []);
  at.host.publish('lib/list', LIST.replace('<ul>', '<ul class="new">'));
  const page = await at.open();
  await page.waitForSelector('ul.new');
  assert.equal(await page.$eval('ul.new', (list) => list.textContent), 'Lamp10new since MayChair20plain');
  // The page renders with the data that the server fetched.
  assert.deepEqual(dataAsked(), []);
});

test('content of an hour ago is revalidated, although the window is five minutes', async () => {
  await send('<meta name="feaas-delivery" content="freshness=300">');
  at.body = at.body.replace(/data-checked-at="(\d+)"/g, (_all, time) => `data-checked-at="${+time - 3_600_000}"`);
  await look(await at.open());
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'HEAD list', 'HEAD price', 'HEAD stock']);
});

test('an external component is mounted in place of its fallback, with the server’s values', async () => {
  await send('<meta name="feaas-delivery" content="freshness=300">');
  const page = await at.open();
  await page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const { registerComponent } = await import(path);
    registerComponent({
      name: 'chart',
      properties: { heading: { type: 'string' } },
      mount: (element: HTMLElement, values: object) => void (element.textContent = JSON.stringify(values)),
    });
  });
  await waitForDelivery(page);
  assert.equal(
    await page.$eval('feaas-external', (element) => (element as HTMLElement).innerText),
    '{"heading":"Shelf & more"}',
  );
  await look(page);
});

test('data that changes in the page is bound to the template, which loads then; changed settings are fetched', async () => {
  await send('<meta name="feaas-delivery" content="freshness=300">');
  const page = await at.open();
  await page.$eval('feaas-component', (element) =>
    Object.assign(element, { data: { s: { title: 'Other', items: [{ name: 'Desk', price: '30' }] } } }),
  );
  await page.waitForFunction(() => document.querySelector('ul')!.textContent === 'Desk30-');
  // Nested components have new data as well.
  await waitForDelivery(page);
  assert.deepEqual(at.host.takeRequests(), ['GET css', 'GET list', 'GET price']);
  sources['/s.json'] = { ...DATA, items: [] };
  await page.$eval('feaas-component', (element) => Object.assign(element, { data: { s: { url: '/s.json?again' } } }));
  await page.waitForFunction(() => document.querySelector('li')!.hidden);
  assert.deepEqual(dataAsked(), ['GET /s.json?again']);
});

test('D16: a nested component renders new data from its template, not from the server’s content', async () => {
  at.host.publish(
    'lib/list',
    '<div><feaas-component data=\'{"t":"one","l":[1,2]}\'><b data-path="t">-</b><i data-path-scope="l.*" data-path="l.*">+</i>' +
      '</feaas-component></div><feaas-component><b data-path="s.title">-</b></feaas-component>',
  );
  await send('<meta name="feaas-delivery" content="freshness=300">');
  const page = await at.open();
  const texts = (): Promise<(string | null)[]> =>
    page.$$eval('feaas-component feaas-component', (all) => all.map((each) => each.textContent));
  assert.deepEqual(await texts(), ['one12', 'Shelf & more']);
  assert.deepEqual(at.host.takeRequests(), ['GET css']);
  const set = (data: object): Promise<void> =>
    page.$eval('feaas-component feaas-component', (element, data) => void Object.assign(element, { data }), data);
  const becomes = (text: string): Promise<unknown> =>
    page.waitForFunction(
      (text) => document.querySelector('feaas-component feaas-component')!.textContent === text,
      { timeout: 5000 },
      text,
    );
  await set({});
  await becomes('-+');
  await set({ t: 'two', l: [3] });
  await becomes('two3');
  await waitForDelivery(page);
  assert.deepEqual(await texts(), ['two3', 'Shelf & more']);
  assert.deepEqual(at.host.takeRequests(), ['GET list']);
});

const TITLES =
  '<h2 data-path="s.title">-</h2><ul><li data-path-scope="s.items.*" data-path="s.items.*.name">-</li></ul>';
const NOTES = '<ol><li data-path-scope="s.items.*" data-path="s.items.*.note">-</li></ol>';

/** Sends the page of a component that uses part of its data, and the settings for the rest. */
async function sendTitles(more: Partial<ElementProps> = {}, after = ''): Promise<void> {
  at.host.publish('lib/titles', TITLES);
  sources['/s.json'] = { ...DATA, unused: 'x'.repeat(500) };
  const { html } = await renderElement({ ...props(), component: 'titles', ...more }, { base: at.site.origin });
  assert.match(html, / data-feaas-pruned="/);
  assert.doesNotMatch(html, /xxx|strong/);
  at.body = html + WATCH + after;
  at.head = '<meta name="feaas-delivery" content="freshness=300">';
  at.host.log.length = at.site.log.length = 0;
}
const shown = (page: Page): Promise<string> => page.$eval('feaas-component', (element) => element.textContent!);

test('with the used data that a server embeds, hydration keeps the nodes without a request', async () => {
  await sendTitles();
  const page = await at.open();
  await page.waitForFunction(() => document.querySelector('feaas-component')!.matches('.hydrated, .-feaas'));
  await waitForDelivery(page);
  const seen = await page.evaluate(() => {
    const { before, nodes, written } = window as any;
    const after = nodes(document.querySelector('feaas-component'));
    return {
      isSame: after.length === before.length && after.every((node: Node, index: number) => node === before[index]),
      written,
    };
  });
  assert.deepEqual(seen, { isSame: true, written: [] });
  assert.equal(await shown(page), 'Shelf & moreLampChair');
  assert.deepEqual(at.host.takeRequests(), ['GET css']);
  assert.deepEqual(dataAsked(), []);
  assert.deepEqual(at.uncaught, []);
});

test('a newer template than the server’s renders from all of the data, which is fetched again', async () => {
  await sendTitles();
  at.head = '';
  at.host.publish('lib/titles', NOTES);
  const page = await at.open();
  await page.waitForSelector('ol');
  assert.equal(await shown(page), 'new since Mayplain');
  assert.deepEqual(dataAsked(), ['GET /s.json']);
});

test('a template that the page sets renders from all of the data', async () => {
  await sendTitles();
  const page = await at.open();
  await waitForDelivery(page);
  assert.deepEqual(dataAsked(), []);
  await page.$eval('feaas-component', (element, template) => Object.assign(element, { template }), NOTES);
  await page.waitForSelector('ol');
  await page.waitForFunction(() => document.querySelector('ol')!.textContent === 'new since Mayplain');
  assert.deepEqual(dataAsked(), ['GET /s.json']);
});

test('another component with the same settings does not take the used data of the first for all of it', async () => {
  const data = JSON.stringify(props().data).replaceAll('"', '&quot;');
  const template = NOTES.replaceAll('"', '&quot;');
  await sendTitles({}, `<feaas-component id="other" template="${template}" data="${data}"></feaas-component>`);
  const page = await at.open();
  await page.waitForFunction(() => document.querySelector('#other ol')?.textContent === 'new since Mayplain');
  assert.equal(await shown(page), 'Shelf & moreLampChair');
  assert.deepEqual(dataAsked(), ['GET /s.json']);
});

test('if the data of a newer template cannot load, it renders without data, and not with a part of it', async () => {
  await sendTitles();
  at.head = '';
  at.host.publish('lib/titles', TITLES.replace('<ul>', '<ul class="new">'));
  delete sources['/s.json'];
  const page = await at.open();
  await page.waitForSelector('ul.new');
  assert.equal(await shown(page), '--');
});

test('a component that the page makes editable has all of its data in the editor', async () => {
  await sendTitles();
  const page = await at.open();
  await waitForDelivery(page);
  const data = await page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const { fetchData } = await import(path);
    return (await fetchData({ s: { url: '/s.json' } })).s as { items: { note: string }[] };
  });
  // The editor requests the data by the settings, as every script does.
  assert.equal(data.items[1]!.note, 'plain');
  assert.deepEqual(dataAsked(), ['GET /s.json']);
});

test('D18: a list item without a value shows the template’s text, and not the first item’s', async () => {
  const item = (of: string): string => `<section><p data-path-scope="s.l.*">${of}</p></section>`;
  /** Templates that cannot be derived from their content, and templates that can. */
  const lost: Record<string, [template: string, list: readonly unknown[]]> = {
    text: [item('<b data-path="s.l.*.v">Ask us</b>'), [{ v: '10' }, {}, { v: '20' }]],
    empty: [item('<b data-path="s.l.*.v"></b>'), [{ v: '10' }, { v: '' }]],
    plain: ['<i data-path-scope="s.l.*" data-path="s.l.*">none</i>', ['1', null, '3']],
    markup: [item('<b data-path="s.l.*.v"><i>none</i></b>'), [{ v: '<u>1</u>' }, {}]],
    picture: [item('<img alt="" src="data:,none" data-path-src="s.l.*.v">'), [{ v: 'data:image/png;base64,AA==' }, {}]],
    around: [
      item('<span data-path-src="s.l.*.v"><img alt="" src="data:,none"></span>'),
      [{ v: 'data:image/png;base64,AA==' }, {}],
    ],
    attributes: [
      item('<a class="a" title="none" data-path-attributes="s.l.*.v">none</a>'),
      [{ v: { title: '1', html: 'one' } }, { v: { class: 'b' } }, {}],
    ],
    lists: [
      item('<b data-path-scope="s.l.*.k" data-path="s.l.*.k.*.v">none</b>'),
      [{ k: [{ v: 1 }] }, { k: [{}] }, {}],
    ],
    two: ['<b data-path-scope="s.l.*">one</b><i data-path-scope="s.l.*">two</i>', [1, 2, 3]],
  };
  const kept: typeof lost = {
    values: [item('<b data-path="s.l.*.v">none</b><a data-path-title="s.l.*.t">t</a>'), [{ v: 1, t: 'a' }, { v: 2 }]],
    'first-without': [item('<b data-path="s.l.*.v">none</b>'), [{}, { v: 2 }, {}]],
    placeholder: [item('<b data-path="s.l.*.v" data-path-placeholder="none"></b>'), [{ v: 1 }, {}]],
    apart: [
      '<b data-path-scope="s.l.*" data-path="s.l.*">-</b><hr><b data-path-scope="s.l.*" data-path="s.l.*">-</b>',
      [1, 2, 3],
    ],
  };
  const cases = { ...lost, ...kept };
  for (const [name, [template]] of Object.entries(cases)) at.host.publish(`lib/${name}`, template);
  at.head = '<meta name="feaas-delivery" content="freshness=300">';
  at.body = '';
  const sent: Record<string, string> = {};
  for (const [component, [, l]] of Object.entries(cases)) {
    const { html, content } = await renderElement({ ...props(), component, data: { s: { l } } });
    sent[component] = content;
    at.body += html.replace('<feaas-component', `<feaas-component id="${component}"`);
  }
  at.body += WATCH.replaceAll("document.querySelector('feaas-component')", 'document.body');
  at.host.log.length = 0;
  const page = await at.open();
  const seen = await page.$$eval('feaas-component', (all) => all.map(({ id, innerHTML }) => [id, innerHTML]));
  assert.deepEqual(Object.fromEntries(seen), sent);
  // The server's nodes stay. The page requests only values that it cannot derive from them.
  assert.deepEqual(await page.evaluate('written.filter((line) => !line.startsWith("childList in <body"))'), []);
  const asked = at.host.takeRequests().filter((line) => line !== 'GET css');
  assert.deepEqual(
    asked.sort(),
    Object.keys(lost)
      .map((name) => `GET ${name}`)
      .sort(),
  );
});

test('D18: a badge that is hidden without its value needs no other template', async () => {
  const badge = (content: string): string =>
    `<p data-path-scope="s.l.*"><i data-path="s.l.*.n">-</i><b data-path-hidden="s.l.*.v" ${content}>none</b></p>`;
  const l = [{ n: 1, v: 'New', w: 'x' }, { n: 2 }, { n: 3, v: '' }];
  at.host.publish('lib/same', badge('data-path="s.l.*.v"'));
  // Another value shows the text of the template.
  at.host.publish('lib/other', badge('data-path="s.l.*.w"'));
  at.body = '';
  for (const component of ['same', 'other'])
    at.body += (await renderElement({ ...props(), component, data: { s: { l } } })).html;
  at.host.log.length = 0;
  const page = await at.open();
  const texts = await page.$$eval('feaas-component', (all) => all.map((each) => (each as HTMLElement).innerText));
  assert.deepEqual(texts, ['1New\n\n2\n\n3', '1x\n\n2\n\n3']);
  assert.deepEqual(
    at.host.takeRequests().filter((line) => line.startsWith('GET') && line !== 'GET css'),
    ['GET other'],
  );
});

test('D18: content that parsers restructure shows once, as in a new render', async () => {
  const text = (words: string): object => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
  const doc = (...content: object[]): object => ({ type: 'doc', content: [text('Intro'), ...content] });
  const p = '<section><p data-path="s.h">-</p></section>';
  const unstable: Record<string, [template: string, value: unknown]> = {
    quote: [p, 'a<blockquote>q</blockquote>b'],
    box: [p, '<div>x</div>'],
    'rich-quote': [p, doc({ type: 'blockquote', content: [text('quote')] })],
    rule: [p, doc({ type: 'horizontalRule' })],
    table: ['<p data-path="s.h">-</p><p>end</p>', 'Prices: <table><tr><td>1</td></tr></table>'],
    link: ['<a href="/o" data-path="s.h">-</a>', 'x <a href="/i">in</a> y'],
    button: ['<button data-path="s.h">-</button>', 'x<button>q</button>y'],
    inserted: ['<div data-path="s.h">-</div>', '<p data-path="s.box">-</p>'],
    cell: ['<table><tbody><tr data-path="s.h"><td>-</td></tr></tbody></table>', 'text of a row'],
    nested: ['<p>Price: <feaas-component component="box-of-own"></feaas-component></p><i data-path="s.h">-</i>', 'i'],
  };
  const stable: typeof unstable = {
    rich: ['<div data-path="s.h">-</div>', doc({ type: 'blockquote', content: [text('quote')] })],
    words: [p, 'some <b>bold</b> words, and a <a href="/i">link</a>'],
  };
  const cases = { ...unstable, ...stable };
  for (const [name, [template]] of Object.entries(cases)) at.host.publish(`lib/${name}`, template);
  at.host.publish('lib/box-of-own', '<div>10</div>');
  const long = 'x'.repeat(500);
  for (const [name, [, h]] of Object.entries(cases))
    sources[`/${name}.json`] = { h, box: '<div>y</div>', unused: long };
  // Data that the element has from the start, and data that the page fetches.
  const given = Object.entries(cases).flatMap(([component, [, h]]) => [
    { component, data: { s: { h, box: '<div>y</div>' } } },
    { component, data: { s: { url: `/${component}.json` } } },
  ]);
  const all = given.map((each) => ({ cdn: at.host.origin, library: 'lib', ...each }));
  at.body = await new Response(renderToStream(all, { base: at.site.origin })).text();
  at.host.log.length = 0;
  const page = await at.open();
  const fetched = at.host.takeRequests();
  const seen = await page.evaluate(async (all) => {
    const hydrated = [...document.querySelectorAll('body > feaas-component')];
    const shown = hydrated.map((each) => each.innerHTML);
    const fresh = all.map((props) => Object.assign(document.createElement('feaas-component'), props));
    document.body.append(...fresh);
    await Promise.all(fresh.map((each: any) => each.componentOnReady().then(() => each.whenRendered())));
    return { shown, fresh: fresh.map((each) => each.innerHTML) };
  }, all as any[]);
  await waitForDelivery(page);
  const withoutMarks = (html: string): string =>
    html.replace(/ (?:last-modified|data-checked-at|class|data-feaas-template)="[^"]*"/g, '');
  seen.shown.forEach((html, index) =>
    assert.equal(withoutMarks(html), withoutMarks(seen.fresh[index]!), JSON.stringify(given[index])),
  );
  // If the server's HTML parses back to itself, the kit hydrates it without fetching the template.
  for (const name of Object.keys(stable)) assert.ok(!fetched.includes(`GET ${name}`), name);
  assert.deepEqual(at.uncaught, []);
});

for (const [what, part] of [
  ['whole answers', { title: 'one' }],
  ['parts of answers', { title: 'one', unread: 'x'.repeat(500) }],
] as const)
  for (const [place, where] of [
    ['after', 'beforeend'],
    ['before', 'afterbegin'],
  ] as const)
    test(`server HTML that a script adds ${place} older HTML keeps its own data: ${what}`, async () => {
      at.site.log.length = 0;
      at.host.publish('lib/title', '<h2 data-path="s.title">-</h2>');
      const print = async (title: string): Promise<string> => {
        sources['/s.json'] = { ...part, title };
        const props = { library: 'lib', cdn: at.host.origin, component: 'title', data: { s: { url: '/s.json' } } };
        return (await renderElement(props, { base: at.site.origin })).html;
      };
      at.body = await print('one');
      const page = await at.open();
      await waitForDelivery(page);
      const added = await print('two');
      await page.evaluate((position, html) => document.body.insertAdjacentHTML(position, html), where, added);
      await page.waitForFunction(() =>
        [...document.querySelectorAll('feaas-component')].every((element) =>
          element.hasAttribute('data-feaas-template'),
        ),
      );
      await waitForDelivery(page);
      const shown = await page.$$eval('h2', (headings) => headings.map((heading) => heading.textContent));
      assert.deepEqual(shown, place === 'after' ? ['one', 'two'] : ['two', 'one']);
      // Requests of the server itself.
      assert.equal(dataAsked().length, 2);
    });
