/** The renderer, in the bundle of the first render. */
import { precompileTemplate, renderTemplate, warmUp } from '../painting';
import { lazyModules } from '../scheduling/lazy-modules';

/** Sees to it that painting is there when there is something to paint. */
export function bringPainting(): void {
  lazyModules.renderer ??= { precompileTemplate, renderTemplate, warmUp };
}
