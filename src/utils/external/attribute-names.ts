/** The attributes of an external component's properties. */
import type { Schema } from './definition';

/** Attributes with a meaning for the kit or the browser: no property can have their names. */
export const RESERVED = /^(?:class|slot|style|is|part|nonce|hidden|datasources|on[a-z]+|data-.*)$/;

/** Converts `maxItems` and `Max items` to `max-items`. */
export const attributeName = (property: string): string =>
  property
    .trim()
    .replace(/\s+/g, '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** Converts `first-name` to `firstName`. */
export const propertyName = (attribute: string): string =>
  attribute.replace(/(?!^)[-_ ]+([^-_ ])/g, (_all, letter: string) => letter.toUpperCase());

const cache = new WeakMap<object, ReadonlyMap<string, string>>();

/**
 * Returns the property of each attribute.
 * @throws Error with the name of a property that can not be an attribute
 */
export function attributeNames(properties: Readonly<Record<string, Schema>>): ReadonlyMap<string, string> {
  let names = cache.get(properties);
  if (names) return names;
  const byAttribute = new Map<string, string>();
  for (const property of Object.keys(properties)) {
    const name = attributeName(property);
    if (!/^[a-z_][\w.-]*$/.test(name) || RESERVED.test(name))
      throw new Error(`the property '${property}' can be no attribute: give it another name`);
    for (const spelling of new Set([name, property.toLowerCase()])) {
      const other = byAttribute.get(spelling);
      if (other !== undefined)
        throw new Error(`the properties '${other}' and '${property}' would be one attribute: rename one of them`);
      byAttribute.set(spelling, property);
    }
  }
  cache.set(properties, (names = byAttribute));
  return names;
}
