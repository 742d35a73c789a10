/**
 * Whether a response came out of an HTTP cache (S6: its date is more than a second before the request). Visitors' clocks are wrong by
 * seconds or years, so what decides is what the server or the browser says, and the server's own clock where it is known.
 */
import { findPreload } from './preloaded-requests';
import type { CachedResource } from './resource';

/** What the browser's resource timing says about where a response came from; undefined where it may not say. */
export type ResponseOrigin = 'cache' | 'network' | undefined;

/** What resource timing says about the first request of a URL. Other origins have to allow it (`Timing-Allow-Origin`). */
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

/** Milliseconds by which a date may be older than the request: HTTP dates are whole seconds. */
const DATE_PRECISION = 1000;

/** Whether an HTTP cache may give a response without asking the server. */
export function isReusable(headers: Headers): boolean {
  const cacheControl = headers.get('cache-control') ?? '';
  if (/\bno-(?:cache|store)\b/i.test(cacheControl)) return false;
  const maxAge = /\bmax-age\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  return maxAge === undefined || +maxAge > 0;
}

export interface ServerClockDependencies {
  readonly responseOrigin: (url: string) => ResponseOrigin;
  /** When a response was requested, where that is not when the kit asked: the page's own preload. */
  readonly preloadedAt: (url: string) => number | undefined;
}

const DEPENDENCIES: ServerClockDependencies = {
  responseOrigin,
  preloadedAt: (url) => (findPreload(url) ? performance.timeOrigin : undefined),
};

const originOf = (url: string): string => /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? '';

export class ServerClock {
  /** By origin: at least by how much the server's clock is ahead of this browser's. */
  readonly #offsets = new Map<string, number>();
  readonly #dependencies: ServerClockDependencies;

  constructor(dependencies: Partial<ServerClockDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES, ...dependencies };
  }

  /** Learns the server's clock from a response that certainly is its own. */
  learn(url: string, headers: Headers, receivedAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const offset = date - receivedAt;
    this.#offsets.set(originOf(url), Math.max(offset, this.#offsets.get(originOf(url)) ?? -Infinity));
  }

  /**
   * When the server made a response that an HTTP cache gave, by this browser's clock: 0 where that is not known.
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
    const since = offset === undefined || Number.isNaN(date) ? 0 : date - offset;
    const origin = this.#dependencies.responseOrigin(url);
    if (origin === 'network') {
      this.learn(url, headers, receivedAt);
      return undefined;
    }
    if (origin === 'cache') return since;
    const asked = this.#dependencies.preloadedAt(url) ?? requestedAt;
    if (offset !== undefined && !Number.isNaN(date)) return asked - since > DATE_PRECISION ? since : undefined;
    // Nothing proves where it came from. Only two clocks that agree to the second make it new; otherwise one check is cheaper than
    // an outdated template.
    return date >= asked - DATE_PRECISION && date <= receivedAt + DATE_PRECISION ? undefined : 0;
  }
}
