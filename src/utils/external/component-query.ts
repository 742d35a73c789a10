/**
 * Ids with a query: `card?text=Hello` is the component `card` with a default for `text`.
 * A definition for the whole id overrides that of `card`, so that a site can list the same component several times.
 */
import { warnOnce } from '../../global/logger';
import { attributeName, attributeNames } from './attribute-names';
import type { ExternalComponent, ExternalProps, Schema } from './definition';
import { propsOf, valueOf } from './props';
import { isRefusedName } from './refused-values';

/** Results by their definition, then by id: the same id returns the same object. */
const resolved = new WeakMap<object, Map<string, { base: object | undefined; result: object }>>();

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Schemas = Readonly<Record<string, Schema>>;

/** Whether a property with this name can be an attribute, beside the others. */
function canAdd(properties: Schemas, name: string): boolean {
  try {
    attributeNames({ ...properties, [name]: {} });
    return !isRefusedName(name);
  } catch {
    return false;
  }
}

function withDefault(properties: Schemas, pair: string, id: string): Schemas {
  const [name = '', ...rest] = pair.split('=');
  if (!name) return properties;
  const decodedName = decode(name);
  // An attribute has two spellings: `max-items` is `maxItems`.
  const property = Object.hasOwn(properties, decodedName)
    ? decodedName
    : (attributeNames(properties).get(attributeName(decodedName)) ?? decodedName);
  if (!Object.hasOwn(properties, property) && !canAdd(properties, property)) {
    warnOnce(
      `data-external-id="${id}": '${property}' can be no property, and counts as missing. Remove it from the query.`,
    );
    return properties;
  }
  const schema: Schema = (Object.hasOwn(properties, property) && properties[property]) || { type: 'string' };
  const text = decode(rest.join('='));
  let value: unknown = text;
  try {
    value = valueOf(text, schema, property, { properties });
  } catch {
    // A text that does not match its schema stays a text.
  }
  return { ...properties, [property]: { ...schema, default: value } };
}

/** Returns the definition of an id; undefined if neither the id nor the part before its query is registered. */
export function resolveComponent<Definition extends Partial<ExternalComponent>>(
  id: string,
  components: ReadonlyMap<string, Definition>,
): Definition | undefined {
  const [name, ...query] = id.split('?');
  const exact = components.get(id);
  if (!query.length) return exact;
  const base = components.get(name!);
  const definition = exact ?? base;
  if (!definition) return undefined;
  let results = resolved.get(definition);
  if (!results) resolved.set(definition, (results = new Map()));
  const cached = results.get(id);
  if (cached && cached.base === base) return cached.result as Definition;
  let properties = definition.properties ?? base?.properties ?? {};
  for (const pair of query.join('?').split('&')) properties = withDefault(properties, pair, id);
  // The definition for the whole id may be mounted differently.
  const mounting = definition.mount || definition.tag ? { mount: definition.mount, tag: definition.tag } : {};
  const result = { ...base, ...definition, ...mounting, properties } as Definition;
  results.set(id, { base, result });
  return result;
}

/**
 * Returns the properties that an element passes to its component, for servers that render the component. Values that
 * can not be read are omitted; the page warns about them.
 * @param components definitions by id; the id may end in a query.
 * @param attributes of the element.
 * @param componentProps properties by value.
 */
export function externalProps(
  id: string,
  components: ReadonlyMap<string, Partial<ExternalComponent>>,
  attributes: Readonly<Record<string, string>>,
  componentProps?: ExternalProps,
): ExternalProps {
  let datasources: unknown;
  try {
    datasources =
      attributes['datasources'] === undefined ? undefined : (JSON.parse(attributes['datasources']) as unknown);
  } catch {
    datasources = undefined;
  }
  return propsOf(
    resolveComponent(id, components) ?? {},
    Object.entries(attributes).map(([name, value]) => ({ name, value })),
    () => {},
    { datasources, componentProps },
  );
}
