/** `feaas-context` on the real host, under its policy (D13): inherited properties, loaded bytes, and connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../src/utils/frontend/types';
import { hostPage } from './lib/host-page';
import { waitForNetworkIdle } from './lib/network-idle';
import { isFrontendScript } from './lib/page-observers';
import { send, startServer } from './lib/server';

/** A context with the members that the journeys use. */
type Live = HTMLElement & { auth: unknown; library: unknown; connect(): Promise<any> };

const HERO = '<feaas-component component="hero" data=\'{"site":{"url":"/api/site.json"}}\'></feaas-component>';

const at = hostPage();
const { open } = at;

const shown = (selector = 'feaas-component'): Promise<unknown> =>
  at.page.waitForFunction((selector) => document.querySelector(selector)?.firstElementChild, {}, selector);

/** Queries the library's name, which needs the role of a viewer, with a context's client. Returns the name or the error. */
const ask = (): Promise<string> =>
  at.page.evaluate(async () => {
    const { client, document: parse } = await document.querySelector<Live>('feaas-context')!.connect();
    try {
      const query = await parse('query Name { library(id: "aurora") { name } dataSources(library: "aurora") { id } }');
      return (await client.query({ query, fetchPolicy: 'no-cache' })).data.library.name;
    } catch (error) {
      return (error as Error).name;
    }
  });

test('a visitor’s page loads nothing more for a context, and nothing from the frontend host', async () => {
  // Each visit uses a new browser profile.
  const visit = async (body: string): Promise<string[]> => {
    const visitor = await at.browser.createBrowserContext();
    await at.replacePage(visitor);
    await open(body);
    await shown();
    await waitForNetworkIdle(at.page);
    await visitor.close();
    assert.deepEqual(at.consoleMessages, []);
    return at.requestURLs;
  };
  const without = await visit(`<div library="aurora">${HERO}</div>`);
  const other = await startServer();
  try {
    for (const frontend of [undefined, other.origin]) {
      const attribute = frontend ? `frontend="${frontend}"` : '';
      const context = await visit(`<feaas-context library="aurora" ${attribute}>${HERO}</feaas-context>`);
      assert.deepEqual(context.filter(isFrontendScript), []);
      const more = context.filter((url) => !without.includes(url)).map((url) => new URL(url));
      assert.ok(more.every(({ origin }) => origin === at.host.origin));
      // The element is part of the first-render chunk, so that its children never wait for it.
      assert.deepEqual(more.join(' '), '');
    }
    assert.deepEqual(other.log, []);
  } finally {
    await other.close();
  }
});

test('E4: children inherit library and cdn from the nearest context, through shadow roots and nested contexts', async () => {
  await open(
    `<feaas-context library="none" cdn="/nowhere"><feaas-context library="aurora" cdn="/cdn"><div id="host"></div></feaas-context></feaas-context>`,
    '',
  );
  await at.page.evaluate(() => {
    const root = document.querySelector('#host')!.attachShadow({ mode: 'open' });
    const component = document.createElement('feaas-component');
    component.setAttribute('component', 'footer');
    root.append(component);
  });
  await at.page.waitForFunction(
    () => document.querySelector('#host')!.shadowRoot!.querySelector('feaas-component')!.firstElementChild,
  );
  assert.deepEqual(at.consoleMessages, []);
});

test('E4: a context added after its children, removed and re-added; a property counts like its attribute', async () => {
  await open('<section><feaas-component component="footer" fetch="template"></feaas-component></section>');
  await at.page.evaluate(() => customElements.whenDefined('feaas-context'));
  assert.equal(await at.page.$('feaas-component > *'), null);
  await at.page.evaluate(() => {
    const context = document.createElement('feaas-context') as Live;
    context.append(document.querySelector('feaas-component')!);
    document.querySelector('section')!.append(context);
    context.library = 'aurora';
  });
  await shown();
  assert.equal(await at.page.$eval('feaas-context', (context) => context.getAttribute('library')), 'aurora');
  // Content stays when its context is removed and added again.
  const before = at.requestURLs.length;
  await at.page.evaluate(async () => {
    const context = document.querySelector('feaas-context')!;
    context.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.querySelector('section')!.append(context);
  });
  await shown();
  assert.deepEqual(
    at.requestURLs.slice(before).filter((url) => url.includes('/components/')),
    [],
  );
  await at.page.evaluate(() => (document.querySelector<Live>('feaas-context')!.library = undefined));
  await at.page.waitForFunction(() => !document.querySelector('feaas-context')!.hasAttribute('library'));
  assert.deepEqual(at.consoleMessages, []);
});

