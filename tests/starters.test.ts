/**
 * Each template of `npm create feaas`: created, installed and started as its README says, edited in a browser, viewed by a
 * visitor, built, and viewed again in production. Plain HTML always; the others with `npm run starters`, or by name:
 * `FEAAS_STARTERS=next,astro`.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { TEMPLATE_NAMES } from '../create-feaas/src/templates';
import { launch, openPage } from './lib/browser';
import { waitForSaveButton, pressKeys, waitForEditorState } from './lib/editor-page';
import { recordConsole } from './lib/journey';
import { createStarter, packAll, type Starter, type Tarballs } from './lib/starter';

const named = process.env['FEAAS_STARTERS'];
const templates = named
  ? named.split(',')
  : process.env['FEAAS_LONG']
    ? TEMPLATE_NAMES
    : TEMPLATE_NAMES.filter((name) => name === 'html');

interface Row {
  readonly template: string;
  readonly commands: number;
  readonly seconds: readonly number[];
  readonly total: number;
}

const rows: Row[] = [];
let browser: Browser;
let tarballs: Tarballs;

before(async () => {
  [browser, tarballs] = await Promise.all([launch(), packAll()]);
});
after(async () => {
  await browser?.close();
  await tarballs?.remove();
  if (!rows.length) return;
  console.log('template      commands  create  install  start  edited heading seen  total (s)');
  for (const { template, commands, seconds, total } of rows)
    console.log(
      [
        template.padEnd(14),
        String(commands).padEnd(10),
        ...seconds.map((each, index) => each.toFixed(0).padEnd([8, 9, 7, 21][index]!)),
        total.toFixed(0),
      ].join(''),
    );
});

const HEADING = 'feaas-component[component=welcome] h1';

/** Opens a page in a new browser profile. */
async function visitor(url: string, said: string[] = [], asked: string[] = []): Promise<Page> {
  const page = await openPage(await browser.createBrowserContext());
  page.setDefaultTimeout(120_000);
  recordConsole(page, said);
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewport({ width: 1280, height: 900 });
  // Wait until a script that would sign in has run. Development servers keep some requests open. `waitForNetworkIdle` also
  // counts requests of a document that Vite reloaded when it found a dependency, and those never end.
  await page.goto(url, { timeout: 120_000, waitUntil: 'networkidle2' });
  return page;
}

async function showsHeading(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.textContent === text,
    {},
    HEADING,
    text,
  );
  await page.waitForFunction(() => document.querySelectorAll('feaas-component li').length === 2);
}

/** Opens the printed address, changes the heading in place, and saves. */
async function editHeading(address: string, text: string): Promise<void> {
  const said: string[] = [];
  const page = await visitor(address, said);
  await page.waitForSelector('feaas-component[tabindex="0"]');
  await showsHeading(page, 'Your first component');
  assert.equal(new URL(page.url()).hash, '', 'nobody copies the code with the address');
  await page.click(HEADING);
  await waitForEditorState(page, 'ready');
  // Opening the editor may have scrolled the page.
  await page.click(HEADING);
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  await page.keyboard.press('Home');
  await pressKeys(page, 'Shift+End');
  await page.keyboard.type(text);
  await page.waitForFunction(
    (selector, text) => document.querySelector(selector)!.textContent === text,
    {},
    HEADING,
    text,
  );
  await pressKeys(page, 'Control+s');
  await waitForSaveButton(page, 'Up to date', false, 60_000);
  assert.deepEqual(said, []);
  await page.browserContext().close();
}

/** Pages that a framework renders again without a reload when their file changes. */
const REFRESHED: Partial<Record<string, string>> = {
  'vite-react': 'src/App.tsx',
  next: 'app/page.tsx',
  nuxt: 'app/app.vue',
  sveltekit: 'src/routes/+page.svelte',
};

/** Asserts that components stay editable when a developer saves the file of the open page. */
async function staysEditable(address: string, path: string, text: string): Promise<void> {
  const page = await visitor(address);
  await page.waitForSelector('feaas-component[tabindex="0"]');
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.replace('<main', '<hr /><main'));
  await page.waitForSelector('hr');
  await showsHeading(page, text);
  await page.waitForSelector('feaas-component[editable][tabindex="0"]');
  writeFileSync(path, source);
  await page.browserContext().close();
}

/** Asserts that a visitor sees the heading and loads no editing code. */
async function isSeen(origin: string, text: string, path = ''): Promise<void> {
  const said: string[] = [];
  const asked: string[] = [];
  const page = await visitor(`${origin}/${path}`, said, asked);
  await showsHeading(page, text);
  assert.deepEqual(await page.$$('feaas-component[editable], feaas-component[tabindex], feaas-editor'), []);
  assert.deepEqual(
    asked.filter((url) => /\/dev\/session|\/editor\.js/.test(url)),
    [],
  );
  assert.deepEqual(said, []);
  await page.browserContext().close();
}

for (const template of templates)
  test(`${template}: an editor changes the heading, and a visitor sees it, in development and in production`, async () => {
    const begun = Date.now();
    const since = (start: number): number => (Date.now() - start) / 1000;
    const text = `Edited in ${template}`;
    const site: Starter = await createStarter(template, tarballs);
    try {
      const started = Date.now();
      const development = site.start('npm run dev');
      const [, address] = await development.waitForOutput(/open this to edit: (\S+)/);
      await development.waitForResponse(site.origin);
      const ready = Date.now();
      await isSeen(site.origin, 'Your first component');
      await editHeading(address!, text);
      await isSeen(site.origin, text);
      const seconds = [...site.steps.map((step) => step.seconds), (ready - started) / 1000, since(ready)];
      // Count the steps, `cd`, and `npm run dev`.
      rows.push({ template, commands: site.steps.length + 2, seconds, total: since(begun) });
      const refreshed = REFRESHED[template];
      if (refreshed !== undefined) await staysEditable(address!, `${site.folder}/${refreshed}`, text);
      await development.stop();

      const { scripts } = JSON.parse(readFileSync(`${site.folder}/package.json`, 'utf8'));
      const host = site.start('npm run host');
      await host.waitForOutput(/feaas-host is ready at/);
      if (scripts.build !== undefined) await site.run('npm run build');
      const production = site.start('npm start');
      await production.waitForResponse(site.origin);
      // A page without a build step detects development by its host name.
      const origin = template === 'html' ? site.origin.replace('localhost', 'www.localhost') : site.origin;
      await isSeen(origin, text);
      await isSeen(origin, text, new URL(address!).hash);
      await production.stop();
      await host.stop();
    } finally {
      await site.remove();
    }
    assert.ok(!existsSync(site.folder));
  });
