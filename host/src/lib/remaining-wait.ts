/**
 * Milliseconds from `now` until a time. 0 if it has passed, or if it is further away than `longest`, the maximum wait:
 * then the clock was set back.
 */
export function remainingWait(until: number, now: number, longest: number): number {
  const wait = until - now;
  return wait > 0 && wait <= longest ? wait : 0;
}
