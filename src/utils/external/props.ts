/** Reads the texts of attributes as values of a JSON Schema. */
import { attributeNames, propertyName } from './attribute-names';
import type { Schema } from './definition';
import { attributeRefusal, fieldRefusal, withoutCodeAddresses } from './refused-values';

/** Called with a sentence about a value that can not be read. */
export type Report = (problem: string) => void;

/** Global attributes: they are properties only when the schema has them. */
const GLOBAL =
  /^(?:class|id|slot|style|is|part|nonce|hidden|title|lang|dir|role|tabindex|draggable|inert|contenteditable|datasources|component-props|data-.*|aria-.*)$/;

const resolve = (schema: Schema, root: object): Schema => {
  let current: unknown = schema;
  // A reference may refer to itself.
  for (let steps = 0; steps < 10 && typeof (current as Schema)?.$ref === 'string'; steps++) {
    const { $ref } = current as Schema;
    if (!$ref!.startsWith('#/')) break;
    current = $ref!
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
  }
  return (current ?? {}) as Schema;
};

const parseJSON = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

const isList = Array.isArray as (value: unknown) => value is unknown[];
const kindOf = (value: unknown): string => (value === null ? 'null' : isList(value) ? 'array' : typeof value);

/** Reads a text as each type; undefined where that is impossible. */
const READERS: Readonly<Record<string, (text: string, name: string) => { value: unknown } | undefined>> = {
  string: (value) => ({ value }),
  number: (text) => (text.trim() && Number.isFinite(Number(text)) ? { value: Number(text) } : undefined),
  integer: (text) => (text.trim() && Number.isSafeInteger(Number(text)) ? { value: Number(text) } : undefined),
  // An empty attribute is true, as in HTML.
  boolean: (text, name) =>
    text === '' || text === 'true' || text === name ? { value: true } : text === 'false' ? { value: false } : undefined,
  null: (text) => (text === '' || text === 'null' ? { value: null } : undefined),
  array: (text) => asKind(text, 'array'),
  object: (text) => asKind(text, 'object'),
};

function asKind(text: string, kind: string): { value: unknown } | undefined {
  const parsed = parseJSON(text);
  return parsed && kindOf(parsed.value) === kind ? parsed : undefined;
}

/** Types in the order in which they are tried; every text is a string. */
const ORDER = ['null', 'integer', 'number', 'boolean', 'array', 'object', 'string'];

/** The types that a schema allows; empty when it does not restrict them. */
function typesOf(schema: Schema, root: object): string[] {
  const { type, oneOf, anyOf } = schema;
  if (type !== undefined) return [type].flat() as string[];
  const variants = oneOf ?? anyOf ?? [];
  return [...new Set(variants.flatMap((variant) => typesOf(resolve(variant, root), root)))];
}

/** Values that a schema lists. */
function choicesOf(schema: Schema, root: object): readonly unknown[] {
  if (schema.enum) return schema.enum;
  if ('const' in schema) return [schema.const];
  const variants = (schema.oneOf ?? schema.anyOf ?? []).map((variant) => resolve(variant, root));
  return variants.length && variants.every((variant) => 'const' in variant || variant.enum)
    ? variants.flatMap((variant) => choicesOf(variant, root))
    : [];
}

const NOUNS: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list in JSON',
  object: 'an object in JSON',
  null: 'null',
};

/**
 * Returns the value of an attribute's text.
 * @param root object in which references of the schema are resolved
 * @throws Error that contains the expected types
 */
export function valueOf(text: string, schema: Schema, name = '', root: object = schema): unknown {
  const resolved = resolve(schema, root);
  const choice = choicesOf(resolved, root).find(
    (each) => (typeof each === 'string' ? each : JSON.stringify(each)) === text,
  );
  if (choice !== undefined) return choice;
  const types = typesOf(resolved, root);
  const knownTypes = ORDER.filter((type) => types.includes(type));
  const tried = knownTypes.length ? knownTypes : ['string'];
  for (const type of tried) {
    const parsed = READERS[type]!(text, name);
    if (parsed) return parsed.value;
  }
  throw new Error(tried.map((type) => NOUNS[type] ?? type).join(' or '));
}

