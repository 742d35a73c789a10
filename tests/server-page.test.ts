/**
 * The server-rendered demo page looks the same before and after scripts run. However slowly its HTML arrives, nothing in the
 * first viewport moves (D18).
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { renderToStream, type ElementProps } from 'feaas-kit/server';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startEditingHost, type EditingHost } from './lib/editing-host';

let host: EditingHost;
let browser: Browser;
let server: Server;
let origin: string;
let html: string;
/** Sends the page. */
let send: (write: (piece: string) => void) => void | Promise<void>;

/** Returns the demo page with its components rendered. */
async function printed(): Promise<string> {
  const page = await (await fetch(host.origin)).text();
  const pieces = page.split(/(<feaas-component\s[^>]*><\/feaas-component>)/);
  const parts = pieces.map((piece): string | ElementProps => {
    const component = /^<feaas-component[^>]*\scomponent="([^"]*)"/.exec(piece)?.[1];
    const data = /data='([^']*)'/.exec(piece)?.[1];
    return component ? { library: 'aurora', cdn: '/cdn', component, data: JSON.parse(data!) as unknown } : piece;
  });
  assert.equal(parts.filter((part) => typeof part !== 'string').length, 13);
  return new Response(renderToStream(parts, { base: host.origin, language: 'en' })).text();
}

async function answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    await send((piece) => response.write(piece));
    response.end();
  } else {
    const asked = await fetch(host.origin + url!, { method: method! });
    response.writeHead(asked.status, { 'content-type': asked.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await asked.arrayBuffer()));
  }
}

before(async () => {
  [host, browser] = await Promise.all([startEditingHost(), launch()]);
  html = await printed();
  server = createServer((request, response) => {
    // A closed page may have pending requests.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await host?.stop();
});

/** All elements in components with their boxes: x, y, width and height in whole pixels. */
const places = (page: Page): Promise<string[]> =>
  page.$$eval('feaas-component, feaas-component *', (elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.localName}.${element.getAttribute('class')} ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );

for (const width of [375, 1280]) {
  test(`at ${width} px, the page looks the same without scripts`, async () => {
    send = (write) => write(html);
    const page = await openPage(browser);
    await page.setViewport({ width, height: 900 });
    await page.setJavaScriptEnabled(false);
    await page.goto(origin, { waitUntil: 'networkidle0' });
    const without = await places(page);
    await page.setJavaScriptEnabled(true);
    await page.goto(origin, { waitUntil: 'networkidle0' });
    await page.waitForFunction(() => [...document.querySelectorAll('feaas-component')].every((one) => one.shadowRoot));
    assert.ok(without.length > 400, `${without.length} elements`);
    assert.deepEqual(await places(page), without);
    await page.close();
  });

  test(`at ${width} px, nothing in the first viewport moves, however slowly the HTML arrives`, async () => {
    const page = await openPage(browser);
    await page.setViewport({ width, height: 900 });
    await page.evaluateOnNewDocument(() => {
      const shifts: unknown[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as unknown as { sources: { node?: Element }[] }[])
          shifts.push(sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? String(node?.nodeName)));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    send = async (write) => {
      // The header fills from its other side. Send all of it at once.
      const begin = html.indexOf('<section');
      write(html.slice(0, begin));
      await page.waitForFunction(() => location.pathname === '/' && document.body);
      // Send about sixteen tags at a time, and wait until each piece is painted.
      for (const piece of html.slice(begin).match(/(?:[^<]*<[^<]*){1,16}/g)!) {
        write(piece);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      }
    };
    // Wait for all pieces.
    await page.goto(origin, { waitUntil: 'networkidle0', timeout: 0 });
    await page.waitForFunction(() => [...document.querySelectorAll('feaas-component')].every((one) => one.shadowRoot));
    assert.deepEqual(await page.evaluate(() => (window as any).shifts), []);
    await page.close();
  });
}
