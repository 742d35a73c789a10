/** Invalid input: exact messages, and no effect on other components (specification §5, §8; E7, E11). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { journey } from './lib/journey';
import { send } from './lib/server';

interface Told {
  name: string;
  message: string;
  status?: number;
  url?: string;
}
interface Shown {
  html: string;
  beside: string;
  errors: Told[];
  loaded: string;
  rendered: string;
  unmounted: boolean;
}

const DELETED = { 'x-ms-meta-versiondeletedat': '2026-01-01T00:00:00Z' };

const at = journey({}, (_request, response, url) => {
  const name = /^\/components\/lib\/([^/]+)\//.exec(url.pathname)?.[1];
  if (url.pathname.startsWith('/styles/')) send(response, '.x{color:red}', 'text/css');
  else if (name === 'good') send(response, '<p data-path="a.x">fallback</p>');
  else if (name === 'gone') send(response, 'deleted', 'text/html', DELETED);
  else if (name === 'broken') send(response, 'oh no', 'text/html', {}, 500);
  else if (name === 'json') send(response, '{"not":"html"}', 'application/json');
  else if (name === 'cut') response.destroy();
  else if (url.pathname === '/500.json') send(response, '{}', 'application/json', {}, 500);
  else if (url.pathname === '/page.json') send(response, '<h1>Sign in</h1>');
  else if (url.pathname === '/ok.json') send(response, '{"x":"fetched"}', 'application/json');
  else if (url.pathname === '/never.json') return true;
  else return undefined;
  return true;
});

beforeEach(() => at.open());

/** Shows one component with these attributes next to a valid one. `patience` is the timeout in milliseconds. */
const show = (attributes: Record<string, string>, patience = 20_000): Promise<Shown> =>
  at.page.evaluate(
    async (attributes: Record<string, string>, patience: number) => {
      type Live = HTMLElement & {
        componentOnReady(): Promise<unknown>;
        whenLoaded(): Promise<void>;
        whenRendered(): Promise<void>;
      };
      const make = (attributes: Record<string, string>): Live => {
        const element = document.createElement('feaas-component') as Live;
        for (const [name, value] of Object.entries({ cdn: location.origin, ...attributes }))
          element.setAttribute(name, value);
        return element;
      };
      const errors: Told[] = [];
      let unmounted = false;
      const element = make(attributes);
      element.addEventListener('feaasError', (event) => {
        const { name, message, status, url } = (event as CustomEvent<Told>).detail;
        errors.push(JSON.parse(JSON.stringify({ name, message, status, url })) as Told);
      });
      element.addEventListener('feaasUnmount', () => (unmounted = true));
      const beside = make({ library: 'lib', component: 'good', data: '{"a":{"x":"beside"}}' });
      document.body.append(element, beside);
      await Promise.all([element.componentOnReady(), beside.componentOnReady()]);
      await beside.whenRendered();
      const outcome = (promise: Promise<void>): Promise<string> =>
        Promise.race([
          promise.then(
            () => 'done',
            (error: Error) => error.message,
          ),
          new Promise<string>((resolve) => setTimeout(() => resolve('waiting'), patience)),
        ]);
      const [loaded, rendered] = await Promise.all([outcome(element.whenLoaded()), outcome(element.whenRendered())]);
      return { html: element.innerHTML, beside: beside.innerHTML, errors, loaded, rendered, unmounted };
    },
    attributes,
    patience,
  );

const BESIDE = '<p data-path="a.x">beside</p>';

for (const attributes of [{ library: 'lib' }, { component: 'good' }, {}]) {
  test(`E11: ${JSON.stringify(attributes)} waits, without an event`, async () => {
    const { errors, loaded, html, beside } = await show(attributes as Record<string, string>, 400);
    assert.deepEqual([errors, loaded, html, beside], [[], 'waiting', '', BESIDE]);
  });
}

test('E11: the functions throw the specification’s error', async () => {
  const message = await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as { fetchComponent(source: object): Promise<unknown> };
    return kit.fetchComponent({ library: 'lib' }).catch((error: Error) => `${error.name}: ${error.message}`);
  });
  assert.equal(message, 'MissingSourceError: Component requires `library` and `component` properties');
});

