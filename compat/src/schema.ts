/** JSON Schemas of properties, and conversion of values by schema. */
import { BYOCDataTypes } from './data-types.js';
import { toTitle } from './names.js';
import type { JSONSchema } from './types.js';

/** An object's own property. Names such as `constructor` must not match inherited ones. */
const ownMember = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Converts a schema to plain JSON Schema, with titles of properties and the given defaults. */
export function transformSchema(schema: JSONSchema, defaults: Readonly<Record<string, unknown>> = {}): JSONSchema {
  const result: JSONSchema = { ...schema };
  const required = new Set<string>(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
  if (schema.properties)
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, propertySchema]) => {
        // Sites set `required: true` in a property, but JSON Schema has a list of required properties.
        if (propertySchema['required'] === true) required.add(name);
        const { required: nestedRequired, ...property } = propertySchema;
        const shape = { ...property, ...(Array.isArray(nestedRequired) && { required: nestedRequired as string[] }) };
        const named = { ...shape, ...BYOCDataTypes[propertySchema.type ?? '']?.(shape) };
        const full = transformSchema({ title: toTitle(name), ...named });
        const value = ownMember(defaults, name);
        return [name, value === undefined ? full : { ...full, default: value }];
      }),
    );
  if (schema.items && !Array.isArray(schema.items)) result.items = transformSchema(schema.items);
  if (schema.properties) result['required'] = [...required];
  return result;
}

/** Converts the text of an attribute to a type: number, boolean, array or object. */
export function parseValue(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'number':
      return parseFloat(value);
    case 'integer':
      return parseInt(value, 10);
    case 'boolean':
      return value === 'true' || value === '1';
    case 'array':
    case 'object':
    case 'null':
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return null;
      }
    default:
      return value;
  }
}

/** Converts properties by a schema. */
export const parseSchemaProperties = (
  schema: JSONSchema,
  props: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name,
      parseValue(value, ownMember(schema.properties ?? {}, name)?.type),
    ]),
  );

/** The defaults in a schema. */
export const getSchemaDefaults = (schema: JSONSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, { default: value }]) =>
      value == null ? [] : [[name, value as unknown]],
    ),
  );

/** Converts properties by a schema and adds its defaults. */
export const getSchemaProperties = (
  schema: JSONSchema,
  props: Readonly<Record<string, unknown>>,
): Record<string, unknown> => ({
  ...getSchemaDefaults(schema),
  ...Object.fromEntries(Object.entries(parseSchemaProperties(schema, props)).filter(([, value]) => value != null)),
});
