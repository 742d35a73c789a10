import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Spreads many small pieces of work over iterations of the event loop. Await the result after each piece: after every
 * `pieces` of them, other events are processed first.
 */
export function yieldEvery(pieces: number): () => Promise<void> | undefined {
  let processed = 0;
  return () => (++processed % pieces === 0 ? nextIteration() : undefined);
}
