import { RateLimitedError } from './domain-error.js';

/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;

/**
 * Lets so many pieces of work run at once; the others wait for their turn, first come, first served. Where too many wait,
 * each further one is refused with RateLimitedError: what waits is held in memory.
 */
export function createTurns(most: number, waits = Infinity): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Whoever ends hands its place on, so that nobody slips in between.
    if (running >= most && waiting.length >= waits) throw new RateLimitedError(RETRY_SECONDS, 'uploads at once');
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
