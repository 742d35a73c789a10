/** Milliseconds after which no browser's timer goes on. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A signal that aborts after that many seconds, or with `signal`; undefined where neither ever does.
 * What no timer can wait for is no limit.
 */
export function requestSignal(seconds: number, signal?: AbortSignal): AbortSignal | undefined {
  const timeout = seconds * 1000 > LONGEST_TIMER ? undefined : AbortSignal.timeout(seconds * 1000);
  // Edge functions have no `any`: there a request that nobody waits for ends with its time-out.
  return signal && timeout ? (AbortSignal.any?.([signal, timeout]) ?? timeout) : (timeout ?? signal);
}
