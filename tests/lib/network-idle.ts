/** Waits until a page sends no more requests. */
import type { HTTPRequest, Page } from 'puppeteer';
import { pollUntil } from './wait-until';

interface TrackedRequests {
  /** Requests without a response. */
  readonly pending: Set<HTTPRequest>;
  /** Time of the last request or response (`performance.now()`). */
  lastActivity: number;
}

const trackedPages = new WeakMap<Page, TrackedRequests>();

/** Whether a request is a subscription, which ends only with its page. */
const isSubscription = (request: HTTPRequest): boolean =>
  /subscriptionSpec|event-stream/.test(request.headers()['accept'] ?? '');

/** Tracks all later requests of a page. */
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
  // The browser does not always report the end of requests of the previous document.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of asked.pending) if (!request.isNavigationRequest()) asked.pending.delete(request);
  });
}

/**
 * Waits until no request but subscriptions has been pending for some time.
 * @param idle this time in milliseconds
 * @throws Error with the pending requests after a timeout
 */
export async function waitForNetworkIdle(page: Page, idle = 500): Promise<void> {
  const asked = trackedPages.get(page);
  if (!asked) throw new Error('What this page asks for is not heeded: it was not opened by openPage.');
  const isQuiet = (): boolean => asked.pending.size === 0 && performance.now() - asked.lastActivity >= idle;
  if (await pollUntil(isQuiet, Boolean)) return;
  const open = [...asked.pending].map((request) => `${request.method()} ${request.url()}`);
  throw new Error(`The page goes on asking. Under way: ${open.join(', ') || 'nothing now'}.`);
}
