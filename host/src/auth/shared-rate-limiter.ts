/**
 * Rates that the hosts of a database count together. A host takes some tokens of a bucket ahead, so that not each request waits for
 * the store, and gives back what it did not use: together the hosts never let through more than one would.
 */
import { LRUCache } from 'lru-cache';
import type { RateLimits } from '../config/rate-limits.js';
import type { Clock } from '../lib/clock.js';
import { remainingWait } from '../lib/remaining-wait.js';
import { hashed, type SharedStore, type TokenGrant } from '../shared/shared-store.js';
import { type BucketName, bucketsOf, createRateLimiter, type RateLimiter } from './rate-limiter.js';

/** Buckets of which a host has tokens, or knows that they are empty; the least recently used goes first. */
const MAX_HELD = 20_000;
/** Milliseconds after which tokens that nobody used go back. */
const IDLE = 1_000;
/** Milliseconds for which a bucket that was empty is not asked again, at most. */
const MAX_BLOCK = 1_000;
/** Requests for tokens in one round trip. */
const BATCH = 500;

export interface SharedRateLimiter extends RateLimiter {
  /** Gives back what was not used. */
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
  /** Until when there are fewer than `blockedAmount`. */
  blockedUntil: number;
  blockedAmount: number;
}

interface PendingTake {
  readonly held: Held;
  readonly amount: number;
  resolve(wait: number): void;
  reject(error: unknown): void;
}

/** Counts in this process as well: what it lets through alone is bounded while the store is away, too. */
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

  /** Takes tokens of one bucket; 0, or the seconds to wait. Rejects where the store does not answer. */
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
      void ask();
    });
  };

  /** One round trip at a time; what is asked for meanwhile goes with the next. */
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    // What is asked for in the same turn goes together.
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

  const giveBack = async (unused: readonly Held[]): Promise<void> => {
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
    // Buckets are refilled as time goes by: what does not get back is missing for a moment only.
    giveBack(idle).catch(() => {});
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
        // Nothing is taken from the others.
        waits.forEach((each, index) => {
          if (each === 0) heldOf(buckets[index]!).tokens += amounts[index]!;
        });
        return longest;
      }
      return local.take(kind, principal, address, amount);
    },
    async close() {
      clearInterval(sweep);
      await giveBack([...held.values()]).catch(() => {});
    },
  };
}

/** What those who wait need, and some more where requests are many. */
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
