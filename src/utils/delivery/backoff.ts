/** When to request again after a failure: later each time, never all at once, and at once when the network is back. */
import { FetchFailedError } from '../../global/errors';
import { retryAfter } from '../../global/retry-after';

/** Milliseconds before the second attempt, and the most between two. */
const FIRST = 1000;
const LONGEST = 300_000;
/** A host that says no, says it for longer than one that does not speak. */
const REFUSED = 60_000;

/**
 * Milliseconds until the next attempt.
 * @param attempt how many have failed before.
 * @param random from 0 to 1: jitter.
 */
export function retryDelay(error: unknown, attempt: number, random = Math.random()): number {
  const { status, cause } = error instanceof FetchFailedError ? error : ({} as Partial<FetchFailedError>);
  const refused = status !== undefined && status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  const backoff = Math.min(FIRST * 2 ** attempt, LONGEST);
  const wished = cause instanceof Response ? retryAfter(cause.headers.get('retry-after')) : 0;
  const least = Math.max(refused ? REFUSED : 0, Math.min(wished, LONGEST));
  return Math.max(backoff * (0.5 + random / 2), least * (1 + random / 4));
}

const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>();

/** Runs something for a URL after a while, or when the network is back. The last call for a URL counts. */
export function scheduleRetry(url: string, milliseconds: number, run: () => void): void {
  if (!waiting.size) addEventListener('online', runAll);
  cancel(url);
  const go = (): void => {
    cancel(url);
    run();
  };
  waiting.set(url, { run: go, timer: setTimeout(go, milliseconds) });
}

export function cancel(url: string): void {
  clearTimeout(waiting.get(url)?.timer);
  waiting.delete(url);
}

function runAll(): void {
  for (const { run } of [...waiting.values()]) run();
}
