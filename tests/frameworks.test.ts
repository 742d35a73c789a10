/** The elements in Vue 3, Svelte 5 and Angular, built by their own compilers: content, objects as properties, and events. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { FRAMEWORKS, buildSite, type Framework } from './lib/frameworks';
import { journey } from './lib/journey';
import { send } from './lib/server';

const TEMPLATE =
  '<h2 data-path="shop.name">-</h2><ul><li data-path-scope="shop.wares.*" data-path="shop.wares.*.name">-</li></ul>';

const sites = new Map<string, ReadonlyMap<string, string>>();

/** Allows no script of another origin, and no compilation in the page. */
const POLICY = "script-src 'self'";

const at = journey({}, (_request, response, { pathname }) => {
  const [, framework, name] = /^\/(vue|svelte|angular)\/(.*)$/.exec(pathname) ?? [];
  if (pathname.endsWith('/lib/shop/responsive/published.html')) send(response, TEMPLATE);
  else if (pathname.endsWith('/styles/lib/published.css')) send(response, 'h2 { color: green }', 'text/css');
  else if (name === '')
    send(
      response,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title><link rel="icon" href="/favicon.svg"><script type="module" src="app.js"></script><body><div id="app"></div></body></html>`,
      'text/html; charset=utf-8',
      { 'content-security-policy': POLICY },
    );
  else if (framework && name) {
    const code = sites.get(framework)?.get(name);
    send(response, code ?? '', 'text/javascript', {}, code === undefined ? 404 : 200);
  } else return undefined;
  return true;
});

const content = (): Promise<string[]> =>
  at.page.$$eval('#shop h2, #shop li', (all) => all.map((each) => each.textContent!));
const listItems = (): Promise<string[]> =>
  at.page.$$eval('ol li', (all) => all.map((each) => each.textContent!.trim()));
const waitForListItems = (count: number): Promise<unknown> =>
  at.page.waitForFunction((count) => document.querySelectorAll('ol li').length === count, { timeout: 30_000 }, count);

async function openSite(framework: Framework): Promise<void> {
  at.consoleMessages.length = 0;
  await at.page.goto(`${at.server.origin}/${framework}/`);
  // One component shows its content, the other one fires an error.
  await waitForListItems(2);
}

for (const framework of FRAMEWORKS)
  describe(framework, () => {
    before(async () => {
      sites.set(framework, await buildSite(framework));
      await openSite(framework);
    });

    test('shows delivered content with the data of the framework', async () => {
      assert.deepEqual(await content(), ['Lamps', 'Lantern', 'Candle']);
    });

    test('`data` is the same object, and not an attribute', async () => {
      const [isSame, attribute] = await at.page.$eval('#shop', (element) => [
        (element as HTMLElement & { data: unknown }).data === (window as any).given,
        element.getAttribute('data'),
      ]);
      assert.equal(isSame, true);
      assert.equal(attribute, null);
    });

    test('E7: listeners of the framework receive events with their details', async () => {
      assert.deepEqual((await listItems()).sort(), [
        'feaasError Fetch failed',
        'feaasRender lib/shop/responsive/published',
      ]);
    });

    test('D16: new data renders in place, and fires an event', async () => {
      await at.page.evaluate(() => void ((window as any).before = document.querySelector('#shop h2')));
      await at.page.click('#change');
      await waitForListItems(3);
      assert.deepEqual(await content(), ['Lights', 'Lantern', 'Candle', 'Torch']);
      assert.equal(await at.page.evaluate(() => (window as any).before === document.querySelector('#shop h2')), true);
    });

    if (framework !== 'angular')
      test('data that the framework changes in place renders with the copy that the guide shows', async () => {
        const count = (): Promise<string | null> => at.page.$eval('#cart b', (each) => each.textContent);
        assert.equal(await count(), '1');
        await at.page.click('#inside');
        await at.page.waitForFunction(() => document.querySelector('#cart b')!.textContent === '2');
      });

    if (framework !== 'angular')
      test('data changed in place without a copy causes one warning', async () => {
        const warnings = (): string[] =>
          at.consoleMessages.filter((line) => line.includes('data changed inside of its object'));
        await at.page.waitForFunction(() => document.querySelector('#basket b')?.textContent === '1');
        await new Promise((resolve) => setTimeout(resolve, 2500));
        assert.deepEqual(warnings(), [], 'copies that the framework sets are no reason');
        const end = Date.now() + 120_000;
        while (!warnings().length && Date.now() < end) {
          await at.page.click('#in-place');
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        await at.page.click('#in-place');
        await new Promise((resolve) => setTimeout(resolve, 2500));
        assert.equal(warnings().length, 1);
        assert.equal(await at.page.$eval('#basket b', (each) => each.textContent), '1');
      });

    test('a removed component disappears, and the console is empty', async () => {
      await at.page.click('#away');
      await at.page.waitForFunction(() => !document.querySelector('feaas-component'));
      assert.deepEqual(
        at.consoleMessages.filter(
          (line) => !/404|Fetch failed; nothing shows|data changed inside of its object/.test(line),
        ),
        [],
      );
    });
  });
