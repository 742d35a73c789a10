/** How much room the bar has. */
import { useSyncExternalStore } from 'react';

export type ToolbarWidth = 'narrow' | 'middle' | 'wide';

/** Below this width of the viewport the bar stands at its lower edge. */
const NARROW = '(max-width: 759px)';
/** From this width on everything of the bar is in sight; fingers need larger tools. */
const WIDE = '(min-width: 960px) and (pointer: fine), (min-width: 1120px)';

const queries = [NARROW, WIDE].map((query) => matchMedia(query));

export const currentToolbarWidth = (): ToolbarWidth =>
  queries[0]!.matches ? 'narrow' : queries[1]!.matches ? 'wide' : 'middle';

function subscribe(listener: () => void): () => void {
  for (const query of queries) query.addEventListener('change', listener);
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
}

/** Drawn anew when it changes. */
export const useToolbarWidth = (): ToolbarWidth => useSyncExternalStore(subscribe, currentToolbarWidth);
