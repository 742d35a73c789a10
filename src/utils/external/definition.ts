/** What a page says of its own components and data sources. */

/** A JSON Schema, as far as the kit reads it; every other keyword is a validator's. */
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

/** The values of a component's properties, by name; `datasources` holds what its `datasources` attribute or property says. */
export type ExternalProps = Readonly<Record<string, unknown>>;

/** A mounted component. Without `update` it is mounted anew for other values. */
export interface ExternalInstance {
  update?(props: ExternalProps): void;
  unmount?(): void;
}

/** What a component may tell the element that it is mounted in. */
export interface ExternalPlace {
  /** Tells an error that came after mounting: `feaasError` is sent, and the fallback content shows. */
  fail(error: unknown): void;
}

/**
 * Shows a component in an empty element, which is laid out already; what it answers drives it from then on. With a promise the
 * fallback content shows until it is settled. What it throws is sent as `feaasError`.
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

/** What a page tells of a component of its own; it has a `tag` or a `mount`. */
export interface ExternalComponent {
  /** Names it in `data-external-id`; `name` by default. */
  readonly id?: string;
  readonly name: string;
  /** What editors read; `name` by default. */
  readonly title?: string;
  readonly description?: string;
  /** Heading under which palettes list it. */
  readonly group?: string;
  /** Address of a picture. */
  readonly thumbnail?: string;
  /** JSON Schema of each property. One named `maxItems` is the attribute `max-items`, or `maxitems`. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Names of properties that have to have a value. */
  readonly required?: readonly string[];
  /** How the properties' form looks: the `uiSchema` of react-jsonschema-form. */
  readonly ui?: Readonly<Record<string, unknown>>;
  /** A custom element, which gets the values as properties. */
  readonly tag?: string;
  readonly mount?: MountExternal;
}

/** What a page tells of a data source of its own. */
export interface ExternalDatasource {
  /** Names it in data settings: `{"url": "datasource:<id>"}`; `name` by default. */
  readonly id?: string;
  readonly name: string;
  /** What editors read; `name` by default. */
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema of each setting; the data settings' `params` are their values. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Names of settings that have to have a value. */
  readonly required?: readonly string[];
  /** A value as `fetch` gives them, for editors to choose paths from. */
  readonly sample?: unknown;
  /** Gives a value as JSON has them; what it throws, and taking more than 10 s, counts as an empty object. */
  fetch(settings: ExternalProps, options: { readonly signal: AbortSignal }): unknown;
}
