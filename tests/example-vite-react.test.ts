/** The example of Vite and React, started by its one command: it shows, it is typed into, it is edited. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startExample, type Example } from './lib/example';
import { listen } from './lib/journey';

let site: Example;
let browser: Browser;
let page: Page;
const said: string[] = [];

before(async () => {
  [site, browser] = await Promise.all([startExample('vite-react'), launch()]);
  page = await openPage(browser);
  listen(page, said);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(site.origin);
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const waitFor = (test: () => unknown): Promise<unknown> => page.waitForFunction(test);

test('content shows with its data, and what the page changes is bound at once', async () => {
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')?.textContent);
  await waitFor(() => document.querySelectorAll('.au-card').length > 5);
  await page.type('input', '!');
  await waitFor(() => document.querySelector('h2[data-path]')!.textContent === 'Tonight only!');
});

test('a component of the site stands in content, and reads the site’s context', async () => {
  const button = (await page.waitForSelector('feaas-external button'))!;
  await button.click();
  await button.click();
  await waitFor(() => document.querySelector('output')!.textContent === '2');
  assert.equal(await button.evaluate((each) => each.textContent), 'Book now (2)');
});

test('an editor’s click opens the editor, what is typed is in the page, and nobody complained', async () => {
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => (document.querySelector('feaas-editor') as unknown as { state: string }).state === 'ready');
  // Opening may have scrolled.
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => document.activeElement?.localName === 'h1');
  await page.keyboard.type('Zauber ');
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')!.textContent!.includes('Zauber'));
  assert.deepEqual(said, []);
});
