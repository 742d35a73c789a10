/** The registered components of a site, and the properties that an element passes to one of them. */
import { jsonOf } from './json.js';
import { toCamelCase, toKebabCase } from './names.js';
import { getSchemaProperties, parseValue, transformSchema } from './schema.js';
import { store } from './store.js';
import type {
  ContextProperties,
  ExternalComponentHandler,
  ExternalComponentOptions,
  MinimalComponentProps,
  RegisteredComponent,
  RegisteredComponents,
} from './types.js';

type Values = Record<string, unknown>;

const THUMBNAIL = 'https://feaasstatic.blob.core.windows.net/assets/thumbnails/byoc.svg';

/** The base class of custom element components; a plain function on servers. */
export const WebComponent: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (function WebComponent() {} as unknown as typeof HTMLElement) : HTMLElement;

export const isWebComponent = (component: unknown): component is CustomElementConstructor =>
  typeof component === 'function' && (component === WebComponent || component.prototype instanceof WebComponent);

/** All registered components by id. */
export const registered: RegisteredComponents = store.components;

/** Completes a component's definition with defaults. */
export function normalizeOptions<P>(
  options: ExternalComponentOptions<P>,
  component: ExternalComponentHandler<P> = null,
  defaults?: Values,
): RegisteredComponent {
  const { name, id = name, title = name, description = 'External component', properties = {}, required, ui } = options;
  if (typeof name !== 'string' || !name.trim())
    throw new TypeError(`registerComponent: \`name\` must be a text, but is ${JSON.stringify(name)}`);
  return {
    component: component ?? (() => null),
    id,
    name,
    title,
    schema: {
      ...transformSchema({ type: 'object', properties, ...(required && { required }) } as never, defaults),
      description,
      title,
    },
    uiSchema: { ...ui },
    thumbnail: options.thumbnail ?? THUMBNAIL,
    group: options.group ?? 'Default collection',
    isHidden: options.isHidden ?? false,
    datasourceIds: options.datasourceIds ?? [],
    links: options.links ?? {},
    meta: options.meta ?? {},
  };
}

/**
 * Registers a React component, or the class of a custom element, for `<feaas-external>`. In a module of server
 * components, the registration is for the server.
 * @throws TypeError if `name` is not a text, or if the class cannot be that of an element
 */
export function registerComponent<P>(
  component: ExternalComponentHandler<P>,
  options: ExternalComponentOptions<P>,
  defaults?: Values,
): void {
  const definition = normalizeOptions(options, component, defaults);
  // Without a component, the definition only adds defaults to the component that its id begins with.
  const base = registered[definition.id.split('?')[0]!];
  if (!component && base) definition.component = base.component;
  const previous = registered[definition.id];
  registered[definition.id] = definition;
  try {
    store.shows.forEach((show) => show(definition));
  } catch (error) {
    if (previous) registered[definition.id] = previous;
    else delete registered[definition.id];
    throw error;
  }
}

/** A registered component by its id, which may have a query with defaults: `card?text=Hello`. */
export function getComponent(id: string | RegisteredComponent): RegisteredComponent | undefined {
  if (typeof id === 'object') return id;
  if (typeof id !== 'string') throw new TypeError(`Component name should be a string, got ${String(id)}`);
  const [name = '', ...query] = id.split('?');
  const found = registered[id] ?? registered[name];
  if (!found || !query.length) return found;
  const properties = new Map(Object.entries(found.schema.properties ?? {}));
  for (const [property, text] of new URLSearchParams(query.join('?'))) {
    const schema = properties.get(property) ?? { type: 'string' };
    properties.set(property, { ...schema, default: parseValue(text, schema.type) });
  }
  return { ...found, schema: { ...found.schema, properties: Object.fromEntries(properties) } };
}

/** Names of the properties in the component's schema. */
export const getComponentConfigurablePropertyNames = (id: string | RegisteredComponent): string[] =>
  Object.keys(getComponent(id)?.schema.properties ?? {});

