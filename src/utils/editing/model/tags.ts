/** Start tags and indentation for a new element, copied from an existing one. */
import { resolveChildren, type ResolvedElement } from './syntax-tree';

/** Attributes that belong to one element alone, and not to a copy of it. */
const OWN = /^(?:id|itemid|data-path(?:-.*)?|data-attributes-keys)$/;

/** Returns the line break and indentation before an element that is on its own line. */
export function indentOf(text: string, { parent, index }: ResolvedElement): string {
  const before = parent && index > 0 ? resolveChildren(parent)[index - 1] : undefined;
  if (before?.node.kind !== 'text') return '';
  const space = /\r?\n[ \t]*$/.exec(text.slice(before.from, before.to));
  return space ? space[0] : '';
}

/** Returns the start tag of an element, without the attributes that belong to it alone. */
export function startTagOf(text: string, { node, from }: ResolvedElement, tag = node.tag): string {
  const attributes = node.attributes
    .filter(({ name }) => !OWN.test(name))
    .map((attribute) => ' ' + text.slice(from + attribute.from, from + attribute.to));
  return `<${tag}${attributes.join('')}>`;
}
