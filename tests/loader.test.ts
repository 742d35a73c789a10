/** `feaas-kit/loader` in a site's bundle: elements on the page load at once, all others later, and it shares the engine of `feaas-kit`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { recordConsole } from './lib/journey';
import { send, startServer, type TestServer } from './lib/server';

const ROOT = new URL('../', import.meta.url).pathname;
const SITE = `
import { defineCustomElements } from 'feaas-kit/loader';
import { setLogger } from 'feaas-kit';
globalThis.heard = [];
setLogger({ error: (...line) => heard.push(String(line[0])), warn() {}, info() {}, debug() {} });
globalThis.defineCustomElements = defineCustomElements;
`;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,">
<feaas-component id="a" fetch="" template='<p data-path="b">none</p>' data='{"b": "bound"}'></feaas-component>
<feaas-component id="wrong" fetch="" template="<p>still</p>" data="{"></feaas-component>
<div id="shadow"></div>
<script>document.querySelector('#shadow').attachShadow({ mode: 'open' }).innerHTML = '<feaas-loader></feaas-loader>';</script>
<script type="module" src="/site.js"></script></html>`;
const TAGS = ['component', 'context', 'editor', 'external', 'loader', 'picker', 'stylesheet'];

declare global {
  interface Window {
    heard: string[];
    defineCustomElements(): Promise<void>;
  }
}

let server: TestServer;
let browser: Browser;
let page: Page;
const said: string[] = [];

before(async () => {
  const { outputFiles } = await build({
    ...{ stdin: { contents: SITE, resolveDir: ROOT, sourcefile: 'site.js' }, entryNames: 'site', outdir: '/' },
    ...{ bundle: true, splitting: true, minify: true, write: false, format: 'esm', target: 'es2022' },
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  server = await startServer((_request, response, { pathname }) => {
    const file = files.get(pathname);
    if (file !== undefined) send(response, file, 'text/javascript');
    else if (pathname === '/') send(response, PAGE, 'text/html; charset=utf-8');
  });
  browser = await launch();
  page = await openPage(browser);
  recordConsole(page, said);
  await page.goto(server.origin);
  await page.waitForFunction(() => 'defineCustomElements' in window);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const defined = (): Promise<string[]> =>
  page.evaluate((tags) => tags.filter((tag) => customElements.get(`feaas-${tag}`)), TAGS);

test('the loader defines nothing without a call', async () => assert.deepEqual(await defined(), []));

test('elements on the page are defined first, and show; all elements are defined in the end, also in shadow roots', async () => {
  const first = await page.evaluate(async () => {
    // Hold idle callbacks until the test releases them.
    const held: (() => void)[] = [];
    let idles = false;
    let arrived = (): void => {};
    const waiting = new Promise<void>((resolve) => (arrived = resolve));
    window.requestIdleCallback = (work, options) => {
      // Other modules of the kit request idle callbacks without a timeout.
      if (options?.timeout) arrived();
      const run = (): void => work({ didTimeout: false, timeRemaining: () => 0 });
      if (idles) queueMicrotask(run);
      else held.push(run);
      return 0;
    };
    const all = window.defineCustomElements();
    await customElements.whenDefined('feaas-component');
    await (document.querySelector('#a') as HTMLElement & { whenRendered(): Promise<void> }).whenRendered();
    await waiting;
    const loader = customElements.get('feaas-loader') !== undefined;
    idles = true;
    held.forEach((run) => run());
    await all;
    return { loader, text: document.querySelector('#a')!.textContent };
  });
  assert.deepEqual(first, { loader: false, text: 'bound' });
  assert.deepEqual(await defined(), TAGS);
  assert.ok(
    await page.evaluate(() => document.querySelector('#shadow')!.shadowRoot!.querySelector(':defined') !== null),
  );
  await page.evaluate(() => window.defineCustomElements());
});

test('settings through `feaas-kit` apply to the elements: they share one engine', async () => {
  assert.equal(await page.evaluate(() => window.heard.length), 1);
  assert.equal(await page.$eval('#wrong', (each) => each.textContent), 'still');
  assert.deepEqual(said, []);
});

test('each element works in a site’s bundle without a shared runtime: the picker is a form control', async () => {
  const picker = await page.evaluate(async () => {
    const form = document.createElement('form');
    form.innerHTML = '<feaas-picker dialog name="look" value="-theme--paper"></feaas-picker>';
    document.body.append(form);
    const picker = form.querySelector<HTMLElement & { form: HTMLFormElement }>('feaas-picker')!;
    // An element first renders after the current task's microtasks.
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    const trigger = picker.shadowRoot!.querySelector('[part=trigger]')!;
    return [picker.form === form, [...new FormData(form)], trigger.textContent];
  });
  assert.deepEqual(picker, [true, [['look', '-theme--paper']], '-theme--paper']);
  const tags = TAGS.filter((tag) => tag !== 'editor');
  await page.evaluate(
    (tags) => document.body.append(...tags.map((tag) => document.createElement(`feaas-${tag}`))),
    tags,
  );
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.deepEqual(said, []);
});
