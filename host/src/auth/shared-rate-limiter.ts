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
const MAX_RESERVATIONS = 20_000;
/** Milliseconds after which unused tokens are returned. */
const IDLE_TIMEOUT = 1_000;
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

interface Reservation {
  readonly bucket: BucketName;
  tokens: number;
  usedAt: number;
  /** Until when the bucket has fewer than `blockedAmount` tokens. */
  blockedUntil: number;
  blockedAmount: number;
}

interface PendingTake {
  readonly reservation: Reservation;
  readonly amount: number;
  resolve(wait: number): void;
  reject(error: unknown): void;
}

/** Also counts in this process, which limits its requests even while the store is unavailable. */
export function createSharedRateLimiter({ limits, store, clock }: SharedRateLimiterOptions): SharedRateLimiter {
  const bucketsFor = bucketsOf(limits);
  const local = createRateLimiter(limits, clock);
  const reservations = new LRUCache<string, Reservation>({ max: MAX_RESERVATIONS });
  const queue: PendingTake[] = [];
  let isClaiming = false;

  const reservationOf = (bucket: BucketName): Reservation => {
    let reservation = reservations.get(bucket.name);
    if (!reservation)
      reservations.set(
        bucket.name,
        (reservation = { bucket, tokens: 0, usedAt: 0, blockedUntil: 0, blockedAmount: 0 }),
      );
    return reservation;
  };

  /** Reserves tokens of one bucket. Returns 0, or the seconds to wait. Rejects if the store does not respond. */
  const reserve = (bucket: BucketName, amount: number): number | Promise<number> => {
    const reservation = reservationOf(bucket);
    const now = clock();
    reservation.usedAt = now;
    if (reservation.tokens >= amount) {
      reservation.tokens -= amount;
      return 0;
    }
    const blocked = remainingWait(reservation.blockedUntil, now, MAX_BLOCK);
    if (blocked > 0 && amount >= reservation.blockedAmount) return secondsOf(blocked);
    return new Promise((resolve, reject) => {
      queue.push({ reservation: reservation, amount, resolve, reject });
      void claim();
    });
  };

  /** One round trip at a time. Requests that arrive meanwhile are part of the next. */
  const claim = async (): Promise<void> => {
    if (isClaiming) return;
    isClaiming = true;
    // Requests of the same turn of the event loop are batched.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH);
      const byBucket = new Map<Reservation, PendingTake[]>();
      for (const take of batch) byBucket.set(take.reservation, [...(byBucket.get(take.reservation) ?? []), take]);
      const groups = [...byBucket];
      try {
        const grants = await store.takeTokens(
          groups.map(([{ bucket, tokens }, takes]) => requestFor(bucket, tokens, takes)),
        );
        groups.forEach(([reservation, takes], index) => settle(reservation, takes, grants[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isClaiming = false;
  };

  const settle = (reservation: Reservation, takes: readonly PendingTake[], { granted, level }: TokenGrant): void => {
    reservation.tokens += granted;
    for (const { amount, resolve } of takes) {
      if (reservation.tokens >= amount) {
        reservation.tokens -= amount;
        resolve(0);
        continue;
      }
      const seconds = (amount - reservation.tokens - level) / reservation.bucket.allowance.perSecond;
      reservation.blockedUntil = clock() + Math.min(Math.max(seconds, 0) * 1000, MAX_BLOCK);
      reservation.blockedAmount = amount;
      resolve(Math.max(1, Math.ceil(seconds)));
    }
  };

  const returnUnused = async (unused: readonly Reservation[]): Promise<void> => {
    const requests = unused.flatMap((reservation) => {
      const { tokens, bucket } = reservation;
      reservation.tokens = 0;
      if (tokens === 0) return [];
      return [{ key: hashed(bucket.name), ...bucket.allowance, needed: -tokens, wanted: -tokens }];
    });
    for (let start = 0; start < requests.length; start += BATCH)
      await store.takeTokens(requests.slice(start, start + BATCH));
  };

  const sweep = setInterval(() => {
    const before = clock() - IDLE_TIMEOUT;
    const idle = [...reservations.values()].filter(({ usedAt }) => usedAt <= before);
    for (const { bucket } of idle) reservations.delete(bucket.name);
    // Buckets refill over time, so lost tokens have only a short effect.
    returnUnused(idle).catch(() => {});
  }, IDLE_TIMEOUT);
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
          if (each === 0) reservationOf(buckets[index]!).tokens += amounts[index]!;
        });
        return longest;
      }
      return local.take(kind, principal, address, amount);
    },
    async close() {
      clearInterval(sweep);
      await returnUnused([...reservations.values()]).catch(() => {});
    },
  };
}

/** Requests what the waiting requests need, and more if requests are frequent. */
function requestFor({ name, allowance }: BucketName, tokens: number, takes: readonly PendingTake[]) {
  const total = takes.reduce((sum, { amount }) => sum + amount, 0);
  const smallest = Math.min(...takes.map(({ amount }) => amount));
  const extra = Math.floor(Math.min(allowance.burst / 40, allowance.perSecond / 2));
  return {
    key: hashed(name),
    ...allowance,
    needed: Math.max(0, smallest - tokens),
    wanted: Math.max(0, total - tokens) + extra,
  };
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
