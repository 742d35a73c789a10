/** Requests to the host and content for visitors, in visits to a page in a real browser, from a real server (S4-S6). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { waitForDelivery, pageText, waitForPageText, takeEvents, visitorJourney } from './lib/visitor-journey';

const at = visitorJourney();
const hero = '<feaas-component id="hero" component="hero"></feaas-component>';
const forked = '<feaas-component id="hero" component="hero" instance="fork"></feaas-component>';

beforeEach(async () => {
  await at.resetProfile();
  at.host.style('lib', '.x { color: red }');
  at.host.publish('lib/hero', '<p>one</p>');
  at.body = hero;
});

test('a first visit requests each URL once', async () => {
  at.body = hero + hero.replace('id="hero"', 'id="again"');
  const page = await at.open();
  assert.equal(await pageText(page), 'one one');
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero']);
  assert.deepEqual((await takeEvents(page)).filter(({ type }) => type === 'feaasRender')[0], {
    type: 'feaasRender',
    id: 'hero',
    phase: 'initial',
    stale: false,
  });
});

test('a repeat visit shows the copy and revalidates each URL once, without a body', async () => {
  await at.open();
  at.host.takeRequests();
  const page = await at.open();
  assert.equal(await pageText(page), 'one');
  assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero']);
});

test('within the freshness window, a repeat visit sends no request; after it, it revalidates', async () => {
  at.head = '<meta name="feaas-delivery" content="freshness=60, timeout=9">';
  await at.open();
  at.host.takeRequests();
  const page = await at.open();
  assert.equal(await pageText(page), 'one');
  assert.deepEqual(at.host.takeRequests(), []);
  await at.open({ ahead: 61_000 });
  assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero']);
});

test('revalidation finds a published change and shows it in place; focus and scroll position stay', async () => {
  const form = (text: string): string => `<p>${text}</p><div style="height: 3000px"></div><input id="field" value="x">`;
  at.host.publish('lib/hero', form('one'));
  await at.open();
  at.host.takeRequests();
  at.host.publish('lib/hero', form('two'));
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  at.host.gate = () => gate;
  const page = await at.open({ settle: false });
  await waitForPageText(page, 'one');
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#field')!;
    field.focus();
    field.setSelectionRange(0, 1);
    (window as any).__scroll = scrollY;
    (window as any).__field = field;
  });
  open();
  await waitForPageText(page, 'two');
  await waitForDelivery(page);
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero', 'HEAD css', 'HEAD hero']);
  const kept = await page.evaluate(() => {
    const { __scroll, __field: field } = window as any;
    return [scrollY === __scroll && scrollY > 0, document.activeElement === field, field.selectionEnd];
  });
  assert.deepEqual(kept, [true, true, 1]);
  assert.deepEqual(
    (await takeEvents(page)).filter(({ type }) => type === 'feaasRender').map(({ phase }) => phase),
    ['initial', 'updated'],
  );
  await at.open();
  assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero']);
});

test('a changed stylesheet replaces the old one in place', async () => {
  at.host.style('lib', 'p { color: rgb(1, 2, 3) }');
  await at.open();
  at.host.style('lib', 'p { color: rgb(3, 2, 1) }');
  const page = await at.open();
  const color = await page.evaluate(() => getComputedStyle(document.querySelector('p')!).color);
  assert.equal(color, 'rgb(3, 2, 1)');
  assert.equal(await page.evaluate(() => document.querySelectorAll('style[data-href]').length), 1);
});

test('responses from an HTTP cache are revalidated (S6)', async () => {
  at.host.headers = { 'cache-control': 'max-age=1000', date: new Date(Date.now() - 5000).toUTCString() };
  await at.open();
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero', 'HEAD css', 'HEAD hero']);
});

for (const ahead of [-3_600_000, 3000, 3_600_000])
  test(`a visitor's clock that is ${ahead / 1000} s ahead causes no request (S6)`, async () => {
    await at.open({ ahead });
    assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero']);
    await at.open({ ahead });
    assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero']);
  });

for (const [what, head] of [
  [
    'no limit',
    '<script type="module">const path = "/build/index.esm.js"; (await import(path)).configureDelivery({ timeout: Infinity })</script>',
  ],
  ['an empty time-out', '<meta name="feaas-delivery" content="timeout=">'],
  ['no number', '<meta name="feaas-delivery" content="timeout=soon">'],
] as const)
  test(`${what}: everything is requested and revalidated`, async () => {
    at.head = head;
    assert.equal(await pageText(await at.open()), 'one');
    at.host.takeRequests();
    at.host.publish('lib/hero', '<p>two</p>');
    assert.equal(await pageText(await at.open()), 'two');
    assert.deepEqual(at.host.takeRequests().sort(), ['GET hero', 'HEAD css', 'HEAD hero']);
  });

test('a response with no-store is not cached', async () => {
  at.host.headers = { 'cache-control': 'no-store' };
  await at.open();
  at.host.takeRequests();
  await at.open();
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero']);
  // Copies that were cached before the host sent `no-store` are not used either.
  at.host.headers = {};
  await at.open();
  at.host.headers = { 'cache-control': 'no-store' };
  at.host.publish('lib/hero', '<p>two</p>');
  await at.open();
  at.host.takeRequests();
  await at.open();
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero', 'HEAD css']);
});

test('a fork is requested together with its original, and is created, changed and deleted (S4)', async () => {
  at.body = forked;
  assert.equal(await pageText(await at.open()), 'one');
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero', 'GET hero/fork']);

  // The kit remembers that the fork is missing, and checks again.
  assert.equal(await pageText(await at.open()), 'one');
  assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero', 'HEAD hero/fork']);

  at.host.publish('lib/hero/fork', '<p>fork</p>');
  const made = await at.open({ settle: false });
  await waitForPageText(made, 'fork');
  await waitForDelivery(made);
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero/fork', 'HEAD css', 'HEAD hero', 'HEAD hero/fork']);

  // With a fork, the kit does not request the original.
  at.host.publish('lib/hero', '<p>two</p>');
  at.host.publish('lib/hero/fork', '<p>fork two</p>');
  const changed = await at.open({ settle: false });
  await waitForPageText(changed, 'fork two');
  await waitForDelivery(changed);
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero/fork', 'HEAD css', 'HEAD hero/fork']);
  const texts = (await takeEvents(changed)).filter(({ type }) => type === 'feaasRender').map(({ phase }) => phase);
  assert.deepEqual(texts, ['initial', 'updated']);

  // Close the tabs that show the fork, because they would request the original as well.
  for (const page of await at.context.pages()) await page.close();
  at.host.delete('lib/hero/fork');
  const gone = await at.open({ settle: false });
  await waitForPageText(gone, 'two');
  await waitForDelivery(gone);
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero', 'HEAD css', 'HEAD hero', 'HEAD hero/fork']);
});

test('within the freshness window, a missing fork causes no request', async () => {
  at.head = '<meta name="feaas-delivery" content="freshness=60">';
  at.body = forked;
  await at.open();
  at.host.takeRequests();
  assert.equal(await pageText(await at.open()), 'one');
  assert.deepEqual(at.host.takeRequests(), []);
});

test('a deleted original stays where it shows, and does not show again', async () => {
  await at.open();
  at.host.delete('lib/hero');
  const page = await at.open();
  assert.equal(await pageText(page), 'one');
  assert.deepEqual((await takeEvents(page)).at(-1), {
    type: 'feaasRender',
    id: 'hero',
    phase: 'check',
    stale: true,
    error: 'Response is not valid',
  });
  const next = await at.open();
  assert.equal(await pageText(next), '');
  assert.ok((await takeEvents(next)).some(({ type }) => type === 'feaasError'));
});

test('ten tabs that open together revalidate once, and all render the change', async () => {
  // Opening ten tabs may take longer than the default timeout of a request.
  at.head = '<meta name="feaas-delivery" content="timeout=120">';
  await at.open();
  at.host.takeRequests();
  at.host.publish('lib/hero', '<p>two</p>');
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  at.host.gate = () => gate;
  const pages = [];
  for (let tab = 0; tab < 10; tab++) pages.push(await at.open({ settle: false }));
  for (const page of pages) {
    await page.bringToFront();
    await waitForPageText(page, 'one');
  }
  open();
  for (const page of pages) {
    await page.bringToFront();
    await waitForPageText(page, 'two');
    await waitForDelivery(page);
  }
  assert.deepEqual(at.host.takeRequests().sort(), ['GET hero', 'HEAD css', 'HEAD hero']);
});

test('a change that one tab finds shows in another open tab', async () => {
  const first = await at.open();
  at.host.publish('lib/hero', '<p>two</p>');
  const second = await at.open();
  await waitForPageText(second, 'two');
  await first.bringToFront();
  await waitForPageText(first, 'two');
});

test('a reload revalidates', async () => {
  const page = await at.open();
  at.host.takeRequests();
  await page.reload();
  await waitForDelivery(page);
  assert.deepEqual(at.host.takeRequests().sort(), ['HEAD css', 'HEAD hero']);
});

test('a page restored from the back-forward cache revalidates', async () => {
  const page = await at.open();
  // A browser that is short of time or memory does not keep pages.
  for (let tries = 0, persisted = false; !persisted; tries++) {
    assert.ok(tries < 5, 'the page was in the back-forward cache');
    at.host.publish('lib/hero', `<p>news ${tries}</p>`);
    await page.goto(`${at.site.origin}/blank.html`);
    await page.goBack();
    persisted = await page.evaluate(() => (window as any).__events.length > 0);
    await waitForPageText(page, `news ${tries}`);
    await waitForDelivery(page);
  }
});

test('server-rendered content is revalidated by its last-modified and fetched only if it is outdated (E12)', async () => {
  const modified = at.host.documents.get(at.host.path('lib/hero'))!.lastModified.toUTCString();
  at.body = `<feaas-component id="hero" component="hero" last-modified="${modified}"><p>one</p></feaas-component>`;
  const page = await at.open();
  assert.equal(await pageText(page), 'one');
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'HEAD hero']);
  await at.resetProfile();
  at.host.style('lib', '');
  at.host.publish('lib/hero', '<p>two</p>');
  const old = await at.open({ settle: false });
  await waitForPageText(old, 'two');
  await waitForDelivery(old);
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero', 'HEAD hero']);
});

test('E8: a component that the page hides is not requested until it shows, and then shows the current content', async () => {
  at.body = hero.replace('id=', 'hidden id=');
  const page = await at.open({ settle: false });
  await page.waitForFunction(() => customElements.get('feaas-component'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.deepEqual(at.host.takeRequests(), []);
  at.host.publish('lib/hero', '<p>two</p>');
  await page.evaluate(() => document.querySelector('#hero')!.removeAttribute('hidden'));
  await waitForPageText(page, 'two');
});

test('S2: URLs in a stylesheet behind a redirect are relative to the final URL, also on a repeat visit', async () => {
  at.host.style('v2', 'p { background-image: url(a.png) }');
  at.host.fault = (request, response) => {
    if (!request.url!.startsWith('/styles/lib/')) return false;
    const location = request.url!.replace('/lib/', '/v2/');
    response.writeHead(302, { location, 'access-control-allow-origin': '*' }).end();
    return true;
  };
  for (let visit = 0; visit < 2; visit++) {
    const page = await at.open();
    const image = await page.evaluate(() => getComputedStyle(document.querySelector('#hero p')!).backgroundImage);
    assert.equal(image, `url("${at.host.origin}/styles/v2/a.png")`);
  }
});

for (const [name, attributes, around] of [
  ['loading="lazy" waits until the component is about to be seen', '', ['', '']],
  [
    'loading="lazy" waits for the box around a component that has none',
    'style="display: contents" ',
    ['<section><div style="display: contents">', '</div></section>'],
  ],
] as const)
  test(name, async () => {
    const lazy = hero.replace('id=', `${attributes}loading="lazy" id=`);
    at.body = `<div style="height: 9000px">top</div>${around[0]}${lazy}${around[1]}`;
    const page = await at.open({ settle: false });
    await page.evaluate(() => document.fonts.ready);
    await waitForPageText(page, 'top');
    assert.deepEqual(at.host.takeRequests(), []);
    await page.evaluate(() => scrollTo(0, 9000));
    await waitForPageText(page, 'top one');
  });

test('resources of a preload hint, and of a feaas-stylesheet, are not requested twice', async () => {
  at.host.headers = { 'cache-control': 'max-age=0' };
  const { renderPreloads } = await import('../src/server');
  at.head = renderPreloads({ cdn: at.host.origin, library: 'lib', component: 'hero' });
  // The clock of the visitor may be ahead of the host.
  assert.equal(await pageText(await at.open({ ahead: 5000 })), 'one');
  assert.deepEqual(at.host.takeRequests().sort(), ['GET css', 'GET hero']);

  await at.resetProfile();
  at.host.style('other', 'p { color: rgb(1, 2, 3) }');
  at.body = '<feaas-stylesheet library="other" preload></feaas-stylesheet><p>text</p>';
  const page = await at.open();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.css')));
  const color = (): Promise<string> => page.evaluate(() => getComputedStyle(document.querySelector('p')!).color);
  assert.equal(await color(), 'rgb(0, 0, 0)');
  await page.evaluate(() => document.querySelector('feaas-stylesheet')!.removeAttribute('preload'));
  await page.waitForFunction(() => document.querySelector('style[data-href]'));
  assert.equal(await color(), 'rgb(1, 2, 3)');
  assert.deepEqual(at.host.takeRequests(), ['GET css']);
});

test('a stylesheet element recovers when the host is back', async () => {
  at.body = '<feaas-stylesheet id="css"></feaas-stylesheet><p>text</p>';
  await at.host.kill();
  const page = await at.open();
  await page.waitForFunction(() =>
    (window as any).__events.some(({ type }: { type: string }) => type === 'feaasError'),
  );
  await at.host.start();
  await page.waitForFunction(() => document.querySelector('style[data-href]'));
  await page.waitForFunction(() => (window as any).__events.some(({ type }: { type: string }) => type === 'feaasLoad'));
});
