/** The components that a site registers, and the properties that an element gives to one of them. */
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

/** The class that components of a page may extend; on a server there is none. */
export const WebComponent: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (function WebComponent() {} as unknown as typeof HTMLElement) : HTMLElement;

export const isWebComponent = (component: unknown): component is CustomElementConstructor =>
  typeof component === 'function' && (component === WebComponent || component.prototype instanceof WebComponent);

/** All that is registered, by id. */
export const registered: RegisteredComponents = store.components;

/** A component's definition with everything that it leaves out. */
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
 * Registers a React component, or a custom element's class, for `<feaas-external>`. In a module of server components it is registered
 * for the server.
 * @throws TypeError when `name` is no text, or when the class can not be that of an element.
 */
export function registerComponent<P>(
  component: ExternalComponentHandler<P>,
  options: ExternalComponentOptions<P>,
  defaults?: Values,
): void {
  const definition = normalizeOptions(options, component, defaults);
  // Without a component it only adds defaults to the one that its id begins with.
  const base = registered[definition.id.split('?')[0]!];
  if (!component && base) definition.component = base.component;
  const before = registered[definition.id];
  registered[definition.id] = definition;
  try {
    store.shows.forEach((show) => show(definition));
  } catch (error) {
    if (before) registered[definition.id] = before;
    else delete registered[definition.id];
    throw error;
  }
}

/** A registered component by its id, which may end in a query with defaults: `card?text=Hello`. */
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

/** Names of the properties that editors set. */
export const getComponentConfigurablePropertyNames = (id: string | RegisteredComponent): string[] =>
  Object.keys(getComponent(id)?.schema.properties ?? {});

/** Properties in the types of the component's schema, with its defaults; unchanged where none is registered. */
export function getComponentProperties(id: string | RegisteredComponent, props: Values = {}): Values {
  const found = getComponent(id);
  if (!found) return props;
  return getSchemaProperties(
    found.schema,
    Object.fromEntries(Object.entries(props).map(([name, value]) => [propertyName(name, found), value])),
  );
}

/** A property's name out of that of an attribute. */
const propertyName = (name: string, { schema }: RegisteredComponent): string =>
  Object.hasOwn(schema.properties ?? {}, name) ? name : toCamelCase(name);

/** Properties that every component of the site gets: `setContextProperties` adds to them. */
export const contextProperties: ContextProperties = store.context;
export function setContextProperties(properties: ContextProperties): void {
  Object.assign(contextProperties, properties);
}

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

/** What data can not give, in the spellings of attributes, properties and React: code, HTML, styles, and what React takes for itself. */
const NOT_OF_DATA =
  /^(?:class(?:name|list)?|style|slot|is|part|nonce|hidden|srcdoc|(?:inner|outer)html|dangerouslysetinnerhtml|key|ref)$/;
/** Whether a text is an address that runs code: browsers skip spaces and control characters in it. */
const runsCode = (text: unknown): boolean =>
  typeof text === 'string' && /^(?:java|vb)script:/i.test(text.replace(/[\s\p{C}]+/gu, ''));

/** The kit refuses such fields of `datasources` itself; these properties are handed to it as the page's own. */
function mayBeOfData([name, value]: [string, unknown]): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const becomesText = typeof value === 'string' || Array.isArray(value);
  if (/^data-/i.test(name) || NOT_OF_DATA.test(plain) || (becomesText && /^on[a-z]+$/.test(plain))) return false;
  return ![value].flat().some(runsCode);
}

/** The fields of the first data source that is an object. */
function firstFields(datasources: unknown): Values {
  const sources = parsed(datasources);
  const first = Object.values((sources ?? {}) as Values).find((source) => typeof source === 'object' && source);
  if (Array.isArray(first)) return {};
  return Object.fromEntries(Object.entries((first ?? {}) as Values).filter(mayBeOfData));
}

/** Properties that are the element's own, or React's. */
const OWN = /^(?:componentName|className|data-external-id|fallback|clientFallback|fallbackWrapper|key|ref)$/;
/** What no attribute can hold, or what has a meaning in React. */
const NO_ATTRIBUTE = /^(?:children|class|style|dangerouslySetInnerHTML|is|slot|part|nonce|on[A-Z].*)$/;

/** A value as that of an attribute; undefined for what no attribute can hold, such as an object that contains itself. */
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

/** What an element has and what its component gets: attributes, properties, and these with the context's. */
export function getMergedComponentProperties(props: MinimalComponentProps): {
  attributes: Values;
  properties: Values;
  merged: Values;
} {
  const { componentName: id, datasources, ...rest } = props;
  const own = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => !OWN.test(name) && value !== undefined),
  );
  const properties = getComponentProperties(id, { ...firstFields(datasources), ...own });
  if (datasources !== undefined) properties['datasources'] = parsed(datasources);
  const attributes: Values = { 'data-external-id': id, suppressHydrationWarning: true };
  for (const [name, value] of Object.entries(properties)) {
    const attribute = NO_ATTRIBUTE.test(name) ? undefined : attributeOf(value);
    if (attribute !== undefined) attributes[toKebabCase(name)] = attribute;
  }
  const classes = props['className'] ?? props['class'];
  if (classes) attributes['class'] = classes;
  return { attributes, properties, merged: { ...contextProperties, ...properties } };
}

/** In the original it sends what is registered to the page around; editors of the kit read it where it is registered. */
export function setRegistrationCallback(): void {}
