/** Maximum milliseconds of a browser timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A signal that aborts after the given seconds, or with `signal`; undefined if neither can happen. A time beyond the
 * maximum of timers is no limit.
 */
export function requestSignal(seconds: number, signal?: AbortSignal): AbortSignal | undefined {
  const timeout = seconds * 1000 > LONGEST_TIMER ? undefined : AbortSignal.timeout(seconds * 1000);
  // Edge functions may lack `any`: an abandoned request then ends with its timeout.
  return signal && timeout ? (AbortSignal.any?.([signal, timeout]) ?? timeout) : (timeout ?? signal);
}