const FAILING: readonly [title: string, attributes: Record<string, string>, Told][] = [
  [
    'a source that does not parse',
    { src: 'nonsense' },
    { name: 'SourceParseError', message: 'Could not parse FEAAS Component source' },
  ],
  [
    '404',
    { library: 'lib', component: 'none' },
    {
      name: 'FetchFailedError',
      message: 'Fetch failed',
      status: 404,
      url: '/components/lib/none/responsive/published.html',
    },
  ],
  [
    '500',
    { library: 'lib', component: 'broken' },
    {
      name: 'FetchFailedError',
      message: 'Fetch failed',
      status: 500,
      url: '/components/lib/broken/responsive/published.html',
    },
  ],
  [
    'a connection that breaks',
    { library: 'lib', component: 'cut' },
    { name: 'FetchFailedError', message: 'Fetch failed', url: '/components/lib/cut/responsive/published.html' },
  ],
  [
    'a deleted component',
    { library: 'lib', component: 'gone' },
    {
      name: 'InvalidResponseError',
      message: 'Response is not valid',
      status: 200,
      url: '/components/lib/gone/responsive/published.html',
    },
  ],
  [
    'an answer that is no HTML',
    { library: 'lib', component: 'json' },
    {
      name: 'InvalidResponseError',
      message: 'Response is not valid',
      status: 200,
      url: '/components/lib/json/responsive/published.html',
    },
  ],
  [
    'neither fork nor original',
    { library: 'lib', component: 'none', instance: 'fork-1' },
    {
      name: 'ComponentFetchError',
      message: 'Can not fetch component',
      url: '/components/lib/none/responsive/published.html',
    },
  ],
];
for (const [title, attributes, told] of FAILING) {
  test(`${title}: '${told.message}', once, and other components show`, async () => {
    const seen = await show(attributes);
    const expected = told.url ? { ...told, url: at.server.origin + told.url } : told;
    assert.deepEqual(seen.errors, [expected]);
    assert.deepEqual([seen.loaded, seen.rendered, seen.unmounted], [told.message, told.message, true]);
    assert.equal(seen.html, '');
    assert.equal(seen.beside, BESIDE);
  });
}

test('S4: a deleted fork shows the original', async () => {
  at.server.routes.unshift((_request, response, url) => {
    if (!url.pathname.includes('/good/fork-2/')) return undefined;
    send(response, 'x', 'text/html', DELETED);
    return true;
  });
  const { html, errors } = await show({
    library: 'lib',
    component: 'good',
    instance: 'fork-2',
    data: '{"a":{"x":"original"}}',
  });
  assert.deepEqual([html, errors], ['<p data-path="a.x">original</p>', []]);
});

for (const data of ['{"a":', 'nonsense', "{'a': 1}", '<b>']) {
  test(`data that is not JSON (${data}) is logged and counts as empty`, async () => {
    const { html, errors } = await show({ library: 'lib', component: 'good', data });
    assert.deepEqual([html, errors], ['<p data-path="a.x">fallback</p>', []]);
    const said = at.consoleMessages.filter((line) => line.startsWith('error: [feaas]'));
    assert.equal(said.length, 1, said.join('\n'));
    assert.match(said[0]!, /<feaas-component>: data is not JSON and counts as empty/);
  });
}

for (const [title, url] of [
  ['fails', '/500.json'],
  ['is not there', '/none.json'],
  ['returns HTML', '/page.json'],
] as const) {
  test(`a data source that ${title} counts as empty, and other plain and fetched data shows`, async () => {
    const data = { a: { url: at.server.origin + url }, b: { url: `${at.server.origin}/ok.json` }, c: { x: 'plain' } };
    const seen = await show({
      template: '<i data-path="a.x">fallback</i><b data-path="b.x">-</b><u data-path="c.x">-</u>',
      library: 'lib',
      component: 'good',
      fetch: 'data',
      data: JSON.stringify(data),
    });
    assert.equal(
      seen.html,
      '<i data-path="a.x">fallback</i><b data-path="b.x">fetched</b><u data-path="c.x">plain</u>',
    );
    assert.deepEqual(seen.errors, []);
    assert.ok(
      at.consoleMessages.some((line) => line.startsWith('warn: [feaas] data source') && line.includes(url)),
      at.consoleMessages.join('\n'),
    );
  });
}

test('D17: a data source that never responds does not block the content', async () => {
  await at.page.evaluate(() => {
    const element = document.createElement('feaas-component');
    for (const [name, value] of Object.entries({
      library: 'lib',
      component: 'good',
      cdn: location.origin,
      data: '{"a":{"url":"/never.json"}}',
    }))
      element.setAttribute(name, value);
    document.body.append(element);
  });
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')?.textContent === 'fallback', {
    timeout: 30_000,
  });
});

