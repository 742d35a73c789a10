/** React components that are registered as external components. Servers render them out of this table; it is one a module graph. */
import type { ExternalComponent, ExternalProps, Schema } from 'feaas-kit';
import { createElement, type ComponentType, type ReactElement, type ReactNode } from 'react';

/** The `type` of a JSON Schema whose values are of a type. */
type SchemaType<Value> = unknown extends Value
  ? string
  : | (Extract<Value, string> extends never ? never : 'string')
    | (Extract<Value, number> extends never ? never : 'number' | 'integer')
    | (Extract<Value, boolean> extends never ? never : 'boolean')
    | (Extract<Value, null> extends never ? never : 'null')
    | (Extract<Value, readonly unknown[] | Iterable<unknown>> extends string ? never : 'array')
    | (Exclude<Extract<Value, object>, readonly unknown[] | ((...values: never) => unknown)> extends never
        ? never
        : 'object');

/** A JSON Schema of a prop: what it allows is what the component takes. */
export type PropSchema<Value> = Schema & {
  readonly type?: SchemaType<Value> | readonly SchemaType<Value>[];
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly default?: Value;
};

/** What is registered of a component beside itself. Properties are props of the component. */
export type ReactComponentDefinition<Props = ExternalProps> = Omit<
  ExternalComponent,
  'mount' | 'tag' | 'properties' | 'required'
> & {
  /** JSON Schema of each property that editors see: of props of the component. */
  readonly properties?: string extends keyof Props
    ? Readonly<Record<string, Schema>>
    : { readonly [Name in keyof Props]?: PropSchema<Exclude<Props[Name], undefined>> };
  /** Names of required properties. */
  readonly required?: readonly (keyof Props & string)[];
};

/** A component; on a server it may be asynchronous. */
export type ReactExternalComponent<Props> = ComponentType<Props> | ((props: Props) => Promise<ReactNode>);

/** Whether types of properties are known as `string` alone, as in a definition that is a variable. */
type IsWide<Properties> = string extends keyof Properties
  ? true
  : string extends {
        [Name in keyof Properties]: Properties[Name] extends { readonly type: infer Type } ? Type : never;
      }[keyof Properties]
    ? true
    : false;

/**
 * The definition of a component with these props. One whose types were widened, so that a schema's `type` is `string`, can not be checked:
 * annotate it with {@link ReactComponentDefinition}, or write it in the call.
 */
export type CheckedDefinition<Definition extends StoredDefinition, Props> =
  IsWide<NonNullable<Definition['properties']>> extends true ? Definition : ReactComponentDefinition<NoInfer<Props>>;

/** A definition, whatever the props of its component are. */
export type StoredDefinition = Omit<ExternalComponent, 'mount' | 'tag'>;

interface RegisteredComponent {
  readonly Component: ReactExternalComponent<ExternalProps>;
  readonly definition: StoredDefinition;
}

const components = new Map<string, RegisteredComponent>();

/** Adds a component; returns how to remove it. */
export function addReactComponent<Props extends object>(
  Component: ReactExternalComponent<Props>,
  definition: StoredDefinition,
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
export const reactDefinitions = (): ReadonlyMap<string, StoredDefinition> =>
  new Map([...components].map(([id, { definition }]) => [id, definition]));

/** A component with its properties. Data may have fields that React takes for itself: `key`, and a `ref` that is none. */
export function createExternal(
  Component: ReactExternalComponent<ExternalProps>,
  { key: _key, ref, ...props }: ExternalProps,
): ReactElement {
  const isRef = typeof ref === 'function' || (typeof ref === 'object' && ref !== null && 'current' in ref);
  return createElement(Component as ComponentType<ExternalProps>, isRef ? { ...props, ref } : props);
}
