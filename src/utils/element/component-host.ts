/** What a component's controller is driven by, and what it tells. */
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

/** An element, with what its last `feaasRender` told. */
export type Told = HTMLElement & { feaasRender?: RenderDetail };

/** The properties a component is driven by. */
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

/** What stands between an element and its controller: properties, and ways to tell. */
export interface ComponentHost extends ComponentProps {
  /** Where content goes: the element, or what holds it when it is isolated (E2); undefined until it was connected. */
  readonly content: Element | undefined;
  /** Something is being loaded, or no longer; the element decides how to show that. */
  setLoading(isLoading: boolean): void;
  emit(type: 'Mount' | 'Load' | 'Unmount'): void;
  emitRender(detail: RenderDetail): void;
  /** Emits an error; true when a listener keeps the element mounted. */
  emitError(error: Error): boolean;
}