test('E1, E2: children stay children; the interface is in a shadow root, with isolate="false" in none', async () => {
  await open(
    '<feaas-context library="aurora"><p>one</p></feaas-context><feaas-context isolate="false"><p>two</p></feaas-context>',
  );
  await at.page.waitForFunction(() => document.querySelector('feaas-context')!.shadowRoot);
  const seen = await at.page.$$eval('feaas-context', (contexts) =>
    contexts.map((each) => [
      each.innerHTML,
      each.shadowRoot && [...each.shadowRoot.children].map((child) => child.getAttribute('part') ?? child.localName),
      each.querySelector('p')!.checkVisibility(),
    ]),
  );
  assert.deepEqual(seen, [
    ['<p>one</p>', ['slot', 'ui'], true],
    ['<p>two</p>', null, true],
  ]);
});

test('§7: the context script is imported from the frontend host once; feaasReady provides the client, which queries the backend', async () => {
  await open(
    '<feaas-context library="aurora"></feaas-context><feaas-context library="aurora" environment="live"></feaas-context>',
  );
  const ready = await at.page.evaluate(async (token) => {
    const details: any[] = [];
    document.addEventListener('feaasReady', (event) => details.push((event as CustomEvent).detail));
    const contexts = [...document.querySelectorAll<Live>('feaas-context')];
    for (const each of contexts) each.auth = token;
    const gateways = await Promise.all([...contexts, ...contexts].map((each) => each.connect()));
    return {
      events: details.length,
      same: [gateways[0] === gateways[2], gateways[1] === gateways[3], gateways[0] === gateways[1]],
      client: details.every(({ client }) => typeof client.query === 'function'),
    };
  }, at.host.token);
  assert.deepEqual(ready, { events: 2, same: [true, true, false], client: true });
  assert.equal(await ask(), 'Aurora');
  assert.equal(at.requestURLs.filter((url) => url.endsWith('/context.js')).length, 1);
  const graphql = at.requestURLs.filter((url) => url.includes('graphql'));
  assert.ok(graphql.length && graphql.every((url) => url.startsWith(`${at.host.origin}/api/graphql`)), graphql.join());
  assert.deepEqual(at.consoleMessages, []);
});

test('§5: the context needs a library before it loads', async () => {
  await open('<feaas-context></feaas-context>');
  await at.page.evaluate(
    () => void ((window as any).connecting = document.querySelector<Live>('feaas-context')!.connect()),
  );
  await waitForNetworkIdle(at.page);
  assert.deepEqual(at.requestURLs.filter(isFrontendScript), []);
  const library = await at.page.evaluate(async () => {
    document.querySelector('main')!.setAttribute('library', 'aurora');
    return (await (window as any).connecting).library;
  });
  assert.equal(library, 'aurora');
});

test('another library, backend or environment: another client, and feaasReady again', async () => {
  await open('<feaas-context library="aurora"></feaas-context>');
  const seen = await at.page.evaluate(async () => {
    const context = document.querySelector<Live>('feaas-context')!;
    const first = await context.connect();
    const again = (): Promise<any> =>
      new Promise((resolve) =>
        context.addEventListener('feaasReady', ({ detail }: any) => resolve(detail), { once: true }),
      );
    const names: unknown[] = [];
    for (const [name, value] of [
      ['library', 'other'],
      ['backend', '/elsewhere'],
      ['environment', 'test'],
    ]) {
      const ready = again();
      context.setAttribute(name!, value!);
      const gateway = await ready;
      names.push(gateway.library, gateway !== first, gateway === (await context.connect()));
    }
    return names;
  });
  assert.deepEqual(seen, ['other', true, true, 'other', true, true, 'other', true, true]);
});

