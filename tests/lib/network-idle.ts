/** Waiting until a page asks for nothing more. */
import type { HTTPRequest, Page } from 'puppeteer';
import { pollUntil } from './wait-until';

interface TrackedRequests {
  /** What has no answer yet. */
  readonly pending: Set<HTTPRequest>;
  /** When the last of all was asked for or answered, as `performance.now()`. */
  lastActivity: number;
}

const trackedPages = new WeakMap<Page, TrackedRequests>();

/** A subscription, which ends when the page does. */
const isSubscription = (request: HTTPRequest): boolean =>
  /subscriptionSpec|event-stream/.test(request.headers()['accept'] ?? '');

/** Takes note of all that a page asks for from now on. */
export function trackRequests(page: Page): void {
  const asked: TrackedRequests = { pending: new Set(), lastActivity: performance.now() };
  trackedPages.set(page, asked);
  const note = (change: (request: HTTPRequest) => void) => (request: HTTPRequest) => {
    change(request);
    asked.lastActivity = performance.now();
  };
  const end = note((request) => asked.pending.delete(request));
  page.on(
    'request',
    note((request) => isSubscription(request) || asked.pending.add(request)),
  );
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  // The browser does not always tell how the requests of the document before ended.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of asked.pending) if (!request.isNavigationRequest()) asked.pending.delete(request);
  });
}

/**
 * Waits until nothing but subscriptions has been under way for a while: what comes a moment later has come.
 * @param idle milliseconds.
 */
export async function waitForNetworkIdle(page: Page, idle = 500): Promise<void> {
  const asked = trackedPages.get(page);
  if (!asked) throw new Error('What this page asks for is not heeded: it was not opened by openPage.');
  const isQuiet = (): boolean => asked.pending.size === 0 && performance.now() - asked.lastActivity >= idle;
  if (await pollUntil(isQuiet, Boolean)) return;
  const open = [...asked.pending].map((request) => `${request.method()} ${request.url()}`);
  throw new Error(`The page goes on asking. Under way: ${open.join(', ') || 'nothing now'}.`);
}