/** Converts properties to the types of the component's schema and adds its defaults. Unchanged for unknown components. */
export function getComponentProperties(id: string | RegisteredComponent, props: Values = {}): Values {
  const found = getComponent(id);
  if (!found) return props;
  return getSchemaProperties(
    found.schema,
    Object.fromEntries(Object.entries(props).map(([name, value]) => [propertyName(name, found), value])),
  );
}

/** The property name of an attribute. */
const propertyName = (name: string, { schema }: RegisteredComponent): string =>
  Object.hasOwn(schema.properties ?? {}, name) ? name : toCamelCase(name);

/** Properties of all components of the site. `setContextProperties` adds to them. */
export const contextProperties: ContextProperties = store.context;
export function setContextProperties(properties: ContextProperties): void {
  Object.assign(contextProperties, properties);
}

const parseJSON = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

/** Names that data must not set, as attributes, properties or in React: code, HTML, styles, and names that React reserves. */
const NOT_OF_DATA =
  /^(?:class(?:name|list)?|style|slot|is|part|nonce|hidden|srcdoc|(?:inner|outer)html|dangerouslysetinnerhtml|key|ref)$/;
/** Whether a text is an address that runs code. Browsers ignore spaces and control characters in it. */
const runsCode = (text: unknown): boolean =>
  typeof text === 'string' && /^(?:java|vb)script:/i.test(text.replace(/[\s\p{C}]+/gu, ''));

/** The kit rejects such fields of `datasources`, but it gets these properties as the page's own. */
function mayBeOfData([name, value]: [string, unknown]): boolean {
  const compacted = name.toLowerCase().replace(/[^a-z]/g, '');
  const becomesText = typeof value === 'string' || Array.isArray(value);
  if (/^data-/i.test(name) || NOT_OF_DATA.test(compacted) || (becomesText && /^on[a-z]+$/.test(compacted)))
    return false;
  return ![value].flat().some(runsCode);
}

/** The fields of the first data source that is an object. */
function firstFields(datasources: unknown): Values {
  const sources = parseJSON(datasources);
  const first = Object.values((sources ?? {}) as Values).find((source) => typeof source === 'object' && source);
  if (Array.isArray(first)) return {};
  return Object.fromEntries(Object.entries((first ?? {}) as Values).filter(mayBeOfData));
}

/** Properties of the element itself, or of React. */
const OWN = /^(?:componentName|className|data-external-id|fallback|clientFallback|fallbackWrapper|key|ref)$/;
/** Properties that cannot be attributes, or have a meaning in React. */
const NO_ATTRIBUTE = /^(?:children|class|style|dangerouslySetInnerHTML|is|slot|part|nonce|on[A-Z].*)$/;

/** An attribute's value; undefined if there is none, as for a circular object. */
function attributeOf(value: unknown): unknown {
  if (value == null || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object') return value;
  if ('$$typeof' in value) return undefined;
  try {
    return jsonOf(value);
  } catch {
    return undefined;
  }
}

/** The attributes of the element, the properties of its component, and these merged with the context's. */
export function getMergedComponentProperties(props: MinimalComponentProps): {
  attributes: Values;
  properties: Values;
  merged: Values;
} {
  const { componentName: id, datasources, ...rest } = props;
  const ownProps = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => !OWN.test(name) && value !== undefined),
  );
  const properties = getComponentProperties(id, { ...firstFields(datasources), ...ownProps });
  if (datasources !== undefined) properties['datasources'] = parseJSON(datasources);
  const attributes: Values = { 'data-external-id': id, suppressHydrationWarning: true };
  for (const [name, value] of Object.entries(properties)) {
    const attribute = NO_ATTRIBUTE.test(name) ? undefined : attributeOf(value);
    if (attribute !== undefined) attributes[toKebabCase(name)] = attribute;
  }
  const classes = props['className'] ?? props['class'];
  if (classes) attributes['class'] = classes;
  return { attributes, properties, merged: { ...contextProperties, ...properties } };
}

/** The original sends registrations to the parent page. The kit's editors read the registry instead. */
export function setRegistrationCallback(): void {}
