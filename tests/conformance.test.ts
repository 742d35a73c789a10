/** Every rendering case of the conformance data, in Chromium through the element. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { cases } from './cases';
import { caseFiles, withHost, type ConformanceCase } from './lib/conformance';
import { normalize } from './lib/normalize';
import { blankPage, startServer, type TestServer } from './lib/server';

let browser: Browser;
let page: Page;
let server: TestServer;
const files = caseFiles();

before(async () => {
  server = await startServer(blankPage(), files.route);
  browser = await launch();
  page = await openPage(browser);
  await page.goto(`${server.origin}/blank.html`);
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Creates the element of a case and runs its steps. Returns the HTML after each step. */
async function walk(each: ConformanceCase): Promise<string[]> {
  return page.evaluate(async (given: ConformanceCase) => {
    const element = document.createElement('feaas-component') as HTMLElement & {
      whenRendered(): Promise<void>;
      componentOnReady(): Promise<unknown>;
    };
    const set = (name: string, value: string | null): void =>
      value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
    const attributes: Record<string, string> = { library: 'lib', component: 'comp', fetch: 'data', ...given.attrs };
    for (const [name, value] of Object.entries(attributes)) set(name, value);
    if (given.template !== undefined) set('template', given.template);
    if (given.data !== undefined) set('data', JSON.stringify(given.data));
    if (given.inner !== undefined) element.innerHTML = given.inner;
    const states: string[] = [];
    const settle = async (): Promise<void> => {
      await element.componentOnReady();
      // Changes are processed in a microtask, fetched, and rendered in a frame.
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
      await element.whenRendered().catch(() => {});
      await new Promise((resolve) => requestAnimationFrame(resolve));
      states.push(element.innerHTML || (element.shadowRoot?.innerHTML ?? ''));
    };
    document.body.replaceChildren(element);
    await settle();
    for (const step of given.steps ?? []) {
      if ('data' in step) set('data', JSON.stringify(step.data));
      if (step.template !== undefined) set('template', step.template);
      for (const [name, value] of Object.entries(step.setAttribute ?? {})) set(name, value);
      if (step.click) (element.querySelector(step.click) as HTMLElement).click();
      await settle();
    }
    return states;
  }, each);
}

for (const each of cases) {
  test(`${each.id}: ${each.note}`, async () => {
    files.serve(each);
    if (each.fresh) await page.reload();
    const states = await walk(withHost(each, server.origin));
    const expected = withHost(each, server.origin);
    const clean = (html: string): string => normalize(html, { origin: server.origin });
    assert.equal(clean(states.at(-1)!), clean(expected.expected));
    if (expected.snapshots) assert.deepEqual(states.map(clean), expected.snapshots.map(clean));
  });
}
