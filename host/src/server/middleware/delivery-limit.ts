import type { IncomingMessage } from 'node:http';
import { addressOf, type TrustedProxies } from '../../auth/client-address.js';
import { Buckets } from '../../auth/rate-limiter.js';
import type { Allowance } from '../../config/rate-limits.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { failure, type HostResponse } from '../http/response.js';

/** Size of the LRU cache of addresses. */
const MAX_ADDRESSES = 20_000;
/** Cost of a missing resource: legitimate clients rarely request those, and caches in front do not store the response. */
const MISSING_COST = 10;
/** Minimum milliseconds between log lines about exceeded limits. */
const LOG_INTERVAL = 60_000;

export interface DeliveryLimit {
  /** Returns an error response if the client's address has exceeded its limit. Otherwise counts the request. */
  refuse(request: IncomingMessage): HostResponse | undefined;
  /** Counts a request for a missing resource. */
  missed(request: IncomingMessage): void;
}

export interface DeliveryLimitOptions {
  readonly allowance: Allowance;
  readonly trustedProxies: TrustedProxies;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the rate limit of delivery per address. */
export function createDeliveryLimit({ allowance, trustedProxies, clock, log }: DeliveryLimitOptions): DeliveryLimit {
  const buckets = new Buckets(allowance, clock, MAX_ADDRESSES);
  let loggedAt = -Infinity;
  return {
    refuse(request) {
      const address = addressOf(request, trustedProxies);
      const wait = buckets.wait(address, 1);
      if (wait === 0) {
        buckets.take(address, 1);
        return undefined;
      }
      if (clock() - loggedAt >= LOG_INTERVAL) {
        loggedAt = clock();
        log.warn(
          `${address} asks for more than ${allowance.perSecond} files a second and gets 429 ` +
            '(FEAAS_RATE_ADDRESS_DELIVERY). If it is a proxy or CDN of yours, name it in FEAAS_TRUSTED_PROXIES.',
        );
      }
      return failure(429, `Too many requests: wait ${wait} s.`, { 'retry-after': String(wait) });
    },
    missed(request) {
      buckets.take(addressOf(request, trustedProxies), MISSING_COST - 1);
    },
  };
}