test('E6, D14: while a data source loads, the previous content stays, and plain data shows; the fetch settings are not data', async () => {
  const waiting: (() => void)[] = [];
  at.server.routes.unshift((_request, response, url) => {
    if (!url.pathname.startsWith('/slow-')) return undefined;
    waiting.push(() => send(response, `{"x":"answered"}`, 'application/json'));
    return true;
  });
  const secret = { url: `${at.server.origin}/slow-1.json`, headers: { key: 'secret' } };
  await at.page.evaluate(() => {
    const element = document.createElement('feaas-component');
    const template = '<p data-path="a.x">-</p><i data-path="a.url">-</i><u data-path="b">-</u>';
    Object.assign(element, { fetch: 'data', template, data: { a: { x: 'first' }, b: 'one' } });
    document.body.append(element);
  });
  const texts = (): Promise<string[]> =>
    at.page.$$eval('feaas-component > *', (all) => all.map((each) => each.textContent ?? ''));
  const show = (template: string, data?: unknown): Promise<void> =>
    at.page.evaluate(
      async (markup, value) => {
        const element = document.querySelector('feaas-component')!;
        Object.assign(element, { template: markup }, value === undefined ? {} : { data: value });
        // The render waits for the data (D17), and then shows the template without it.
        await element.whenRendered();
      },
      template,
      data as any,
    );
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')?.textContent === 'first');
  await show('<p data-path="a.x">-</p><i data-path="a.url">-</i><b>new</b>', { a: secret, b: 'two' });
  assert.deepEqual(await texts(), ['first', '-', 'new']);
  await show('<p data-path="a.x">-</p><i data-path="a.headers.key">-</i><b>newer</b>');
  assert.deepEqual(await texts(), ['first', '-', 'newer']);
  waiting.forEach((answer) => answer());
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')?.textContent === 'answered');

  // A first render does not wait.
  await at.page.evaluate(
    async (value) => {
      const element = document.createElement('feaas-component');
      const template = '<p data-path="a.x">-</p><i data-path="a.url">-</i><u data-path="b">-</u>';
      Object.assign(element, { fetch: 'data', template, data: { a: value, b: 'plain' } });
      document.querySelector('feaas-component')!.replaceWith(element);
      await element.whenRendered();
    },
    { ...secret, url: secret.url.replace('1', '2') },
  );
  assert.deepEqual(await texts(), ['-', '-', 'plain']);
});

test('E8: a failed element recovers when its attributes change', async () => {
  const seen = await show({ library: 'lib', component: 'none', data: '{"a":{"x":"recovered"}}' });
  assert.equal(seen.unmounted, true);
  await at.page.evaluate(() => document.querySelector('feaas-component')!.setAttribute('component', 'good'));
  await at.page.waitForFunction(() => document.querySelector('feaas-component')?.textContent === 'recovered');
});

test('E7: preventDefault() on feaasError keeps the element mounted', async () => {
  await at.page.evaluate(() =>
    document.addEventListener('feaasError', (event) => event.preventDefault(), { once: true }),
  );
  const seen = await show({ library: 'lib', component: 'none' });
  assert.deepEqual([seen.errors.length, seen.unmounted], [1, false]);
});

test('E7, E8: an element that stays mounted after an error also recovers', async () => {
  const { text, loaded } = await at.page.evaluate(async () => {
    document.addEventListener('feaasError', (event) => event.preventDefault());
    const src = `${location.origin}/components/lib/good`;
    const element = document.createElement('feaas-component');
    Object.assign(element, { src, data: { a: { x: 'again' } } });
    document.body.append(element);
    await element.componentOnReady();
    await element.whenRendered();
    element.setAttribute('src', '???');
    await new Promise((resolve) => document.addEventListener('feaasError', resolve, { once: true }));
    element.setAttribute('src', src);
    await new Promise((resolve) => document.addEventListener('feaasRender', resolve, { once: true }));
    const loaded = await element.whenLoaded().then(
      () => true,
      () => false,
    );
    return { text: element.textContent, loaded };
  });
  assert.deepEqual([text, loaded], ['again', true]);
});

test('E7: an own template whose component cannot load fires an error, also when a caller waits', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = document.createElement('feaas-component');
    Object.assign(element, { cdn: '', library: 'lib', component: 'none', template: '<b>own</b>' });
    const told = new Promise((resolve) =>
      element.addEventListener('feaasRender', (event) => resolve((event as CustomEvent).detail.error?.message)),
    );
    document.body.append(element);
    await element.componentOnReady();
    const error = await told;
    const loaded = await element.whenLoaded().then(
      () => 'done',
      (error: Error) => error.message,
    );
    return [error, loaded, element.innerHTML];
  });
  assert.deepEqual(seen, ['Fetch failed', 'Fetch failed', '<b>own</b>']);
});

test('a stylesheet that does not load: content shows, with a warning', async () => {
  at.server.routes.unshift((_request, response, url) => {
    if (url.pathname !== '/styles/other/published.css') return undefined;
    send(response, 'no', 'text/plain', {}, 404);
    return true;
  });
  await at.page.evaluate(() => {
    const element = document.createElement('feaas-component');
    for (const [name, value] of Object.entries({
      library: 'other',
      cdn: location.origin,
      component: 'x',
      template: '<p>shown</p>',
    }))
      element.setAttribute(name, value);
    document.body.append(element);
  });
  await at.page.waitForFunction(() => document.querySelector('feaas-component')?.textContent === 'shown');
  assert.ok(
    at.consoleMessages.some((line) =>
      /stylesheet .*\/styles\/other\/published\.css did not load \(Fetch failed\)/.test(line),
    ),
    at.consoleMessages.join('\n'),
  );
});
