import type { IncomingMessage } from 'node:http';
import { addressOf, type TrustedProxies } from '../../auth/client-address.js';
import { Buckets } from '../../auth/rate-limiter.js';
import type { Allowance } from '../../config/rate-limits.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { failure, type HostResponse } from '../http/response.js';

/** Addresses that are kept; the least recently used goes first. */
const MAX_ADDRESSES = 20_000;
/** What is not there costs so much: nobody asks for it often who means well, and no cache in front keeps it. */
const MISSING_COST = 10;
/** Milliseconds between two lines about an address that asks too often. */
const LOG_INTERVAL = 60_000;

export interface DeliveryLimit {
  /** The refusal of a request whose address has asked too often; else undefined, and the request is counted. */
  refuse(request: IncomingMessage): HostResponse | undefined;
  /** Counts that what was asked for is not there. */
  missed(request: IncomingMessage): void;
}

export interface DeliveryLimitOptions {
  readonly allowance: Allowance;
  readonly trustedProxies: TrustedProxies;
  readonly clock: Clock;
  readonly log: Log;
}

/** Bounds what one address may ask of delivery. */
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
