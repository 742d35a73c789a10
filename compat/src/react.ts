/** `@sitecore-feaas/clientside/react` and `@sitecore/byoc/react`, for pages and for server components. */
import type { ReactElement } from 'react';
import { getComponent, registerComponent, registered, setRegistrationCallback } from './components.js';
import { Component } from './content.js';
import type { FEAASComponentProps } from './types.js';

export * from './byoc.js';
export * from './functions.js';
export * from './page-functions.js';
export * from './ui.js';
export { DataSettings, fetchData } from './datasources.js';
export { FEAASComponent, FEAASLoader, FEAASStylesheet, Loader } from './headless.js';
export {
  Component,
  Component as FEAASReactComponent,
  ServerComponent,
  ServerComponent as FEAASReactServerComponent,
  Stylesheet,
  Stylesheet as FEAASReactStylesheet,
  setElementImplementation,
} from './content.js';
export {
  ExternalComponent,
  ExternalComponent as NextComponent,
  ExternalComponent as NextExternalComponent,
  ExternalComponent as ReactExternalComponent,
  ExternalComponent as RegularComponent,
  ExternalComponentBundle,
  ExternalComponentBundle as Bundle,
  enableNextClientsideComponents,
} from './external.js';
export { getMergedComponentProperties as FEAASExternalPropsObject } from './components.js';
export type * from './types.js';

/** A component that renders nothing. The promises only make the modules load. */
export const linkComponents =
  (_components: Promise<unknown>[]): (() => null) =>
  () =>
    null;

/** The static members of the element's class in the original. */
export const External = {
  registerComponent,
  getComponent,
  registered,
  setRegistrationCallback,
  linkComponents,
  /** Renders content by its source. */
  Preview: (props: Partial<FEAASComponentProps> & { src: string }): ReactElement => Component(props as never),
};
