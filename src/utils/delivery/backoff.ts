/** Delays before retries after failures: exponential, with jitter so that visitors do not all retry at once. */
import { FetchFailedError } from '../../global/errors';
import { retryAfter } from '../../global/retry-after';

/** Milliseconds before the second attempt, and the maximum between attempts. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 300_000;
/** Maximum for `Retry-After`: a host that asks for hours may be available again in minutes. */
const LONGEST_RETRY_AFTER = 300_000;
/** Minimum delay after a 4xx response: such errors last longer than those of a host that does not respond. */
const REFUSED_DELAY = 60_000;
/** 4xx statuses that justify an early retry. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/**
 * Milliseconds until the next attempt: exponential backoff with jitter, at least the host's `Retry-After`.
 * @param attempt number of failures before
 * @param random random number from 0 to 1 for the jitter
 * @param now time by the browser's clock, for a `Retry-After` with a date
 */
export function retryDelay(error: unknown, attempt: number, random: number, now = Date.now()): number {
  const { status, cause } = error instanceof FetchFailedError ? error : ({} as Partial<FetchFailedError>);
  const isRefused = status !== undefined && status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
  const backoff = Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY);
  const requested = cause instanceof Response ? retryAfter(cause.headers.get('retry-after'), now) : 0;
  const minimum = Math.max(isRefused ? REFUSED_DELAY : 0, Math.min(requested, LONGEST_RETRY_AFTER));
  return Math.max(backoff * (0.5 + random / 2), minimum * (1 + random / 4));
}
