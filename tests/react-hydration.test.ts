/**
 * Server-rendered sites where the kit runs before React hydrates, in React 18 and 19 (E15): no hydration fails, children may change at
 * any time, and early registrations are mounted early.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { journey } from './lib/journey';
import { browserBundle, serverModule } from './lib/react-bundle';
import { REACT_VERSIONS } from './lib/react-site';
import { send } from './lib/server';
import { API } from '../src/utils/frontend/types';

type Win = any;

let page = '';
const scripts: Record<string, string> = {};
const at = journey({}, (_request, response, url) => {
  const script = scripts[url.pathname];
  if (script !== undefined) return (send(response, script, 'text/javascript'), true);
  if (url.pathname === '/hydration.html') return (send(response, page, 'text/html; charset=utf-8'), true);
  if (url.pathname === '/cdn/components/lib/card/responsive/published.html')
    return (send(response, '<h2>Card</h2><b data-path="s.t">-</b>'), true);
  if (url.pathname === '/cdn/styles/lib/published.css') return (send(response, '', 'text/css'), true);
  if (url.pathname === '/editor.js')
    return (
      send(
        response,
        `export const api = ${API}; export function mount() { window.editorMounted = (window.editorMounted ?? 0) + 1; return { unmount() {} }; }`,
        'text/javascript',
      ),
      true
    );
  return undefined;
});

interface Printer {
  print(name: string, registered: boolean): string;
}

for (const version of REACT_VERSIONS)
  describe(`React ${version}`, () => {
    let printer: Printer;
    before(async () => {
      scripts[`/site-${version}.js`] = await browserBundle('tests/pages/hydration-page.ts', version);
      printer = await serverModule<Printer>('tests/pages/hydration-server.ts', version);
    });

    /** Opens a server-rendered site whose kit runs and whose React waits. */
    async function open(name: string, registered = false): Promise<string> {
      const html = printer.print(name, registered);
      at.consoleMessages.length = at.server.log.length = 0;
      page =
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Hydration</title><link rel="icon" href="data:,">' +
        `<body><div id="root">${html}</div><script type="module" src="/site-${version}.js"></script></body></html>`;
      await at.page.goto(`${at.server.origin}/hydration.html`);
      await at.page.waitForFunction(() => 'hydrate' in window);
      return html;
    }
    const hydrate = (name: string): Promise<void> =>
      at.page.evaluate((name: string) => (window as Win).hydrate(name), name);
    const set = (value: unknown): Promise<void> =>
      at.page.evaluate((value: unknown) => (window as Win).controls.set(value), value);
    const settled = (): Promise<void> =>
      at.page.evaluate(async () => {
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => requestAnimationFrame(resolve));
      });
    const shown = (selector = 'feaas-component, feaas-external'): Promise<string> =>
      at.page.$eval(selector, (element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
    const shows = (text: string): Promise<unknown> =>
      at.page
        .waitForFunction(
          (text: string) =>
            document
              .querySelector<HTMLElement>('feaas-component, feaas-external')!
              .innerText.replace(/\s+/g, ' ')
              .trim() === text,
          { timeout: 5000 },
          text,
        )
        .catch(async () => assert.equal(await shown(), text));
    /** Asserts that React has hydrated the whole page without an error, and that its handlers work. */
    async function works(): Promise<void> {
      await at.page.click('footer button');
      await at.page.waitForFunction(() => document.querySelector('footer button')!.textContent === 'Clicked 1');
      assert.deepEqual(await at.page.evaluate(() => (window as Win).recovered), []);
      assert.deepEqual(at.consoleMessages, []);
    }

    test('E15: a component that rendered before React hydrates keeps its nodes, without an error', async () => {
      await open('plain');
      await shows('Card -');
      await at.page.evaluate(() => void ((window as Win).title = document.querySelector('h2')));
      await hydrate('plain');
      await settled();
      assert.ok(await at.page.evaluate(() => (window as Win).title === document.querySelector('h2')));
      await works();
    });

    test('E15: a component whose data arrives with hydration waits for it, and keeps the server’s content', async () => {
      const html = await open('own');
      assert.match(html, /<feaas-component[^>]* fetch=""[^>]*><p data-path="s.t">Own<\/p><\/feaas-component>/);
      await settled();
      assert.equal(await shown(), 'Own');
      await at.page.evaluate(() => void ((window as Win).text = document.querySelector('feaas-component p')));
      await hydrate('own');
      await at.page.$eval('feaas-component', (element) => element.whenRendered());
      assert.equal(await shown(), 'Own');
      assert.ok(await at.page.evaluate(() => (window as Win).text === document.querySelector('feaas-component p')));
      assert.ok(!at.server.log.some((line) => line.includes('/components/lib/card')), 'nothing is fetched');
      await works();
      await open('data');
      await settled();
      await hydrate('data');
      await shows('Card Bound');
      await works();
    });

    test('E15: children show until the component has loaded, respond to events once React hydrates, and disappear then', async () => {
      await open('children');
      await shows('Card -');
      await hydrate('children');
      await settled();
      assert.equal(await shown(), 'Card -');
      await works();
    });

    test('children that change after loading have no effect, and cause no error', async () => {
      for (const early of [true, false]) {
        await open('changing');
        if (early) await shows('Card -');
        await hydrate('changing');
        await shows('Card -');
        for (const value of [0, 1, 0, 2]) {
          await set(value);
          await settled();
          assert.equal(await shown(), 'Card -');
        }
        await works();
      }
    });

    test('E6: children that are the template and change are a changed template', async () => {
      await open('template');
      await hydrate('template');
      await shows('Bound');
      for (const [value, text] of [
        ['one', 'Bound one'],
        ['two', 'Bound two'],
        ['', 'Bound'],
      ] as const) {
        await set(value);
        await shows(text);
      }
      await works();
    });

    test('E15: an external component is mounted before React hydrates, and moves into its tree then', async () => {
      for (const registered of [false, true]) {
        const html = await open('external', registered);
        if (registered) assert.match(html, /<b class="greeting">Hello Ada \[\]<\/b>/);
        await at.page.evaluate(() => (window as Win).register());
        await shows('Hello Ada []');
        // Before the registration, the kit reported the missing component where the server had rendered it.
        assert.equal(at.consoleMessages.splice(0).length, registered ? 0 : 1);
        await hydrate('external');
        await settled();
        assert.equal(await shown(), 'Hello Ada []');
        assert.equal(await at.page.$$eval('.greeting', ({ length }) => length), 1);
        await works();
      }
    });

    test('properties that are not text are passed to an external component by value', async () => {
      await open('values');
      await at.page.evaluate(() => (window as Win).register());
      await hydrate('values');
      await shows('Hello Ada [1,{"a":1}]');
      await works();
    });

    test('the server renders a registered component in a template, and the page hydrates it', async () => {
      const html = await open('inTemplate', true);
      assert.match(
        html,
        /<section class="wide" style="color:red"><p>Before<\/p><feaas-external data-external-id="greeting"[^>]* first-name="Bob"[^>]*>(?:<!--\$-->)?<b class="greeting">Hello Bob \[\]<\/b>(?:<!--\/\$-->)?<\/feaas-external> after<\/section>/,
      );
      assert.equal(await shown(), 'Before Hello Bob [] after');
      await at.page.evaluate(() => (window as Win).register());
      await hydrate('inTemplate');
      await at.page.waitForSelector('feaas-external > [slot] > .greeting');
      assert.equal(await at.page.$$eval('.greeting', ({ length }) => length), 1);
      assert.equal(await shown(), 'Before Hello Bob [] after');
      await works();
    });

    test('E15: a click on an editable component before React hydrates opens the editor, and hydration succeeds', async () => {
      await open('editable');
      await shows('Card -');
      await at.page.waitForFunction(() => document.querySelector('feaas-editor')?.shadowRoot?.childElementCount);
      await at.page.click('feaas-component h2');
      await hydrate('editable');
      await at.page.waitForFunction(() => document.querySelector('feaas-editor')!.getAttribute('state') === 'ready', {
        timeout: 30_000,
      });
      assert.equal(await at.page.evaluate(() => (window as Win).editorMounted), 1);
      await works();
    });
  });
