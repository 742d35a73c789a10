import pLimit from 'p-limit';
import { RateLimitedError } from './domain-error.js';

/** Seconds after which a rejected caller may retry. */
const RETRY_SECONDS = 5;

/**
 * Limits concurrent work; further work waits in order. If the queue is full, it is rejected with RateLimitedError,
 * because queued work takes memory.
 * @param workName the work in the error message, in the plural
 */
export function createSemaphore(
  permits: number,
  queueLength = Infinity,
  workName = 'uploads at once',
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(permits);
  return async (work) => {
    if (limit.activeCount >= permits && limit.pendingCount >= queueLength)
      throw new RateLimitedError(RETRY_SECONDS, workName);
    return limit(work);
  };
}
