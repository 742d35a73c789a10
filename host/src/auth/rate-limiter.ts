/** Rate limits per token and address: token buckets, separate for reads and writes, in limited memory. */
import { LRUCache } from 'lru-cache';
import type { Allowance, RateLimits } from '../config/rate-limits.js';
import type { Clock } from '../lib/clock.js';
import type { Principal } from './principal.js';

/** The allowance of all sessions of a token together, as a multiple of one session's: a token may create any number. */
const SESSIONS_PER_TOKEN = 10;
/** Size of the LRU cache of buckets. */
const MAX_BUCKETS = 20_000;

export interface RateLimiter {
  /** Takes from the buckets of principal, token and address. Returns 0, or the seconds to wait; then nothing was taken. */
  take(kind: RequestKind, principal: Principal, address: string, amount?: number): number | Promise<number>;
}

export type RequestKind = 'reads' | 'writes';

/** A bucket in which a request counts. */
export interface BucketName {
  /** Unique among all buckets. */
  readonly name: string;
  readonly allowance: Allowance;
}

/** The buckets in which a request counts. */
export function bucketsOf(
  limits: RateLimits,
): (kind: RequestKind, principal: Principal, address: string) => readonly BucketName[] {
  const tokenAllowances = { reads: multiply(limits.token.reads), writes: multiply(limits.token.writes) };
  return (kind, principal, address) => {
    const bucket = (owner: string, id: string, allowance: Allowance): BucketName => ({
      name: `${owner} ${kind} ${id}`,
      allowance,
    });
    const addressBucket = bucket('address', address, limits.address[kind]);
    if (principal.kind === 'anonymous') return [addressBucket];
    return [
      addressBucket,
      bucket('principal', principal.actor.id, limits.token[kind]),
      bucket('token', principal.token, tokenAllowances[kind]),
    ];
  };
}

/** Counts only in this process. */
export interface LocalRateLimiter extends RateLimiter {
  take(kind: RequestKind, principal: Principal, address: string, amount?: number): number;
  /** Like `take`, but takes nothing. */
  wait(kind: RequestKind, principal: Principal, address: string, amount?: number): number;
}

export function createRateLimiter(limits: RateLimits, clock: Clock, max: number = MAX_BUCKETS): LocalRateLimiter {
  const createBuckets = ({ reads, writes }: RateLimits['token']): Record<RequestKind, Buckets> => ({
    reads: new Buckets(reads, clock, max),
    writes: new Buckets(writes, clock, max),
  });
  const byPrincipal = createBuckets(limits.token);
  const byToken = createBuckets({ reads: multiply(limits.token.reads), writes: multiply(limits.token.writes) });
  const byAddress = createBuckets(limits.address);
  const limitedBuckets = (kind: RequestKind, principal: Principal, address: string): (readonly [Buckets, string])[] =>
    principal.kind === 'anonymous'
      ? [[byAddress[kind], address]]
      : [
          [byAddress[kind], address],
          [byPrincipal[kind], principal.actor.id],
          [byToken[kind], principal.token],
        ];
  const waitFor = (limited: readonly (readonly [Buckets, string])[], amount: number): number =>
    Math.max(...limited.map(([buckets, key]) => buckets.wait(key, amount)));
  return {
    wait: (kind, principal, address, amount = 1) => waitFor(limitedBuckets(kind, principal, address), amount),
    take(kind, principal, address, amount = 1) {
      const limited = limitedBuckets(kind, principal, address);
      const wait = waitFor(limited, amount);
      if (wait === 0) for (const [buckets, key] of limited) buckets.take(key, amount);
      return wait;
    },
  };
}

const multiply = ({ perSecond, burst }: Allowance): Allowance => ({
  perSecond: perSecond * SESSIONS_PER_TOKEN,
  burst: burst * SESSIONS_PER_TOKEN,
});

interface Bucket {
  level: number;
  /** Time of `level` in milliseconds. */
  at: number;
}

/** One bucket per key, initially full. */
export class Buckets {
  readonly #allowance: Allowance;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, Bucket>;

  constructor(allowance: Allowance, clock: Clock, max: number) {
    this.#allowance = allowance;
    this.#clock = clock;
    this.#buckets = new LRUCache({ max });
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Whole seconds until `amount` is available; 0 if it is. For more than the capacity: until the bucket is full. */
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
    // If the clock was set back, nothing changes, and the bucket refills from the new time.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(burst, bucket.level + ((now - bucket.at) / 1000) * perSecond);
  }
}
