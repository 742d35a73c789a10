/** How often a token and an address may ask: token buckets, reads and writes apart, in bounded memory. */
import { LRUCache } from 'lru-cache';
import type { Allowance, RateLimits } from '../config/rate-limits.js';
import type { Clock } from '../lib/clock.js';
import type { Principal } from './principal.js';

/** What all sessions of one token may together: as much as so many of them. One token makes as many as it likes. */
const SESSIONS_PER_TOKEN = 10;
/** Buckets that are kept; the least recently used goes first. */
const MAX_BUCKETS = 20_000;

export interface RateLimiter {
  /** Takes from the buckets of principal, token and address; 0, or the seconds to wait, and then nothing was taken. */
  take(kind: 'reads' | 'writes', principal: Principal, address: string, amount?: number): number;
}

export function createRateLimiter(limits: RateLimits, clock: Clock, kept: number = MAX_BUCKETS): RateLimiter {
  const make = ({ reads, writes }: RateLimits['token']): Record<'reads' | 'writes', Buckets> => ({
    reads: new Buckets(reads, clock, kept),
    writes: new Buckets(writes, clock, kept),
  });
  const byPrincipal = make(limits.token);
  const byToken = make({ reads: times(limits.token.reads), writes: times(limits.token.writes) });
  const byAddress = make(limits.address);
  return {
    take(kind, principal, address, amount = 1) {
      const taken: (readonly [Buckets, string])[] = [[byAddress[kind], address]];
      if (principal.kind !== 'anonymous')
        taken.push([byPrincipal[kind], principal.actor.id], [byToken[kind], principal.token]);
      const wait = Math.max(...taken.map(([buckets, key]) => buckets.wait(key, amount)));
      if (wait === 0) for (const [buckets, key] of taken) buckets.take(key, amount);
      return wait;
    },
  };
}

const times = ({ perSecond, burst }: Allowance): Allowance => ({
  perSecond: perSecond * SESSIONS_PER_TOKEN,
  burst: burst * SESSIONS_PER_TOKEN,
});

interface Bucket {
  level: number;
  /** When `level` was right, in milliseconds. */
  at: number;
}

/** One bucket per key, filled when it is first heard of. */
export class Buckets {
  readonly #allowance: Allowance;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, Bucket>;

  constructor(allowance: Allowance, clock: Clock, kept: number) {
    this.#allowance = allowance;
    this.#clock = clock;
    this.#buckets = new LRUCache({ max: kept });
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Whole seconds until `amount` is there; 0 when it is. More than the bucket can hold waits until it is full. */
  wait(key: string, amount: number): number {
    const { perSecond, burst } = this.#allowance;
    const missing = Math.min(amount, burst) - this.#level(key);
    return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / perSecond));
  }

  take(key: string, amount: number): void {
    this.#buckets.set(key, { level: Math.max(0, this.#level(key) - amount), at: this.#clock() });
  }

  #level(key: string): number {
    const { perSecond, burst } = this.#allowance;
    const bucket = this.#buckets.get(key);
    if (!bucket) return burst;
    const now = this.#clock();
    // A clock that was set back gives nothing and takes nothing: from then on the bucket is refilled by its new time.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(burst, bucket.level + ((now - bucket.at) / 1000) * perSecond);
  }
}
