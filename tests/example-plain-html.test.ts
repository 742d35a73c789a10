/** The example of plain HTML, started by its one command: it shows, it is typed into, it is edited. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startExample, type Example } from './lib/example';
import { listen } from './lib/journey';
import { watchRequests } from './lib/scripts';

let site: Example;
let browser: Browser;
let page: Page;
let asked: string[];
const said: string[] = [];

before(async () => {
  [site, browser] = await Promise.all([startExample('plain-html'), launch()]);
  page = await openPage(browser);
  listen(page, said);
  asked = watchRequests(page);
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
  await page.focus('#title');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await waitFor(() => document.querySelector('h2[data-path]')!.textContent === 'Tonight only!');
});

test('pictures of the library show', async () => {
  await waitFor(() =>
    [...document.querySelectorAll<HTMLImageElement>('.au-card img')].some(({ naturalWidth }) => naturalWidth > 0),
  );
});

test('the kit comes from the host as it is, each file once, and from the site comes nothing but its own', async () => {
  const scripts = asked.filter((url) => url.endsWith('.js'));
  assert.deepEqual(
    scripts.filter((url) => !url.startsWith(`${site.host}/build/`)),
    [`${site.origin}/page.js`],
  );
  assert.equal(new Set(scripts).size, scripts.length);
  assert.doesNotMatch(
    readFileSync(new URL('../examples/plain-html/package.json', import.meta.url), 'utf8'),
    /ependencies|build"/,
  );
});

test('a component of the page stands in content, and the page hears of it', async () => {
  const button = (await page.waitForSelector('feaas-external button'))!;
  assert.equal(await button.evaluate((each) => each.textContent), 'Book now');
  await button.click();
  await button.click();
  await waitFor(() => document.querySelector('output')!.textContent === '2');
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