test('a removed context closes its connection; re-added, it opens another one at the next use', async () => {
  await open('<feaas-context library="aurora"></feaas-context>');
  const seen = await at.page.evaluate(async (token) => {
    const context = document.querySelector<Live>('feaas-context')!;
    context.auth = token;
    const first = await context.connect();
    const parent = context.parentElement!;
    // A move within one task keeps the connection.
    parent.prepend(context);
    await new Promise((resolve) => setTimeout(resolve));
    const moved = (await context.connect()) === first;
    const query = await first.document('query Name { library(id: "aurora") { name } }');
    const running = first.client.query({ query, fetchPolicy: 'no-cache' }).then(
      () => 'answers',
      () => 'closed',
    );
    context.remove();
    const closed = await running;
    const waiting = context.connect();
    parent.append(context);
    return [moved, closed, (await waiting) === first];
  }, at.host.token);
  assert.deepEqual(seen, [true, 'closed', false]);
});

test('§6: auth is null by default; a new value applies from the next request on, without a reload', async () => {
  await open('<feaas-context library="aurora"></feaas-context>');
  const give = (auth: unknown): Promise<void> =>
    at.page.$eval('feaas-context', (context, auth) => void ((context as Live).auth = auth), auth);
  assert.equal(await at.page.$eval('feaas-context', (context) => (context as Live).auth ?? null), null);
  assert.equal(await ask(), 'UnauthenticatedError');
  await give(at.host.token);
  assert.equal(await ask(), 'Aurora');
  await give(null);
  assert.equal(await ask(), 'UnauthenticatedError');
  await give({ token: at.host.token });
  assert.equal(await ask(), 'Aurora');
  assert.equal(at.requestURLs.filter((url) => url.endsWith('.html')).length, 1);
});

for (const way of ['respondWith', 'the property']) {
  test(`refused auth: feaasAuth asks the page once, and the page responds by ${way}`, async () => {
    await open('<feaas-context library="aurora"></feaas-context>');
    await at.page.evaluate(
      (token, way) => {
        (window as any).reasons = [];
        const context = document.querySelector<Live>('feaas-context')!;
        context.auth = 'wrong';
        document.addEventListener('feaasAuth', (event) => {
          (window as any).reasons.push((event as CustomEvent).detail.reason.name);
          if (way === 'respondWith') (event as CustomEvent).detail.respondWith(Promise.resolve(token));
          else context.auth = token;
        });
      },
      at.host.token,
      way,
    );
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), ['Aurora', 'Aurora', 'Aurora']);
    assert.deepEqual(await at.page.evaluate(() => (window as any).reasons), ['UnauthenticatedError']);
    assert.equal(await at.page.$eval('feaas-context', (context) => (context as Live).auth), at.host.token);
  });
}

test('no auth: feaasAuth asks the page before the first request to the backend', async () => {
  await open('<feaas-context library="aurora"></feaas-context>');
  await at.page.evaluate((token) => {
    (window as any).reasons = [];
    document.addEventListener('feaasAuth', (event) => {
      (window as any).reasons.push((event as CustomEvent).detail.reason.name);
      (event as CustomEvent).detail.respondWith(Promise.resolve(token));
    });
  }, at.host.token);
  assert.equal(await ask(), 'Aurora');
  assert.deepEqual(await at.page.evaluate(() => (window as any).reasons), ['MissingAuthError']);
});

test('refused auth without a response: the error remains', async () => {
  await open('<feaas-context library="aurora"></feaas-context>');
  await at.page.$eval('feaas-context', (context) => void ((context as Live).auth = 'wrong'));
  assert.equal(await ask(), 'UnauthenticatedError');
});

