/** Runs an example in a browser, with assertions that hold for all examples: content with data, and an editor that opens on a click. */
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
  /** URLs of the requests, in order. */
  readonly requestURLs: string[];
  waitFor(test: () => unknown): Promise<unknown>;
}

/** Starts an example with its own command and opens it before the tests of a file; stops it after them. */
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

/** Asserts that components render with data, and that text typed into a field of the page updates a binding. */
export async function assertShowsContent({ page, waitFor }: ExamplePage, field: string): Promise<void> {
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')?.textContent);
  await waitFor(() => document.querySelectorAll('.au-card').length > 5);
  await page.focus(field);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await waitFor(() => document.querySelector('h2[data-path]')!.textContent === 'Tonight only!');
}

/**
 * Clicks the button of an external component twice, and asserts that the page counts two clicks.
 * @param before its label before the clicks
 * @param behind its label after the clicks
 */
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

/** Asserts that a click opens the editor, that typed text is rendered, and that the console is empty. */
export async function assertEditable({ page, consoleMessages, waitFor }: ExamplePage): Promise<void> {
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => (document.querySelector('feaas-editor') as unknown as { state: string }).state === 'ready');
  // Opening the editor can scroll the page.
  await page.click('feaas-component[component=hero] h1');
  await waitFor(() => document.activeElement?.localName === 'h1');
  await page.keyboard.type('Zauber ');
  await waitFor(() => document.querySelector('feaas-component[component=hero] h1')!.textContent!.includes('Zauber'));
  assert.deepEqual(consoleMessages, []);
}
