/** The width that is available to the main toolbar. */
import { useSyncExternalStore } from 'react';

export type ToolbarWidth = 'narrow' | 'middle' | 'wide';

/** Below this width of the viewport, the toolbar is at the lower edge. */
const NARROW = '(max-width: 759px)';
/** From this width on, all tools are visible. Touch requires larger tools. */
const WIDE = '(min-width: 960px) and (pointer: fine), (min-width: 1120px)';

const queries = [NARROW, WIDE].map((query) => matchMedia(query));

export const currentToolbarWidth = (): ToolbarWidth =>
  queries[0]!.matches ? 'narrow' : queries[1]!.matches ? 'wide' : 'middle';

function subscribe(listener: () => void): () => void {
  for (const query of queries) query.addEventListener('change', listener);
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
}

/** Renders again when the width category changes. */
export const useToolbarWidth = (): ToolbarWidth => useSyncExternalStore(subscribe, currentToolbarWidth);