/** The part of a definition that determines how values are read. */
export interface PropertyTable {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns a copy, so that the default can not be changed; values with functions are shared. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** Returns an object's own member: data and pages may use names such as `constructor`. */
const ownMember = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Adds the defaults of the schemas. */
function withDefaults(
  definition: PropertyTable,
  values: Readonly<Record<string, unknown>>,
  report: Report,
): Record<string, unknown> {
  const props = { ...values };
  const { properties = {}, required = [] } = definition;
  for (const [name, schema] of Object.entries(properties)) {
    const { default: value } = resolve(schema, definition);
    if (ownMember(props, name) === undefined && value !== undefined) props[name] = copyOf(value);
  }
  for (const name of required)
    if (ownMember(props, name) === undefined) report(`'${name}' has no value, and needs one`);
  return props;
}

/** Reads a text that does not exactly match the type: the number at its beginning, or whether it is `1`. */
const LENIENT_READERS: typeof READERS = {
  number: (text) => finite(parseFloat(text)),
  integer: (text) => finite(parseInt(text, 10)),
  boolean: (text) => ({ value: text === '1' }),
};

const finite = (value: number): { value: unknown } | undefined => (Number.isFinite(value) ? { value } : undefined);

/**
 * Returns the value of an attribute's text, as pages read it.
 * For a number `12px` is 12; for a boolean `1` is true, and other words are false.
 * @throws Error that contains the expected types
 */
function lenientValueOf(text: string, schema: Schema, name: string, root: object): unknown {
  try {
    return valueOf(text, schema, name, root);
  } catch (error) {
    for (const type of typesOf(resolve(schema, root), root)) {
      const parsed = ownMember(LENIENT_READERS, type)?.(text, name);
      if (parsed) return parsed.value;
    }
    throw error;
  }
}

/** The values that an element passes to its component beside its attributes. */
export interface ElementValues {
  /** Values by data source. The fields of the first one that is an object are properties, too. */
  readonly datasources?: unknown;
  /** Properties by value; they override attributes. */
  readonly componentProps?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Returns the fields of the first data source that is an object with fields. */
const firstFields = (datasources: unknown): Readonly<Record<string, unknown>> =>
  Object.values((datasources ?? {}) as object).find(
    (value: unknown) => kindOf(value) === 'object' && Object.keys(value as object).length > 0,
  ) ?? {};

/**
 * Returns the properties of a component: defaults of the schemas, fields of the first data source, attributes, and
 * values. Later ones override earlier ones. Texts are read according to the schemas; unreadable ones are reported, and
 * omitted. Values that data may not set (D13) are omitted, too; `componentProps` are the page's own.
 */
export function propsOf(
  definition: PropertyTable,
  attributes: Iterable<{ readonly name: string; readonly value: string }>,
  report: Report,
  { datasources, componentProps }: ElementValues = {},
): Record<string, unknown> {
  const { properties = {} } = definition;
  const names = attributeNames(properties);
  const values: Record<string, unknown> = {};
  const readProperty = (property: string, text: string, label: string): void => {
    try {
      values[property] = lenientValueOf(text, properties[property]!, property, definition);
    } catch (error) {
      report(`${label}="${text.slice(0, 80)}" is not ${(error as Error).message}, and counts as missing`);
    }
  };
  /** Whether a value may be a property. */
  const isAllowed = (reason: string | undefined, label: string): boolean => {
    if (reason) report(`${label} can be no property: it ${reason}`);
    return reason === undefined;
  };
  for (const { name, value } of attributes) {
    const property = names.get(name);
    if (property === undefined && GLOBAL.test(name)) continue;
    if (!isAllowed(attributeRefusal(property ?? name, value, property !== undefined), `attribute ${name}`)) continue;
    if (property !== undefined) readProperty(property, value, `attribute ${name}`);
    else values[propertyName(name)] = value;
  }
  const fromAttributes = new Set(Object.keys(values));
  const copies = new Map<unknown, unknown>();
  for (const [name, field] of Object.entries(firstFields(datasources))) {
    const property = Object.hasOwn(properties, name) ? name : (names.get(name.toLowerCase()) ?? propertyName(name));
    const isDeclared = Object.hasOwn(properties, property);
    if (!isAllowed(fieldRefusal(name, field, isDeclared), `datasources: ${name}`)) continue;
    const value = withoutCodeAddresses(field, copies);
    if (!isDeclared && !fromAttributes.has(name)) values[name] = value;
    if (fromAttributes.has(property)) continue;
    if (isDeclared && typeof value === 'string') readProperty(property, value, `datasources: ${name}`);
    else values[property] = value;
  }
  Object.assign(values, componentProps);
  const props = withDefaults(definition, values, report);
  return datasources === undefined ? props : { ...props, datasources: withoutCodeAddresses(datasources, copies) };
}

/** Returns the settings of a data source: texts are read according to their schemas, other values stay as they are. */
export function settingsOf(
  definition: PropertyTable,
  params: Readonly<Record<string, unknown>>,
  report: Report,
): Record<string, unknown> {
  const { properties = {} } = definition;
  const values: Record<string, unknown> = { ...params };
  for (const [name, value] of Object.entries(params)) {
    const schema = ownMember(properties, name);
    if (typeof value !== 'string' || !schema) continue;
    try {
      values[name] = valueOf(value, schema, name, definition);
    } catch (error) {
      report(`the setting '${name}' is not ${(error as Error).message}: “${value.slice(0, 80)}”`);
    }
  }
  return withDefaults(definition, values, report);
}
