/** An example in a browser, and what everyone of them shows: content with its data, and an editor at a click. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './browser';
import { startExample, type Example } from './example';
import { recordConsole } from './journey';
import { recordRequestURLs } from './page-observers';

export interface ExamplePage {
  readonly site: Example;
  readonly page: Page;
  /** Errors and warnings of the console. */
  readonly consoleMessages: string[];
  /** URLs that were asked for. */
  readonly requestURLs: string[];
  waitFor(test: () => unknown): Promise<unknown>;
}

/** Starts an example by its one command before the tests of a file, opens it, and ends it after them. */
export function examplePage(name: string): ExamplePage {
  const state = { consoleMessages: [] as string[] } as { -readonly [Name in keyof ExamplePage]: ExamplePage[Name] };
  state.waitFor = (test) => state.page.waitForFunction(test);
  let browser: Browser | undefined;
  before(async () => {
    [state.site, browser] = await Promise.all([startExample(name), launch()]);
    state.page = await openPage(browser);
    recordConsole(state.page, state.consoleMessages);
    state.requestURLs = recordRequestURLs(state.page);
    await state.page.setViewport({ width: 1280, height: 900 });
    await state.page.goto(state.site.origin);
  });
  after(async () => {
    await browser?.close();
    await state.site?.stop();
  });
  return state;
}

/** Components show with their data, and what is typed into a field of the page is bound. */
export async function assertShowsContent({ page, waitFor }: ExamplePage, field: string): Promise<void> {
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')?.textContent);
  await waitFor(() => document.querySelectorAll('.au-card').length > 5);
  await page.focus(field);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await waitFor(() => document.querySelector('h2[data-path]')!.textContent === 'Tonight only!');
}

/** A component of the page's own is pressed twice, and the page counts. */
export async function assertCountsClicks(
  { page, waitFor }: ExamplePage,
  before: string,
  behind: string,
): Promise<void> {
  const button = (await page.waitForSelector('feaas-external button'))!;
  const named = (): Promise<string | null> => button.evaluate((each) => each.textContent);
  assert.equal(await named(), before);
  await button.click();
  await button.click();
  await waitFor(() => document.querySelector('output')!.textContent === '2');
  assert.equal(await named(), behind);
}

/** A click opens the editor, what is typed is in the page, and nobody complained. */
export async function assertEditable({ page, consoleMessages, waitFor }: ExamplePage): Promise<void> {
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => (document.querySelector('feaas-editor') as unknown as { state: string }).state === 'ready');
  // Opening may have scrolled.
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => document.activeElement?.localName === 'h1');
  await page.keyboard.type('Zauber ');
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')!.textContent!.includes('Zauber'));
  assert.deepEqual(consoleMessages, []);
}
