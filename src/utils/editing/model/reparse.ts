/**
 * Parses a document again after an edit, if possible only the element around the edit, after the start tags of its
 * ancestors. That gives the same result as parsing the whole text, if everything before is neutral, and the element was
 * and stays neutral.
 */
import { reconcileIds } from './reconcile-ids';
import {
  resolveChildren,
  isResolvedElement,
  resolveRoot,
  type ElementNode,
  type ResolvedElement,
  type SyntaxTree,
} from './syntax-tree';
import { element, parseRoot, type Ids } from './parse-document';
import type { Step } from './steps';

/** Elements in which the parser keeps state. */
const STATEFUL = /^(?:template|select|frameset|html|head|body)$/;

/** Returns the elements from the root to the smallest one that can be parsed alone; undefined if none can. */
function findReparsePath(document: SyntaxTree, from: number, to: number): ResolvedElement[] | undefined {
  const path = [resolveRoot(document)];
  for (;;) {
    const outer = path.at(-1)!;
    if (STATEFUL.test(outer.node.tag)) break;
    const inner = resolveChildren(outer).find((child) => child.from < from && to < child.to);
    // An edit at the very end of a tag may remove it, or open another one.
    if (!isResolvedElement(inner)) break;
    if (outer.node.children.slice(0, inner.index).some(({ neutral }) => !neutral)) break;
    path.push(inner);
  }
  while (path.length > 1) {
    const { node } = path.at(-1)!;
    if (node.neutral && node.open && node.close) return path;
    path.pop();
  }
  return undefined;
}

/** Parses source within other elements; undefined unless it is exactly one complete element. */
function parseBelow(
  ancestors: readonly ResolvedElement[],
  source: string,
  before: string,
  ids: Ids,
): ElementNode | undefined {
  const tags = ancestors.map(({ from, node }) => before.slice(from, from + node.open)).join('');
  let current = resolveRoot({ root: parseRoot(tags + source, ids), next: 0, parsed: 0 });
  for (const { node } of ancestors) {
    const [child, sibling] = resolveChildren(current);
    if (sibling || !isResolvedElement(child) || child.node.tag !== node.tag || child.node.open !== node.open)
      return undefined;
    current = child;
  }
  const [child, sibling] = resolveChildren(current);
  if (sibling || !isResolvedElement(child) || child.from !== tags.length || child.node.length !== source.length)
    return undefined;
  return child.node.neutral && child.node.close ? child.node : undefined;
}

/** Returns the document after an edit: the result of a full parse, except for the ids, which are stable. */
export function reparse(document: SyntaxTree, before: string, steps: readonly Step[], after: string): SyntaxTree {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return document;
  const ids: Ids = { next: document.next };
  const path = findReparsePath(document, first.from, last.to);
  const target = path?.at(-1);
  if (path && target) {
    const source = after.slice(target.from, target.to + after.length - before.length);
    const parsed = parseBelow(path.slice(1, -1), source, before, ids);
    if (parsed) {
      const old = { node: target.node, text: before, from: target.from };
      let node = reconcileIds(old, { node: parsed, text: after, from: target.from }) as ElementNode;
      for (let index = path.length - 1; index > 0; index--) {
        const outer = path[index - 1]!.node;
        const children = outer.children.with(path[index]!.index, node);
        node = element({ ...outer, children });
      }
      return { root: node, next: ids.next, parsed: parsed.count + path.length - 2 };
    }
  }
  const parsed = parseRoot(after, ids);
  const root = reconcileIds({ node: document.root, text: before, from: 0 }, { node: parsed, text: after, from: 0 });
  return { root: root as ElementNode, next: ids.next, parsed: parsed.count };
}
