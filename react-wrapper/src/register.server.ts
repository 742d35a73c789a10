/** `registerReactComponent` and `FeaasExternal` in server components. */
import type { ExternalProps } from 'feaas-kit';
import { createElement, type ReactElement } from 'react';
import { FeaasExternal as ClientExternal, type FeaasExternalProps } from './components/feaas-external.js';
import {
  addReactComponent,
  type CheckedDefinition,
  type ReactExternalComponent,
  type StoredDefinition,
} from './external-components.js';
import { externalAttributes, prepareExternalProps } from './external-props.js';
import { renderExternal } from './server-content.js';

/** Registers a component for rendering on servers; see `registerReactComponent` of pages. */
export const registerReactComponent = <
  Props extends object = ExternalProps,
  const Definition extends StoredDefinition = StoredDefinition,
>(
  Component: ReactExternalComponent<Props>,
  definition: CheckedDefinition<Definition, Props>,
): (() => void) => addReactComponent(Component, definition as StoredDefinition);

/** Displays a registered component: one of server components as children, one of pages by the client element. */
export function FeaasExternal<Id extends string | undefined = undefined>(props: FeaasExternalProps<Id>): ReactElement {
  const prepared = prepareExternalProps(props as FeaasExternalProps);
  const serverContent = renderExternal(
    externalAttributes(prepared),
    prepared['componentProps'] as ExternalProps | undefined,
  );
  return createElement(ClientExternal as never, serverContent === undefined ? props : { ...props, serverContent });
}
