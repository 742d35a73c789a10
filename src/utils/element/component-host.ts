/** What drives a component's controller, and what the controller reports. */
import type { Phase } from '../delivery/resource';
import type { SourceProps } from './component-source';
import type { FetchList, Loading } from './property-types';

/** Detail of `feaasRender`. */
export interface RenderDetail {
  phase: Phase;
  /** Source string of the component; undefined for an own template. */
  source: string | undefined;
  revision: string | number | undefined;
  /** Time spent rendering. */
  milliseconds: number;
  /** A last good copy is shown. */
  stale: boolean;
  error: Error | undefined;
}

/** An element, with the detail of its last `feaasRender`. */
export type InspectableElement = HTMLElement & { lastRender?: RenderDetail };

/** The properties that drive a component. */
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

/** The element behind a controller: its properties, and how it reports. */
export interface ComponentHost extends ComponentProps {
  /** Where content goes: the element, or the container in its shadow root when it is isolated (E2); null before it is rendered. */
  readonly content: Element | null;
  /** Something is being loaded, or no longer; the element decides how to show that. */
  setLoading(isLoading: boolean): void;
  emit(type: 'Mount' | 'Load' | 'Unmount'): void;
  emitRender(detail: RenderDetail): void;
  /** Emits an error; true when a listener keeps the element mounted. */
  emitError(error: Error): boolean;
}
