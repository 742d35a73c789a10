import pLimit from 'p-limit';
import { RateLimitedError } from './domain-error.js';

/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;

/**
 * Lets so many pieces of work run at once; the others wait for their turn, first come, first served. Where too many wait,
 * each further one is refused with RateLimitedError: what waits is held in memory.
 * @param what is refused then, in the plural
 */
export function createSemaphore(
  permits: number,
  queueLength = Infinity,
  what = 'uploads at once',
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(permits);
  return async (work) => {
    if (limit.activeCount >= permits && limit.pendingCount >= queueLength)
      throw new RateLimitedError(RETRY_SECONDS, what);
    return limit(work);
  };
}
