/** Adds the kit's events to the DOM's event maps, so that a listener on any target has a typed `detail`. */
import type { AuthRequest } from '../frontend/context';
import type { PickDetail } from '../frontend/types';
import type { Gateway } from '../gateway/page';
import type { RenderDetail } from './component-host';

/** The events of all elements (E7), by name. */
export interface FeaasEventMap {
  feaasMount: CustomEvent<void>;
  feaasLoad: CustomEvent<void>;
  feaasRender: CustomEvent<RenderDetail>;
  feaasError: CustomEvent<Error>;
  feaasUnmount: CustomEvent<void>;
  feaasReady: CustomEvent<Gateway>;
  feaasAuth: CustomEvent<AuthRequest>;
  feaasPick: CustomEvent<PickDetail>;
}

declare global {
  // Documents, windows and elements extend this map.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalEventHandlersEventMap extends FeaasEventMap {}
}
