'use client';

/** React components as external components of a page. */
import { registerComponent, type ExternalProps } from 'feaas-kit';
import { defineCustomElement } from 'feaas-kit/components/feaas-external.js';
import type { ComponentType } from 'react';
import {
  addReactComponent,
  type CheckedDefinition,
  type ReactExternalComponent,
  type StoredDefinition,
} from './external-components.js';
import { mountComponent } from './portal-host.js';

/**
 * Registers a React component for `<feaas-external data-external-id>`, as `registerComponent` does. In content that a component of this
 * package displays it is part of React's tree: context reaches it, events bubble from it. Elsewhere it has a root of its own, in
 * strict mode. A server prints it. An error that no boundary of the component catches is sent as `feaasError`, and the fallback
 * content is displayed.
 *
 * In a module of server components it registers a component for the server alone, which may be asynchronous; one that is registered
 * for pages under the same id takes over there.
 * @returns removes it.
 * @throws TypeError that says what is wrong with the definition.
 */
export function registerReactComponent<
  Props extends object = ExternalProps,
  const Definition extends StoredDefinition = StoredDefinition,
>(Component: ReactExternalComponent<Props>, definition: CheckedDefinition<Definition, Props>): () => void {
  // Templates may contain it, whether or not the site renders its element.
  defineCustomElement();
  const unregister = registerComponent({
    ...(definition as StoredDefinition),
    mount: (element, props, { fail }) =>
      mountComponent(Component as unknown as ComponentType<ExternalProps>, element, props, fail),
  });
  const remove = addReactComponent(Component, definition as StoredDefinition);
  return () => {
    unregister();
    remove();
  };
}
