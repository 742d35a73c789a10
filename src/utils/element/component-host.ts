/** Interface between a component's controller and its element. */
import type { Phase } from '../delivery/resource';
import type { SourceProps } from './component-source';
import type { FetchList, Loading } from './property-types';

/** Detail of `feaasRender`. */
export interface RenderDetail {
  phase: Phase;
  /** Source string of the component; undefined for a template of its own. */
  source: string | undefined;
  revision: string | number | undefined;
  /** Time spent rendering. */
  milliseconds: number;
  /** Whether the last valid copy is shown because the host does not confirm it. */
  stale: boolean;
  error: Error | undefined;
}

/** An element with the detail of its last `feaasRender`. */
export type InspectableElement = HTMLElement & { lastRender?: RenderDetail };

/** Properties of a component that its controller uses. */
export interface ComponentProps extends SourceProps {
  template?: string;
  /** JSON text, or the data itself. */
  data?: unknown;
  fetch?: FetchList;
  suspended?: boolean;
  isolate?: boolean;
  loading?: Loading;
  lastModified?: string;
}

/** The element of a controller: its properties, and its events. */
export interface ComponentHost extends ComponentProps {
  /**
   * Root of the content: the element, or the container in its shadow root if it is isolated (E2); null before the first
   * render.
   */
  readonly content: Element | null;
  /** Reports whether something is being loaded; the element decides how to show that. */
  setLoading(isLoading: boolean): void;
  emit(type: 'Mount' | 'Load' | 'Unmount'): void;
  emitRender(detail: RenderDetail): void;
  /** Emits an error; true when a listener keeps the element mounted. */
  emitError(error: Error): boolean;
}
