'use client';

/** Registers React components as external components of a page. */
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
 * Registers a React component for `<feaas-external data-external-id>`, as `registerComponent` does. Inside components
 * of this package it is part of React's tree: context reaches it, and its events bubble. Elsewhere it has its own root
 * in strict mode. Servers print it. An error that no boundary of the component catches fires `feaasError`, and the
 * fallback content is displayed.
 *
 * In a module of server components it registers a component only for the server, which may be asynchronous. In the
 * page, a component registered for pages under the same id takes precedence.
 * @returns removes the component
 * @throws TypeError that describes the error in the definition
 */
export function registerReactComponent<
  Props extends object = ExternalProps,
  const Definition extends StoredDefinition = StoredDefinition,
>(Component: ReactExternalComponent<Props>, definition: CheckedDefinition<Definition, Props>): () => void {
  // Templates may contain the element even if the site does not render it.
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
