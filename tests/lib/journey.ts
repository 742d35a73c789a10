/** The setup of most journeys: a browser, a page that loads the built kit, a server with routes, and the console messages. */
import { after, before } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './browser';
import { blankPage, startServer, type Route, type TestServer } from './server';

export interface Journey {
  readonly browser: Browser;
  readonly page: Page;
  readonly server: TestServer;
  /** Console messages as `error: …` or `warn: …`, and uncaught errors as `uncaught: …`. */
  readonly consoleMessages: string[];
  /** Reloads the blank page, and clears the console messages and the request log. */
  open(query?: string): Promise<void>;
}

/** Sets up before the tests of a file and tears down after them. */
export function journey(options: { csp?: string } = {}, ...routes: Route[]): Journey {
  const state = { consoleMessages: [] as string[] } as { -readonly [Name in keyof Journey]: Journey[Name] };
  state.open = async (query = '') => {
    await state.page.goto(`${state.server.origin}/blank.html${query}`);
    state.consoleMessages.length = state.server.log.length = 0;
  };
  before(async () => {
    state.server = await startServer(blankPage(options.csp), ...routes);
    state.browser = await launch();
    state.page = await openPage(state.browser);
    recordConsole(state.page, state.consoleMessages);
    await state.open();
  });
  after(async () => {
    await state.browser.close();
    await state.server.close();
  });
  return state;
}

const messagesByPage = new WeakMap<Page, readonly string[]>();

/** The recorded console messages of a page as one text, for failure messages. */
export const consoleText = (page: Page): string => messagesByPage.get(page)?.join('\n') || 'nothing';

/** Records the errors and warnings of a page. Messages about resources that failed to load include their URL. */
export function recordConsole(page: Page, messages: string[]): void {
  messagesByPage.set(page, messages);
  page.on('console', (message) => {
    const type = message.type();
    if (type !== 'error' && type !== 'warn') return;
    const text = message.text();
    messages.push(`${type}: ${text}${text.startsWith('Failed to load resource') ? ` ${message.location().url}` : ''}`);
  });
  page.on('pageerror', (error) => messages.push(`uncaught: ${(error as Error).message}`));
}
