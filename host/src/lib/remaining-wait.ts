/**
 * Milliseconds from `now` until a time. 0 if it has passed, or if it is further away than `maxWait`, the maximum wait:
 * then the clock was set back.
 */
export function remainingWait(deadline: number, now: number, maxWait: number): number {
  const wait = deadline - now;
  return wait > 0 && wait <= maxWait ? wait : 0;
}
