/** Waiting until a page asks for nothing more. */
import type { HTTPRequest, Page } from 'puppeteer';
import { becomes } from './until';

interface Asked {
  /** What has no answer yet. */
  readonly open: Set<HTTPRequest>;
  /** When the last of all was asked for or answered, as `performance.now()`. */
  last: number;
}

const pages = new WeakMap<Page, Asked>();

/** A subscription, which ends when the page does. */
const isEndless = (request: HTTPRequest): boolean =>
  /subscriptionSpec|event-stream/.test(request.headers()['accept'] ?? '');

/** Takes note of all that a page asks for from now on. */
export function heedRequests(page: Page): void {
  const asked: Asked = { open: new Set(), last: performance.now() };
  pages.set(page, asked);
  const note = (change: (request: HTTPRequest) => void) => (request: HTTPRequest) => {
    change(request);
    asked.last = performance.now();
  };
  const end = note((request) => asked.open.delete(request));
  page.on(
    'request',
    note((request) => isEndless(request) || asked.open.add(request)),
  );
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  // The browser does not always tell how the requests of the document before ended.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of asked.open) if (!request.isNavigationRequest()) asked.open.delete(request);
  });
}

/**
 * Waits until nothing but subscriptions has been under way for a while: what comes a moment later has come.
 * @param idle milliseconds.
 */
export async function quiet(page: Page, idle = 500): Promise<void> {
  const asked = pages.get(page);
  if (!asked) throw new Error('What this page asks for is not heeded: it was not opened by openPage.');
  const isQuiet = (): boolean => asked.open.size === 0 && performance.now() - asked.last >= idle;
  if (await becomes(isQuiet, Boolean)) return;
  const open = [...asked.open].map((request) => `${request.method()} ${request.url()}`);
  throw new Error(`The page goes on asking. Under way: ${open.join(', ') || 'nothing now'}.`);
}
