/** Definitions of a page's own components and data sources. */

/** A JSON Schema, as far as the kit reads it; other keywords are for validators. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: unknown;
  readonly [keyword: string]: unknown;
}

/** The values of a component's properties, by name; `datasources` is the value of the attribute or property of that name. */
export type ExternalProps = Readonly<Record<string, unknown>>;

/** A mounted component. Without `update` it is mounted again when values change. */
export interface ExternalInstance {
  update?(props: ExternalProps): void;
  unmount?(): void;
}

/** The element that a component is mounted in. */
export interface ExternalPlace {
  /** Reports an error after mounting: `feaasError` fires, and the fallback content is displayed. */
  fail(error: unknown): void;
}

/**
 * Mounts a component in an empty element, which is laid out already, and returns how to update and unmount it. While a returned
 * promise is pending the fallback content is displayed. An error fires `feaasError`.
 *
 * @example In Vue: `(element, props) => { const state = shallowReactive({ ...props }); const app = createApp({ render: () =>
 * h(Clock, state) }); app.mount(element); return { update: (next) => void Object.assign(state, next), unmount: () => app.unmount() }; }`
 *
 * @example In Svelte 5: `(element, props) => { const state = createState(props); const clock = mount(Clock, { target: element,
 * props: state }); return { update: (next) => void Object.assign(state, next), unmount: () => void unmount(clock) }; }`, where
 * `createState`, in a `.svelte.js` file, returns `$state({ ...props })`
 */
export type MountExternal = (
  element: HTMLElement,
  props: ExternalProps,
  place: ExternalPlace,
) => ExternalInstance | undefined | Promise<ExternalInstance | undefined>;

/** The definition of a page's own component; it has a `tag` or a `mount`. */
export interface ExternalComponent {
  /** Names it in `data-external-id`; `name` by default. */
  readonly id?: string;
  readonly name: string;
  /** The name that editors see; `name` by default. */
  readonly title?: string;
  readonly description?: string;
  /** The heading under which palettes list it. */
  readonly group?: string;
  /** The URL of an image. */
  readonly thumbnail?: string;
  /** JSON Schema of each property. One named `maxItems` is the attribute `max-items`, or `maxitems`. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Names of required properties. */
  readonly required?: readonly string[];
  /** Options of the properties' form: the `uiSchema` of react-jsonschema-form. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** A custom element, which gets the values as properties. */
  readonly tag?: string;
  readonly mount?: MountExternal;
}

/** The definition of a page's own data source. */
export interface ExternalDatasource {
  /** Names it in data settings: `{"url": "datasource:<id>"}`; `name` by default. */
  readonly id?: string;
  readonly name: string;
  /** The name that editors see; `name` by default. */
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema of each setting; the data settings' `params` are their values. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Names of required settings. */
  readonly required?: readonly string[];
  /** A sample of what `fetch` returns, from which editors choose paths. */
  readonly sample?: unknown;
  /** Returns a JSON value; an error, or no result within 10 s, counts as an empty object. */
  fetch(settings: ExternalProps, options: { readonly signal: AbortSignal }): unknown;
}
