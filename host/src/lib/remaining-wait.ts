/**
 * Milliseconds from `now` until a moment. 0 once it is over, and where it is further away than `longest`, the longest wait there is:
 * then somebody set the clock back meanwhile.
 */
export function remainingWait(until: number, now: number, longest: number): number {
  const wait = until - now;
  return wait > 0 && wait <= longest ? wait : 0;
}
