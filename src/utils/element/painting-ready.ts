/**
 * The part `painting`, ready from the start: for what sites import, and for the one-file build. The lazy build has
 * `painting-ahead.ts` in its place (scripts/chunks.ts).
 */
import { planAhead, renderNow, warmUp } from '../painting';
import { parts } from '../parts';

/** Sees to it that painting is there when there is something to paint. */
export function bringPainting(): void {
  parts.painting ??= { planAhead, renderNow, warmUp };
}
