/** Reads the properties of an external component from its attributes, and writes them back. */
import { attributeOf, type ElementNode } from '../../../../../src/utils/editing/model/syntax-tree';
import { attributeName } from '../../../../../src/utils/external/attribute-names';
import type { ExternalComponent } from '../../../../../src/utils/external/definition';
import { propsOf } from '../../../../../src/utils/external/props';

export type Values = Readonly<Record<string, unknown>>;

/** The values of a node's attributes, or their defaults. */
export function valuesOf(node: ElementNode, definition: ExternalComponent): Values {
  const names = Object.keys(definition.properties ?? {});
  const props = propsOf(definition, node.attributes, () => {});
  return Object.fromEntries(names.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]));
}

/** The attribute of a property: an existing one in either spelling, or the default spelling. */
export const attributeFor = (node: ElementNode, property: string): string =>
  [attributeName(property), property.toLowerCase()].find((name) => attributeOf(node, name) !== undefined) ??
  attributeName(property);

/** The path that a property is bound to. Its attribute then has no effect. */
export const boundPath = (node: ElementNode, property: string): string | undefined =>
  attributeOf(node, `data-path-${attributeName(property)}`) ?? attributeOf(node, `data-path-${property.toLowerCase()}`);

/** A value as the text of an attribute; null removes the attribute. */
export function attributeText(value: unknown, fallback: unknown, isRequired: boolean): string | null {
  if (value === undefined || value === null) return null;
  // A missing attribute means false, unless it is required or has a default.
  if (value === false) return isRequired || fallback !== undefined ? 'false' : null;
  if (value === true) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(Array.isArray(value) ? value.filter((each) => each !== undefined) : value);
}

/** Names of the properties whose values differ. */
export const changedProperties = (before: Values, now: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
