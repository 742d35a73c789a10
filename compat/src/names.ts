/** Converts names of properties and attributes. */

/** `firstName` and `First name` as `first-name`. */
export const toKebabCase = (name: string): string =>
  name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();

/** `first-name` and `First name` as `firstName`. */
export const toCamelCase = (name: string): string => {
  const joined = name.trim().replace(/[-_\s]+(.)/g, (_all, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
};

/** `firstName` as `First Name`. */
export const toTitle = (name: string): string =>
  toKebabCase(name)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const renameKeys = (object: object | undefined, rename: (name: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object ?? {}).map(([name, value]) => [rename(name), value]));

export const objectKeysToKebabCase = (object?: Record<string, unknown>): Record<string, unknown> =>
  renameKeys(object, toKebabCase);
export const objectKeysToCamelCase = (object?: Record<string, unknown>): Record<string, unknown> =>
  renameKeys(object, toCamelCase);
