/** A chunk that fails to load once is requested again under another URL, then everything is rendered (E14). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { firstRenderFiles } from '../scripts/head';
import { BROWSERS } from './lib/browser';
import { send, startServer, WWW, type TestServer } from './lib/server';
import { waitUntil } from './lib/wait-until';
import { cleanUp } from './lib/clean-up';

/** Uses HTML from data, a filter, and fetched data. Shows all errors. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
<script type="module" src="/build/feaas.esm.js"></script>
<feaas-context library="lib" cdn="/cdn"><feaas-component fetch="data"
  template='<div data-path="d.html">-</div><p data-path="d.list[?(@.x > 1)].t">-</p><i data-path="s.v">-</i>'
  data='{"d":{"html":"<b>bold</b> text","list":[{"x":1,"t":"one"},{"x":2,"t":"two"}]},"s":{"url":"/value.json"}}'
></feaas-component></feaas-context><feaas-loader></feaas-loader></html>`;
const TEXT = 'bold texttwo5';

let site: TestServer;
/** The path of the file that responds with 503 to the next request, and all requested paths. */
let failing: string | undefined;
let requested: string[] = [];

before(async () => {
  site = await startServer((_request, response, { pathname, search }) => {
    if (pathname === '/page.html') return void send(response, PAGE, 'text/html; charset=utf-8');
    if (pathname === '/value.json') return void send(response, '{"v":5}', 'application/json');
    if (!pathname.startsWith('/build/')) return undefined;
    requested.push(pathname + search);
    if (pathname !== failing) return undefined;
    failing = undefined;
    return void send(response, 'busy', 'text/plain', {}, 503);
  });
});
after(() => site.close());

/** Opens the page in a new profile. Resolves when all of it shows. */
async function show(browser: Browser, isComplete = (): boolean => true): Promise<void> {
  requested = [];
  const context = await browser.createBrowserContext();
  const page: Page = await context.newPage();
  await page.goto(`${site.origin}/page.html`);
  await page.waitForFunction(
    (text) =>
      document.querySelector('feaas-component')!.textContent === text &&
      document.querySelector('feaas-loader')!.shadowRoot?.querySelector('[part=spinner]'),
    { timeout: 60_000 },
    TEXT,
  );
  await page.evaluate(() => document.querySelector('feaas-component')!.whenRendered());
  // Modules that load when the page is idle may be requested again after the page shows.
  await waitUntil(() => requested.length > 0 && isComplete());
  await context.close();
}

for (const [name, start] of BROWSERS) {
  test(`${name}: each chunk of a page may fail once`, async (t) => {
    const browser = await start();
    cleanUp(t, () => browser.close());
    await show(browser);
    // Tags of the page request its script and the imports of the script.
    const script = new Set(firstRenderFiles(`${WWW}build`).filter((file) => !file.endsWith('.entry.js')));
    const chunks = [...new Set(requested)].filter((path) => !script.has(path.slice('/build/'.length)));
    assert.ok(chunks.length >= 4, `chunks: ${chunks.join()}`);
    for (const chunk of chunks)
      await t.test(chunk, async () => {
        failing = chunk;
        await show(browser, () => requested.filter((path) => path.split('?')[0] === chunk).length > 1);
        assert.equal(failing, undefined, 'it was requested');
        const again = requested.filter((path) => path.split('?')[0] === chunk);
        assert.ok(again.length > 1, `it was requested again: ${requested.join()}`);
        // If lazily loaded modules share the failed one, their importers request it again.
        assert.ok(
          requested.some((path) => /\?(?:s-)?retry=/.test(path)),
          `under another URL: ${requested.join()}`,
        );
      });
  });
}
