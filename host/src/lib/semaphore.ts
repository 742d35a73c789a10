import { RateLimitedError } from './domain-error.js';

/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;

/**
 * Lets so many pieces of work run at once; the others wait for their turn, first come, first served. Where too many wait,
 * each further one is refused with RateLimitedError: what waits is held in memory.
 */
export function createSemaphore(
  permits: number,
  queueLength = Infinity,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    // Whoever ends hands its place on, so that nobody slips in between.
    if (running >= permits && queue.length >= queueLength) throw new RateLimitedError(RETRY_SECONDS, 'uploads at once');
    if (running >= permits) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
