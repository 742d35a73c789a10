/**
 * Detects responses of an HTTP cache (S6: their date is more than a second before the request). Visitors' clocks may be
 * wrong by seconds or years. So it uses information of the server or the browser, and the server's own clock if known.
 */
import { findPreload } from './preloaded-requests';
import type { CachedResource } from './resource';

/** Origin of a response by the browser's resource timing; undefined if unknown. */
export type ResponseOrigin = 'cache' | 'network' | undefined;

/** Origin of the first request of a URL by resource timing. Other origins have to allow it (`Timing-Allow-Origin`). */
function responseOrigin(url: string): ResponseOrigin {
  if (!globalThis.document) return undefined;
  const [timing] = performance.getEntriesByName(new URL(url, document.baseURI).href, 'resource') as (
    (PerformanceResourceTiming & { deliveryType?: string }) | undefined
  )[];
  if (!timing) return undefined;
  if (timing.deliveryType === 'cache') return 'cache';
  if (timing.transferSize) return 'network';
  return timing.decodedBodySize ? 'cache' : undefined;
}

/** Milliseconds by which a date may be before the request: HTTP dates have a precision of one second. */
const DATE_PRECISION = 1000;

/** Whether an HTTP cache may reuse a response without asking the server. */
export function isReusable(headers: Headers): boolean {
  const cacheControl = headers.get('cache-control') ?? '';
  if (/\bno-(?:cache|store)\b/i.test(cacheControl)) return false;
  const maxAge = /\bmax-age\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  return maxAge === undefined || +maxAge > 0;
}

export interface ServerClockDependencies {
  readonly responseOrigin: (url: string) => ResponseOrigin;
  /** Time of a request that the kit did not send: the page's own preload. */
  readonly preloadedAt: (url: string) => number | undefined;
}

const DEPENDENCIES: ServerClockDependencies = {
  responseOrigin,
  preloadedAt: (url) => (findPreload(url) ? performance.timeOrigin : undefined),
};

const originOf = (url: string): string => /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? '';

export class ServerClock {
  /** By origin: a lower bound of how far the server's clock is ahead of this browser's. */
  readonly #offsets = new Map<string, number>();
  readonly #dependencies: ServerClockDependencies;

  constructor(dependencies: Partial<ServerClockDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES, ...dependencies };
  }

  /** Updates the server's clock offset from a response that the server certainly made for this request. */
  learn(url: string, headers: Headers, receivedAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const offset = date - receivedAt;
    this.#offsets.set(originOf(url), Math.max(offset, this.#offsets.get(originOf(url)) ?? -Infinity));
  }

  /**
   * When the server made a response that came from an HTTP cache, by this browser's clock; 0 if unknown.
   * @returns undefined for a response that the server made for this request.
   */
  cachedSince({ url, headers, requestedAt = 0, receivedAt = requestedAt }: CachedResource): number | undefined {
    const age = Number(headers.get('age') ?? 0) * 1000;
    if (age > DATE_PRECISION) return receivedAt - age;
    if (!isReusable(headers)) {
      this.learn(url, headers, receivedAt);
      return undefined;
    }
    const date = Date.parse(headers.get('date') ?? '');
    const offset = this.#offsets.get(originOf(url));
    const createdAt = offset === undefined || Number.isNaN(date) ? 0 : date - offset;
    const origin = this.#dependencies.responseOrigin(url);
    if (origin === 'network') {
      this.learn(url, headers, receivedAt);
      return undefined;
    }
    if (origin === 'cache') return createdAt;
    const sentAt = this.#dependencies.preloadedAt(url) ?? requestedAt;
    if (offset !== undefined && !Number.isNaN(date)) return sentAt - createdAt > DATE_PRECISION ? createdAt : undefined;
    // The origin is unknown. The response counts as new only if both clocks agree to the second. Otherwise it is
    // checked, because a check is cheaper than an outdated template.
    return date >= sentAt - DATE_PRECISION && date <= receivedAt + DATE_PRECISION ? undefined : 0;
  }
}
