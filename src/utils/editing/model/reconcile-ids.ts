/** Stable ids: nodes of a new tree that correspond to nodes of the old one, changed or not, keep their ids. */
import { isEmptied } from './blocks';
import type { ElementNode, SyntaxNode } from './syntax-tree';

/** A node with its text and its position. */
interface SourceNode<Node extends SyntaxNode = SyntaxNode> {
  readonly node: Node;
  readonly text: string;
  readonly from: number;
}

const sourceOf = ({ node, text, from }: SourceNode): string => text.slice(from, from + node.length);

/** Returns what must be equal for nodes to correspond. */
const kindOf = (node: SyntaxNode): string =>
  node.kind !== 'element' ? node.kind : node.foreign ? `foreign ${node.tag}` : node.tag;

/** Whether nodes with the same source were parsed equally: an error also depends on the content around it. */
const isAlike = (old: SyntaxNode, fresh: SyntaxNode): boolean =>
  kindOf(old) === kindOf(fresh) &&
  old.length === fresh.length &&
  old.errorCount === fresh.errorCount &&
  old.neutral === fresh.neutral &&
  old.count === fresh.count &&
  (old.kind !== 'text' || old.text === (fresh as typeof old).text) &&
  (old.kind !== 'element' ||
    !old.errorCount ||
    (old.children.length === (fresh as ElementNode).children.length &&
      old.children.every((child, at) => isAlike(child, (fresh as ElementNode).children[at]!))));

function childrenOf(of: SourceNode<ElementNode>): SourceNode[] {
  let from = of.from + of.node.open;
  return of.node.children.map((node) => {
    const child = { node, text: of.text, from };
    from += node.length;
    return child;
  });
}

const isSame = (old: SourceNode, fresh: SourceNode): boolean =>
  isAlike(old.node, fresh.node) && sourceOf(old) === sourceOf(fresh);

/** Groups nodes by a key. Each group is in reverse order, so that `pop` returns the first node. */
function group(nodes: readonly SourceNode[], keyOf: (node: SourceNode) => string): Map<string, SourceNode[]> {
  const groups = new Map<string, SourceNode[]>();
  for (const node of nodes.toReversed()) {
    const key = keyOf(node);
    const known = groups.get(key);
    if (known) known.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

/**
 * The old node that each new node replaces: first equal elements at any position, then nodes of the same kind in order. It uses maps,
 * because a paste may replace thousands of nodes.
 */
function pair(old: readonly SourceNode[], fresh: readonly SourceNode[]): (SourceNode | undefined)[] {
  const paired = new Set<SourceNode>();
  const take = (node: SourceNode): SourceNode => {
    paired.add(node);
    return node;
  };
  const elements = old.filter(({ node }) => node.kind === 'element');
  const bySource = group(elements, sourceOf);
  const pairs = fresh.map((next) => {
    const alike = bySource.get(sourceOf(next));
    const at = alike?.findLastIndex(({ node }) => isAlike(node, next.node)) ?? -1;
    return at < 0 ? undefined : take(alike!.splice(at, 1)[0]!);
  });
  const left = old.filter((node) => !paired.has(node));
  const byKind = group(left, ({ node }) => kindOf(node));
  const open = fresh.length - paired.size;
  let first = 0;
  return pairs.map((same, at) => {
    if (same) return same;
    const { node } = fresh[at]!;
    const alike = byKind.get(kindOf(node));
    while (alike?.length && paired.has(alike.at(-1)!)) alike.pop();
    const like = alike?.pop();
    if (like) return take(like);
    while (first < left.length && paired.has(left[first]!)) first++;
    // A block that became another type is still the same block.
    return open === old.length - paired.size && left[first]?.node.kind === node.kind ? take(left[first]!) : undefined;
  });
}

/** Returns the new node with the ids of the old one; the old node itself if nothing changed. */
export function reconcileIds(old: SourceNode, fresh: SourceNode): SyntaxNode {
  if (isSame(old, fresh)) return old.node;
  const { id } = old.node;
  if (old.node.kind !== 'element' || fresh.node.kind !== 'element') return { ...fresh.node, id };
  const before = childrenOf(old as SourceNode<ElementNode>);
  const after = childrenOf(fresh as SourceNode<ElementNode>);
  const children = after.map(({ node }) => node);
  let head = 0;
  while (head < before.length && head < after.length && isSame(before[head]!, after[head]!)) {
    children[head] = before[head]!.node;
    head++;
  }
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    isSame(before.at(-1 - tail)!, after.at(-1 - tail)!)
  ) {
    tail++;
    children[after.length - tail] = before.at(-tail)!.node;
  }
  // The nodes in between.
  const pairs = pair(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  for (const [index, was] of pairs.entries()) {
    if (!was) continue;
    const at = head + index;
    children[at] = reconcileIds(was, after[at]!);
  }
  const kept: ElementNode = { ...fresh.node, id, children };
  return isEmptied(old.node, kept) ? { ...kept, emptied: true } : kept;
}
