/**
 * The part `painting`, a file of its own in the lazy build: templates are asked for before it has arrived. The tags of
 * `head.html` ask for it ahead (scripts/head.ts), other pages when the first element stands.
 */
import { loadPart, loaders, parts } from '../parts';

/** Sees to it that painting is there when there is something to paint. */
export function bringPainting(): void {
  loaders.painting = () => import('../painting');
  // Why it can not be had is told where it is missing.
  if (!parts.painting) loadPart('painting').catch(() => {});
}
