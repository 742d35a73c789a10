/** The kit's events in the DOM's own maps, so that a listener on the document or on any element knows their `detail`. */
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
  // Documents, windows and elements have what this map has.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalEventHandlersEventMap extends FeaasEventMap {}
}
