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
  const tracked: TrackedRequests = { pending: new Set(), lastActivity: performance.now() };
  trackedPages.set(page, tracked);
  const recordActivity = (change: (request: HTTPRequest) => void) => (request: HTTPRequest) => {
    change(request);
    tracked.lastActivity = performance.now();
  };
  const end = recordActivity((request) => tracked.pending.delete(request));
  page.on(
    'request',
    recordActivity((request) => isSubscription(request) || tracked.pending.add(request)),
  );
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  // The browser does not always report the end of requests of the previous document.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of tracked.pending) if (!request.isNavigationRequest()) tracked.pending.delete(request);
  });
}

/**
 * Waits until no request but subscriptions has been pending for some time.
 * @param idle this time in milliseconds
 * @throws Error with the pending requests after a timeout
 */
export async function waitForNetworkIdle(page: Page, idle = 500): Promise<void> {
  const tracked = trackedPages.get(page);
  if (!tracked) throw new Error('The requests of this page are not tracked. Open it with openPage.');
  const isIdle = (): boolean => tracked.pending.size === 0 && performance.now() - tracked.lastActivity >= idle;
  if (await pollUntil(isIdle, Boolean)) return;
  const open = [...tracked.pending].map((request) => `${request.method()} ${request.url()}`);
  throw new Error(`The network does not become idle. Pending requests: ${open.join(', ') || 'none now'}.`);
}
