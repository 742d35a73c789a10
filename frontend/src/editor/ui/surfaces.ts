/** The surfaces of the editor over the page, so that each can keep clear of the others. */
import type { RefObject } from 'react';

export type SurfaceName = 'bar' | 'handles' | 'selection' | 'side' | 'bindings';
export type Surfaces = Map<SurfaceName, RefObject<HTMLElement | null>>;

/** The element of a surface that Tab focuses. */
export const tabStopOf = (surfaces: Surfaces, name: SurfaceName): HTMLElement | undefined =>
  surfaces.get(name)?.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? undefined;

/** The area of a surface; undefined if it is not shown. */
export const areaOf = (surfaces: Surfaces, name: SurfaceName): DOMRect | undefined =>
  surfaces.get(name)?.current?.getBoundingClientRect();
