/** React components that are registered as external components. Servers render them out of this table; it is one a module graph. */
import type { ExternalComponent, ExternalProps } from 'feaas-kit';
import type { ComponentType, ReactNode } from 'react';

/** What is registered of a component beside itself. */
export type ReactComponentDefinition = Omit<ExternalComponent, 'mount' | 'tag'>;

/** A component; on a server it may be asynchronous. */
export type ReactExternalComponent<Props> = ComponentType<Props> | ((props: Props) => Promise<ReactNode>);

interface RegisteredComponent {
  readonly Component: ReactExternalComponent<ExternalProps>;
  readonly definition: ReactComponentDefinition;
}

const components = new Map<string, RegisteredComponent>();

/** Adds a component; returns how to remove it. */
export function addReactComponent<Props extends object>(
  Component: ReactExternalComponent<Props>,
  definition: ReactComponentDefinition,
): () => void {
  const id = definition.id ?? definition.name;
  const registered: RegisteredComponent = {
    Component: Component as unknown as ReactExternalComponent<ExternalProps>,
    definition,
  };
  components.set(id, registered);
  return () => {
    // Another one may have its id by now.
    if (components.get(id) === registered) components.delete(id);
  };
}

/** A component by its id, without what a query adds. */
export const findReactComponent = (id: string): RegisteredComponent | undefined =>
  components.get(id) ?? components.get(id.split('?')[0]!);

/** All of them, for {@link resolveExternal} of the kit, which reads queries. */
export const reactDefinitions = (): ReadonlyMap<string, ReactComponentDefinition> =>
  new Map([...components].map(([id, { definition }]) => [id, definition]));
