/** What of the editor lies over the page right now, so that each keeps clear of the others. */
import type { RefObject } from 'react';

export type SurfaceName = 'bar' | 'handles' | 'selection' | 'side' | 'bindings';
export type Surfaces = Map<SurfaceName, RefObject<HTMLElement | null>>;

/** The tool of a surface that Tab leads to. */
export const tabStopOf = (surfaces: Surfaces, name: SurfaceName): HTMLElement | undefined =>
  surfaces.get(name)?.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? undefined;

/** Where a surface is; undefined for one that is not shown. */
export const areaOf = (surfaces: Surfaces, name: SurfaceName): DOMRect | undefined =>
  surfaces.get(name)?.current?.getBoundingClientRect();
