/** Journeys of visitors: a page with components, whose content comes from a host that the test controls. */
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { launch } from './browser';
import { ContentHost } from './content-host';
import { send, startServer, type TestServer } from './server';

/** An event of the kit: its type, the id of its element, and details of `feaasRender` and `feaasError`. */
export interface KitEvent {
  type: string;
  id: string;
  phase?: string;
  stale?: boolean;
  error?: string;
}

export interface VisitorJourney {
  readonly browser: Browser;
  /** The browser profile; {@link resetProfile} replaces it. */
  context: BrowserContext;
  readonly host: ContentHost;
  readonly site: TestServer;
  /** The body and the head of the page. */
  body: string;
  head: string;
  /** Uncaught errors, unhandled rejections. */
  readonly uncaught: string[];
  /** Replaces the profile by an empty one, and resets the host and the page. */
  resetProfile(): Promise<void>;
  /**
   * Opens the page in a new tab, and waits until all content is rendered, checked and cached, unless `settle` is false.
   * @param ahead milliseconds by which the visitor's clock is ahead
   * @param prepare runs in the page before its scripts
   */
  open(options?: { settle?: boolean; ahead?: number; prepare?: () => void }): Promise<Page>;
}

/** Waits until all responses have arrived, and their content is rendered, checked and cached. */
export const waitForDelivery = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await Promise.all(
      [...document.querySelectorAll<any>('feaas-component')].map((each) => each.whenRendered?.().catch(() => {})),
    );
    const path = '/build/index.esm.js';
    await (await import(path)).whenDeliverySettled();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Returns the events of the kit in a page since the last call. */
export const takeEvents = (page: Page): Promise<KitEvent[]> => page.evaluate(() => (window as any).__events.splice(0));

/** Waits until the visible text of a page equals a text. */
export const waitForPageText = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((text: string) => document.body.innerText.replace(/\s+/g, ' ').trim() === text, {}, text);

/** The visible text of a page, with collapsed white space. */
export const pageText = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim());

export function visitorJourney(): VisitorJourney {
  const state = { body: '', head: '', uncaught: [] as string[], host: new ContentHost() } as {
    -readonly [Name in keyof VisitorJourney]: VisitorJourney[Name];
  };
  state.resetProfile = async () => {
    await state.context?.close();
    state.context = await state.browser.createBrowserContext();
    state.host.log.length = state.host.cancelled.length = 0;
    state.host.fault = undefined;
    state.host.gate = async () => {};
    state.host.headers = { 'cache-control': 'no-cache' };
    state.host.documents.clear();
    state.head = '';
    state.uncaught.length = 0;
  };
  state.open = async ({ settle: wait = true, ahead = 0, prepare } = {}) => {
    const page = await state.context.newPage();
    page.on('pageerror', (error) => state.uncaught.push(String(error)));
    await page.evaluateOnNewDocument('globalThis.__name = (target) => target; globalThis.__events = []');
    await page.evaluateOnNewDocument((ahead: number) => {
      if (ahead) {
        const now = Date.now.bind(Date);
        Date.now = () => now() + ahead;
      }
      for (const type of ['feaasMount', 'feaasLoad', 'feaasRender', 'feaasError', 'feaasUnmount']) {
        addEventListener(type, (event) => {
          const { detail, target } = event as CustomEvent;
          const entry = { type, id: (target as Element).id };
          if (type === 'feaasRender')
            Object.assign(entry, { phase: detail.phase, stale: detail.stale, error: detail.error?.message });
          if (type === 'feaasError') Object.assign(entry, { error: detail.message });
          (window as any).__events.push(entry);
        });
      }
    }, ahead);
    if (prepare) await page.evaluateOnNewDocument(prepare);
    await page.goto(`${state.site.origin}/page.html`);
    if (wait) await waitForDelivery(page);
    return page;
  };
  before(async () => {
    await state.host.start();
    state.site = await startServer((_request, response, url) => {
      if (url.pathname !== '/page.html') return undefined;
      send(
        response,
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>${state.head}` +
          `<script type="module" src="/build/feaas.esm.js"></script>` +
          `<body cdn="${state.host.origin}" library="lib">${state.body}</body></html>`,
        'text/html; charset=utf-8',
        { 'cache-control': 'no-cache' },
      );
      return true;
    });
    state.browser = await launch();
    await state.resetProfile();
  });
  after(async () => {
    await state.browser.close();
    await state.site.close();
    await state.host.kill();
  });
  return state;
}
