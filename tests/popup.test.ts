/** Components in windows that a page opens, in Chromium and in Firefox. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BROWSERS, openPage } from './lib/browser';
import { blankPage, send, startServer, type TestServer } from './lib/server';

let server: TestServer;
before(async () => {
  server = await startServer(blankPage(), (_request, response, { pathname }) => {
    if (!pathname.startsWith('/cdn/')) return undefined;
    const isStyles = pathname.includes('/styles/');
    send(response, isStyles ? 'p { color: rgb(1, 2, 3) }' : '<p>A</p>', isStyles ? 'text/css' : 'text/html');
    return true;
  });
});
after(() => server.close());

for (const [name, start] of BROWSERS)
  test(`E8, S2: a lazy component in a popup loads, with its stylesheet (${name})`, async () => {
    const browser = await start();
    try {
      const page = await openPage(browser);
      await page.goto(`${server.origin}/blank.html`);
      await page.evaluate(async () => {
        await customElements.whenDefined('feaas-component');
        const popup = window.open('', '_blank', 'width=600,height=400')!;
        const element = document.createElement('feaas-component');
        for (const [name, value] of Object.entries({ cdn: '/cdn', library: 'lib', component: 'card', loading: 'lazy' }))
          element.setAttribute(name, value);
        popup.document.body.append(element);
        Object.assign(window, { popup, element });
      });
      const seen = await page.waitForFunction(
        () => {
          const { popup, element } = window as unknown as { popup: Window; element: Element };
          const [paragraph] = element.children;
          return paragraph && popup.getComputedStyle(paragraph).color;
        },
        { timeout: 20_000, polling: 50 },
      );
      assert.equal(await seen.jsonValue(), 'rgb(1, 2, 3)');
    } finally {
      await browser.close();
    }
  });
