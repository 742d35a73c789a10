'use client';

/** React components as external components of a page. */
import { registerComponent, type ExternalComponent, type ExternalProps } from 'feaas-kit';
import { defineCustomElement } from 'feaas-kit/components/feaas-external';
import type { ComponentType } from 'react';
import { show } from './externals.js';

/**
 * Registers a React component for `<feaas-external data-external-id>`, as `registerComponent` does. In what a component of this
 * package shows it has its place in React's tree: context reaches it, events bubble from it. Elsewhere it has a root of its own, in
 * strict mode. An error that no boundary of the component catches is sent as `feaasError`, and the fallback content shows.
 * @returns takes it out again.
 * @throws TypeError that says what is wrong with the definition.
 */
export function registerReactComponent<Props extends object = ExternalProps>(
  Component: ComponentType<Props>,
  definition: Omit<ExternalComponent, 'mount' | 'tag'>,
): () => void {
  // Templates have it, whether the site names its component or not.
  defineCustomElement();
  return registerComponent({
    ...definition,
    mount: (element, props, { fail }) =>
      show(Component as unknown as ComponentType<ExternalProps>, element, props, fail),
  });
}
