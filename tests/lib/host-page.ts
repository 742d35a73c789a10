/** A page of the real host under its Content Security Policy (D13): a new page for each test, with its console messages and requests. */
import { after, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { launch, openPage } from './browser';
import { startEditingHost, type EditingHost } from './editing-host';
import { recordConsole } from './journey';
import { signIn } from './sign-in';
import { logPolicyViolations, recordRequestURLs } from './page-observers';

export interface HostPage {
  readonly host: EditingHost;
  readonly browser: Browser;
  readonly page: Page;
  /** Console messages as `error: …` or `warn: …`, and uncaught errors as `uncaught: …`. */
  readonly consoleMessages: string[];
  /** URLs of the requests of the page, in order. */
  readonly requestURLs: string[];
  /** Replaces the page by a new one in this browser profile. */
  replacePage(profile: Browser | BrowserContext): Promise<void>;
  /** Writes a page with this body to the host, and opens it. */
  open(body: string, attributes?: string): Promise<void>;
}

/** Sets up before the tests of a file and tears down after them. */
export function hostPage(
  prepare: (page: Page, host: EditingHost) => Promise<unknown> = async () => undefined,
): HostPage {
  const state = {} as { -readonly [Name in keyof HostPage]: HostPage[Name] };
  state.replacePage = async (profile) => {
    state.page = await openPage(profile);
    await logPolicyViolations(state.page);
    await signIn(state.page, state.host);
    await prepare(state.page, state.host);
    recordConsole(state.page, (state.consoleMessages = []));
    state.requestURLs = recordRequestURLs(state.page);
  };
  state.open = async (body, attributes) => {
    await state.host.writePage('journey.html', body, attributes);
    await state.page.goto(`${state.host.origin}/journey.html`);
  };
  before(async () => {
    state.host = await startEditingHost();
    state.browser = await launch();
  });
  after(async () => {
    await state.browser?.close();
    await state.host?.stop();
  });
  beforeEach(async () => {
    if (state.page && !state.page.isClosed()) await state.page.close();
    await state.replacePage(state.browser);
  });
  return state;
}
