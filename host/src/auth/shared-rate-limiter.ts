/**
 * Rate limits shared by the hosts of a database. A host reserves some tokens of a bucket in advance, so that not every
 * request waits for the store, and returns unused ones. Together, the hosts never allow more than one host would.
 */
import { LRUCache } from 'lru-cache';
import type { RateLimits } from '../config/rate-limits.js';
import type { Clock } from '../lib/clock.js';
import { remainingWait } from '../lib/remaining-wait.js';
import { hashed, type SharedStore, type TokenGrant } from '../shared/shared-store.js';
import { type BucketName, bucketsOf, createRateLimiter, type RateLimiter } from './rate-limiter.js';

/** Size of the LRU cache of buckets in which this host holds tokens, or which are known to be empty. */
const MAX_HELD = 20_000;
/** Milliseconds after which unused tokens are returned. */
const IDLE = 1_000;
/** Maximum milliseconds for which an empty bucket is not requested again. */
const MAX_BLOCK = 1_000;
/** Requests for tokens per round trip. */
const BATCH = 500;

export interface SharedRateLimiter extends RateLimiter {
  /** Returns unused tokens. */
  close(): Promise<void>;
}

export interface SharedRateLimiterOptions {
  readonly limits: RateLimits;
  readonly store: Pick<SharedStore, 'takeTokens'>;
  readonly clock: Clock;
}

interface Held {
  readonly bucket: BucketName;
  tokens: number;
  usedAt: number;
  /** Until when the bucket has fewer than `blockedAmount` tokens. */
  blockedUntil: number;
  blockedAmount: number;
}

interface PendingTake {
  readonly held: Held;
  readonly amount: number;
  resolve(wait: number): void;
  reject(error: unknown): void;
}

/** Also counts in this process, which limits its requests even while the store is unavailable. */
export function createSharedRateLimiter({ limits, store, clock }: SharedRateLimiterOptions): SharedRateLimiter {
  const bucketsFor = bucketsOf(limits);
  const local = createRateLimiter(limits, clock);
  const held = new LRUCache<string, Held>({ max: MAX_HELD });
  const queue: PendingTake[] = [];
  let isAsking = false;

  const heldOf = (bucket: BucketName): Held => {
    let found = held.get(bucket.name);
    if (!found) held.set(bucket.name, (found = { bucket, tokens: 0, usedAt: 0, blockedUntil: 0, blockedAmount: 0 }));
    return found;
  };

  /** Reserves tokens of one bucket. Returns 0, or the seconds to wait. Rejects if the store does not respond. */
  const reserve = (bucket: BucketName, amount: number): number | Promise<number> => {
    const found = heldOf(bucket);
    const now = clock();
    found.usedAt = now;
    if (found.tokens >= amount) {
      found.tokens -= amount;
      return 0;
    }
    const blocked = remainingWait(found.blockedUntil, now, MAX_BLOCK);
    if (blocked > 0 && amount >= found.blockedAmount) return secondsOf(blocked);
    return new Promise((resolve, reject) => {
      queue.push({ held: found, amount, resolve, reject });
      void claim();
    });
  };

  /** One round trip at a time. Requests that arrive meanwhile are part of the next. */
  const claim = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    // Requests of the same turn of the event loop are batched.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH);
      const byBucket = new Map<Held, PendingTake[]>();
      for (const waiting of batch) byBucket.set(waiting.held, [...(byBucket.get(waiting.held) ?? []), waiting]);
      const asked = [...byBucket];
      try {
        const grants = await store.takeTokens(
          asked.map(([{ bucket, tokens }, all]) => requestFor(bucket, tokens, all)),
        );
        asked.forEach(([each, all], index) => settle(each, all, grants[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAsking = false;
  };

  const settle = (each: Held, waiting: readonly PendingTake[], { granted, level }: TokenGrant): void => {
    each.tokens += granted;
    for (const { amount, resolve } of waiting) {
      if (each.tokens >= amount) {
        each.tokens -= amount;
        resolve(0);
        continue;
      }
      const seconds = (amount - each.tokens - level) / each.bucket.allowance.perSecond;
      each.blockedUntil = clock() + Math.min(Math.max(seconds, 0) * 1000, MAX_BLOCK);
      each.blockedAmount = amount;
      resolve(Math.max(1, Math.ceil(seconds)));
    }
  };

  const returnUnused = async (unused: readonly Held[]): Promise<void> => {
    const requests = unused.flatMap((each) => {
      const { tokens, bucket } = each;
      each.tokens = 0;
      if (tokens === 0) return [];
      return [{ key: hashed(bucket.name), ...bucket.allowance, needed: -tokens, wanted: -tokens }];
    });
    for (let first = 0; first < requests.length; first += BATCH)
      await store.takeTokens(requests.slice(first, first + BATCH));
  };

  const sweep = setInterval(() => {
    const before = clock() - IDLE;
    const idle = [...held.values()].filter(({ usedAt }) => usedAt <= before);
    for (const { bucket } of idle) held.delete(bucket.name);
    // Buckets refill over time, so lost tokens have only a short effect.
    returnUnused(idle).catch(() => {});
  }, IDLE);
  sweep.unref();

  return {
    async take(kind, principal, address, amount = 1) {
      const wait = local.wait(kind, principal, address, amount);
      if (wait > 0) return wait;
      const buckets = bucketsFor(kind, principal, address);
      const amounts = buckets.map(({ allowance }) => Math.min(amount, allowance.burst));
      const results = await Promise.allSettled(buckets.map(async (bucket, index) => reserve(bucket, amounts[index]!)));
      const waits = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
      const longest = Math.max(...waits.map((each) => each ?? 0));
      if (longest > 0) {
        // Tokens of the other buckets are returned.
        waits.forEach((each, index) => {
          if (each === 0) heldOf(buckets[index]!).tokens += amounts[index]!;
        });
        return longest;
      }
      return local.take(kind, principal, address, amount);
    },
    async close() {
      clearInterval(sweep);
      await returnUnused([...held.values()]).catch(() => {});
    },
  };
}

/** Requests what the waiting requests need, and more if requests are frequent. */
function requestFor({ name, allowance }: BucketName, tokens: number, waiting: readonly PendingTake[]) {
  const all = waiting.reduce((sum, { amount }) => sum + amount, 0);
  const least = Math.min(...waiting.map(({ amount }) => amount));
  const ahead = Math.floor(Math.min(allowance.burst / 40, allowance.perSecond / 2));
  return {
    key: hashed(name),
    ...allowance,
    needed: Math.max(0, least - tokens),
    wanted: Math.max(0, all - tokens) + ahead,
  };
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
