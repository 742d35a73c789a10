/** When to request again after a failure: later each time, and not all visitors at once. */
import { FetchFailedError } from '../../global/errors';
import { retryAfter } from '../../global/retry-after';

/** Milliseconds before the second attempt, and the most between two. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 300_000;
/** The most that a `Retry-After` counts for: a host that asks for hours may be there again in minutes. */
const LONGEST_RETRY_AFTER = 300_000;
/** Minimum delay after a 4xx response: a host that refuses does so for longer than one that does not answer. */
const REFUSED_DELAY = 60_000;
/** 4xx responses that say that it is worth trying again soon. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/**
 * Milliseconds until the next attempt: exponential backoff with jitter, `Retry-After` where the host sends it.
 * @param attempt how many have failed before.
 * @param random from 0 to 1: jitter.
 * @param now by the browser's clock, for a `Retry-After` with a date.
 */
export function retryDelay(error: unknown, attempt: number, random: number, now = Date.now()): number {
  const { status, cause } = error instanceof FetchFailedError ? error : ({} as Partial<FetchFailedError>);
  const isRefused = status !== undefined && status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
  const backoff = Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY);
  const requested = cause instanceof Response ? retryAfter(cause.headers.get('retry-after'), now) : 0;
  const least = Math.max(isRefused ? REFUSED_DELAY : 0, Math.min(requested, LONGEST_RETRY_AFTER));
  return Math.max(backoff * (0.5 + random / 2), least * (1 + random / 4));
}
