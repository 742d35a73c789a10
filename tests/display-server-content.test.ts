/** Server-rendered content shows while the code of its elements loads, and does not move when the code has loaded (E1, E14). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BROWSERS } from './lib/browser';
import { send, startServer, type TestServer } from './lib/server';
import { cleanUp } from './lib/clean-up';

const TEXT = '<p style="height: 40px">From the server</p>';
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
<script>
  window.shift = 0;
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; })
      .observe({ type: 'layout-shift', buffered: true });
</script>
<script type="module" src="/build/feaas.esm.js"></script>
<feaas-component fetch="" last-modified="Thu, 01 Jan 2026 00:00:00 GMT" class="-feaas">${TEXT}</feaas-component>
<feaas-component isolate fetch="" template='<p style="height: 40px">From the server</p>'>${TEXT}</feaas-component>
<feaas-external data-external-id="chart">${TEXT}</feaas-external>
<p>After them</p></html>`;

let site: TestServer;
let release: () => void;
let released: Promise<void>;

before(async () => {
  site = await startServer(async (_request, response, { pathname }) => {
    if (pathname === '/page.html') return void send(response, PAGE, 'text/html; charset=utf-8');
    if (pathname.endsWith('.entry.js')) await released;
    return undefined;
  });
});
after(() => site.close());

for (const [name, start] of BROWSERS) {
  test(`${name}: elements show server-rendered content before their code has loaded`, async (t) => {
    released = new Promise((resolve) => (release = resolve));
    const browser = await start();
    cleanUp(t, () => browser.close());
    const page = await browser.newPage();
    // The page's `load` event waits for the held imports of its scripts.
    await page.goto(`${site.origin}/page.html`, { waitUntil: 'domcontentloaded' });
    const tops = (): Promise<number[]> =>
      page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return [...document.querySelectorAll('body > *')].map((each) => each.getBoundingClientRect().top);
      });
    await page.waitForFunction(() => customElements.get('feaas-component') && customElements.get('feaas-external'));
    const whileLoading = await tops();
    const heights = await page.$$eval('body > :is(feaas-component, feaas-external) > p', (all) =>
      all.map((each) => each.getBoundingClientRect().height),
    );
    assert.deepEqual(heights, [40, 40, 40]);
    release();
    await page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll<any>('feaas-component, feaas-external')].map((each) => each.componentOnReady()),
      ),
    );
    assert.deepEqual(await tops(), whileLoading);
    const slots = await page.$$eval('feaas-component, feaas-external', (all) =>
      all.map((each) => each.shadowRoot!.querySelectorAll('slot').length),
    );
    assert.deepEqual(slots, [1, 0, 1]);
    assert.equal(await page.evaluate('shift'), 0);
  });
}