/** Why a context does not connect: name, message and URL of the error, and the number of feaasError events. */
const refusal = (): Promise<unknown> =>
  at.page.evaluate(async () => {
    const context = document.querySelector<Live>('feaas-context')!;
    let told = 0;
    context.addEventListener('feaasError', () => told++);
    const error = await context.connect().then(
      () => undefined,
      (error: Error & { url: string }) => error,
    );
    return error && { name: error.name, message: error.message, url: error.url, told };
  });

test('a script that does not load: an error with its URL, and another attempt at the next use', async () => {
  let broken = true;
  const other = await startServer((_request, response, url) => {
    if (!broken || url.pathname !== '/context.js') return undefined;
    send(response, 'broken', 'text/plain', {}, 500);
    return true;
  });
  try {
    await at.page.setBypassCSP(true);
    await open(`<feaas-context library="aurora" frontend="${other.origin}" backend="/api"></feaas-context>`);
    const error = (await refusal()) as { name: string; message: string; url: string; told: number };
    assert.deepEqual([error.name, error.url, error.told], ['ScriptError', `${other.origin}/context.js`, 1]);
    assert.ok(
      error.message.startsWith(
        `Could not load the script ${other.origin}/context.js. Check \`frontend\` and the policy: `,
      ),
      error.message,
    );
    assert.ok(
      at.consoleMessages.some((line) =>
        line.includes(`[feaas] <feaas-context>: Could not load the script ${other.origin}`),
      ),
    );
    broken = false;
    assert.equal(await refusal(), undefined);
    await at.page.$eval('feaas-context', (context, token) => void ((context as Live).auth = token), at.host.token);
    assert.equal(await ask(), 'Aurora');
  } finally {
    await other.close();
  }
});

for (const [script, why] of [
  [
    `export const api = ${API + 1}; export const mount = () => {};`,
    `it speaks version ${API + 1} of the interface, and the page's kit version ${API}: the page's kit is older, update it`,
  ],
  [
    `export const api = ${API - 1}; export const mount = () => {};`,
    `it speaks version ${API - 1} of the interface, and the page's kit version ${API}: the script is older, update the frontend host`,
  ],
  ['export const somethingElse = 1;', 'it exports no `api` and `mount`, so it is no script of the kit'],
] as const) {
  test(`§6 of the contract: an incompatible api causes an error with its reason: ${why}`, async () => {
    const other = await startServer((_request, response, url) => {
      if (url.pathname !== '/context.js') return undefined;
      send(response, script, 'text/javascript');
      return true;
    });
    try {
      await at.page.setBypassCSP(true);
      await open(`<feaas-context library="aurora" frontend="${other.origin}"></feaas-context>`);
      const url = `${other.origin}/context.js`;
      assert.deepEqual(await refusal(), {
        name: 'ScriptVersionError',
        message: `The script ${url} does not fit: ${why}`,
        url,
        told: 1,
      });
    } finally {
      await other.close();
    }
  });
}

test('E9: a preview uses the origins of its own context, not of another one', async () => {
  const other = await startServer((_request, response, url) => {
    if (!url.pathname.startsWith('/components/')) return undefined;
    send(response, '<p class="previewed">there</p>');
    return true;
  });
  try {
    await at.host.writePage(
      'preview.html',
      `<feaas-context origins="${other.origin}"></feaas-context>
       <feaas-context><feaas-component id="in" preview></feaas-component></feaas-context>`,
    );
    await at.page.evaluateOnNewDocument(() => {
      (window as any).refused = [];
      document.addEventListener('feaasError', (event) => (window as any).refused.push((event.target as Element).id));
    });
    await at.page.goto(
      `${at.host.origin}/preview.html?feaasSrc=${encodeURIComponent(`${other.origin}/components/lib/card`)}`,
    );
    await at.page.waitForFunction(() => (window as any).refused.length);
    assert.equal(await at.page.$('.previewed'), null);
    await at.page.evaluate(() => document.querySelector('[origins]')!.append(document.querySelector('#in')!));
    await at.page.waitForSelector('.previewed');
    assert.deepEqual(await at.page.evaluate(() => (window as any).refused), ['in']);
  } finally {
    await other.close();
  }
});
