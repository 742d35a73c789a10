/** GraphiQL on the real host: a query runs, and the page loads nothing from other origins. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Browser } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startRealHost } from './lib/real-host';

let browser: Browser | undefined;
after(() => browser?.close());

test('a query runs in GraphiQL, and only the host receives requests', async (t) => {
  const host = await startRealHost(t);
  browser = await launch();
  const page = await openPage(browser);
  const elsewhere: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    if (/^(?:data|blob):/.test(url) || url.startsWith(`${host.url}/`)) return void request.continue();
    elsewhere.push(url);
    void request.abort();
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const query = encodeURIComponent('{ library(id: "aurora") { name description } }');
  await page.goto(`${host.url}/graphql?query=${query}`);
  const run = await page.waitForSelector('.graphiql-execute-button:not([disabled])');
  await page.waitForFunction(() =>
    document.querySelector('.graphiql-query-editor .view-line')?.textContent?.includes('aurora'),
  );
  await run!.click();
  await page.waitForFunction(() =>
    document.querySelector('.graphiql-response')?.textContent?.replace(/\s+/g, ' ').includes('Northern-lights'),
  );
  assert.deepEqual(
    await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
    true,
    'all of it is in the window',
  );
  // A link leads to the preview page.
  await (await page.waitForSelector('::-p-aria([name="Preview a component"][role="link"])', {
    visible: true,
  }))!.click();
  await page.waitForSelector('#source');
  assert.equal(new URL(page.url()).pathname, '/preview.html');
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(errors, []);
});
