/** Start tags and line breaks, as an element's own source has them, for one more of its kind. */
import { resolveChildren, type ResolvedElement } from './syntax-tree';

/** What is said about one element alone, and not about the next. */
const OWN = /^(?:id|itemid|data-path(?:-.*)?|data-attributes-keys)$/;

/** White space that an element stands on a line of its own by. */
export function indentOf(text: string, { parent, index }: ResolvedElement): string {
  const before = parent && index > 0 ? resolveChildren(parent)[index - 1] : undefined;
  if (before?.node.kind !== 'text') return '';
  const space = /\r?\n[ \t]*$/.exec(text.slice(before.from, before.to));
  return space ? space[0] : '';
}

/** The start tag of an element, without what belongs to that one alone. */
export function startTagOf(text: string, { node, from }: ResolvedElement, tag = node.tag): string {
  const attributes = node.attributes
    .filter(({ name }) => !OWN.test(name))
    .map((attribute) => ' ' + text.slice(from + attribute.from, from + attribute.to));
  return `<${tag}${attributes.join('')}>`;
}
