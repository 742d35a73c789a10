/** The properties of an external component in a view: read from its attributes, written back as attributes. */
import { attributeOf, type ElementNode } from '../../../../../src/utils/editing/model/syntax-tree';
import { attributeName } from '../../../../../src/utils/external/attribute-names';
import type { ExternalComponent } from '../../../../../src/utils/external/definition';
import { propsOf } from '../../../../../src/utils/external/props';

export type Values = Readonly<Record<string, unknown>>;

/** What the view says, with what is there when it says nothing. */
export function valuesOf(node: ElementNode, definition: ExternalComponent): Values {
  const names = Object.keys(definition.properties ?? {});
  const all = propsOf(definition, node.attributes, () => {});
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}

/** The attribute that a property is written as: the one that is there, in whichever spelling. */
export const attributeFor = (node: ElementNode, property: string): string =>
  [attributeName(property), property.toLowerCase()].find((name) => attributeOf(node, name) !== undefined) ??
  attributeName(property);

/** The path that a property is bound to; then its attribute says nothing. */
export const boundTo = (node: ElementNode, property: string): string | undefined =>
  attributeOf(node, `data-path-${attributeName(property)}`) ?? attributeOf(node, `data-path-${property.toLowerCase()}`);

/** A value as the text of an attribute; null for none. */
export function textOf(value: unknown, fallback: unknown, isRequired: boolean): string | null {
  if (value === undefined || value === null) return null;
  // An attribute that is not there does not hold, unless it says so by default.
  if (value === false) return isRequired || fallback !== undefined ? 'false' : null;
  if (value === true) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(Array.isArray(value) ? value.filter((each) => each !== undefined) : value);
}

/** Properties whose values differ. */
export const changedIn = (before: Values, now: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
