/**
 * React components that are registered as external components. Servers render them from this table, which exists once
 * per module graph.
 */
import type { ExternalComponent, ExternalProps, Schema } from 'feaas-kit';
import { createElement, type ComponentType, type ReactElement, type ReactNode } from 'react';

/** The JSON Schema `type` for a TypeScript type. */
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

/** A JSON Schema of a prop: it may only allow values that the component accepts. */
export type PropSchema<Value> = Schema & {
  readonly type?: SchemaType<Value> | readonly SchemaType<Value>[];
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly default?: Value;
};

/** The definition of a component, without the component itself. Its properties are props of the component. */
export type ReactComponentDefinition<Props = ExternalProps> = Omit<
  ExternalComponent,
  'mount' | 'tag' | 'properties' | 'required'
> & {
  /** JSON Schemas of the properties that editors show, which are props of the component. */
  readonly properties?: string extends keyof Props
    ? Readonly<Record<string, Schema>>
    : { readonly [Name in keyof Props]?: PropSchema<Exclude<Props[Name], undefined>> };
  /** Names of required properties. */
  readonly required?: readonly (keyof Props & string)[];
};

/** A component; on a server it may be asynchronous. */
export type ReactExternalComponent<Props> = ComponentType<Props> | ((props: Props) => Promise<ReactNode>);

/** Whether property types are known only as `string`, as in a definition that is a variable. */
type IsWide<Properties> = string extends keyof Properties
  ? true
  : string extends {
        [Name in keyof Properties]: Properties[Name] extends { readonly type: infer Type } ? Type : never;
      }[keyof Properties]
    ? true
    : false;

/**
 * The definition of a component with these props. A definition with widened types, whose schema `type` is `string`, can
 * not be checked. Annotate it with {@link ReactComponentDefinition}, or write it in the call.
 */
export type CheckedDefinition<Definition extends StoredDefinition, Props> =
  IsWide<NonNullable<Definition['properties']>> extends true ? Definition : ReactComponentDefinition<NoInfer<Props>>;

/** A definition for a component with any props. */
export type StoredDefinition = Omit<ExternalComponent, 'mount' | 'tag'>;

interface RegisteredComponent {
  readonly Component: ReactExternalComponent<ExternalProps>;
  readonly definition: StoredDefinition;
}

const components = new Map<string, RegisteredComponent>();

/** Adds a component. The returned function removes it. */
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
    // Another component may use its id now.
    if (components.get(id) === registered) components.delete(id);
  };
}

/** Finds a component by its id, with or without the query. */
export const findReactComponent = (id: string): RegisteredComponent | undefined =>
  components.get(id) ?? components.get(id.split('?')[0]!);

/** All definitions, for {@link resolveExternal} of the kit, which parses queries. */
export const reactDefinitions = (): ReadonlyMap<string, StoredDefinition> =>
  new Map([...components].map(([id, { definition }]) => [id, definition]));

/**
 * Creates an element of a component. Data may contain `key` and an invalid `ref`, which React reserves; they are
 * omitted.
 */
export function createExternal(
  Component: ReactExternalComponent<ExternalProps>,
  { key: _key, ref, ...props }: ExternalProps,
): ReactElement {
  const isRef = typeof ref === 'function' || (typeof ref === 'object' && ref !== null && 'current' in ref);
  return createElement(Component as ComponentType<ExternalProps>, isRef ? { ...props, ref } : props);
}
