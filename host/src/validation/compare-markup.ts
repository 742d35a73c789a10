/** Compares two trees as a browser would interpret them. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { ChildNode, Element } from './markup-reader.js';

/** The first element of `before` that differs in `after`, or whose child nodes differ; undefined if both are equal. */
export function firstDifference(
  before: readonly ChildNode[],
  after: readonly ChildNode[],
  parent: Element,
): Element | undefined {
  const left = joinText(before, parent);
  const right = joinText(after, parent);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const one = left[index];
    const other = right[index];
    if (typeof one !== 'object' || typeof other !== 'object') {
      if (one !== other) return typeof one === 'object' ? one : parent;
      continue;
    }
    if (startTagOf(one) !== startTagOf(other)) return one;
    const inner = firstDifference(contentOf(one), contentOf(other), one);
    if (inner) return inner;
  }
  return undefined;
}

export const contentOf = (element: Element): readonly ChildNode[] =>
  'content' in element ? (element as DefaultTreeAdapterTypes.Template).content.childNodes : element.childNodes;

const startTagOf = ({ tagName, namespaceURI, attrs }: Element): string =>
  JSON.stringify([
    tagName,
    namespaceURI,
    attrs.map(({ namespace, prefix, name, value }) => [namespace, prefix, name, value]),
  ]);

/** Elements and joined text; comments are ignored. Removes the line break that parsers drop at the beginning. */
function joinText(nodes: readonly ChildNode[], { tagName }: Element): (Element | string)[] {
  const result: (Element | string)[] = [];
  for (const node of nodes) {
    if ('tagName' in node) result.push(node);
    else if ('value' in node) {
      const last = result.at(-1);
      if (typeof last === 'string') result[result.length - 1] = last + node.value;
      else if (node.value !== '') result.push(node.value);
    }
  }
  if (DROPS_LINE_BREAK.has(tagName) && typeof result[0] === 'string') {
    const text = result[0].replace(/^\n+/, '');
    if (text === '') result.shift();
    else result[0] = text;
  }
  return result;
}

const DROPS_LINE_BREAK: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing']);
