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
      old.children.every((child, index) => isAlike(child, (fresh as ElementNode).children[index]!))));

function childrenOf(parent: SourceNode<ElementNode>): SourceNode[] {
  let from = parent.from + parent.node.open;
  return parent.node.children.map((node) => {
    const child = { node, text: parent.text, from };
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
    const existing = groups.get(key);
    if (existing) existing.push(node);
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
  const markPaired = (node: SourceNode): SourceNode => {
    paired.add(node);
    return node;
  };
  const elements = old.filter(({ node }) => node.kind === 'element');
  const bySource = group(elements, sourceOf);
  const pairs = fresh.map((next) => {
    const candidates = bySource.get(sourceOf(next));
    const index = candidates?.findLastIndex(({ node }) => isAlike(node, next.node)) ?? -1;
    return index < 0 ? undefined : markPaired(candidates!.splice(index, 1)[0]!);
  });
  const unpaired = old.filter((node) => !paired.has(node));
  const byKind = group(unpaired, ({ node }) => kindOf(node));
  const openCount = fresh.length - paired.size;
  let first = 0;
  return pairs.map((match, index) => {
    if (match) return match;
    const { node } = fresh[index]!;
    const candidates = byKind.get(kindOf(node));
    while (candidates?.length && paired.has(candidates.at(-1)!)) candidates.pop();
    const candidate = candidates?.pop();
    if (candidate) return markPaired(candidate);
    while (first < unpaired.length && paired.has(unpaired[first]!)) first++;
    // A block that became another type is still the same block.
    return openCount === old.length - paired.size && unpaired[first]?.node.kind === node.kind
      ? markPaired(unpaired[first]!)
      : undefined;
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
  let prefix = 0;
  while (prefix < before.length && prefix < after.length && isSame(before[prefix]!, after[prefix]!)) {
    children[prefix] = before[prefix]!.node;
    prefix++;
  }
  let suffix = 0;
  while (
    suffix < before.length - prefix &&
    suffix < after.length - prefix &&
    isSame(before.at(-1 - suffix)!, after.at(-1 - suffix)!)
  ) {
    suffix++;
    children[after.length - suffix] = before.at(-suffix)!.node;
  }
  // The nodes in between.
  const pairs = pair(before.slice(prefix, before.length - suffix), after.slice(prefix, after.length - suffix));
  for (const [index, oldChild] of pairs.entries()) {
    if (!oldChild) continue;
    const childIndex = prefix + index;
    children[childIndex] = reconcileIds(oldChild, after[childIndex]!);
  }
  const reconciled: ElementNode = { ...fresh.node, id, children };
  return isEmptied(old.node, reconciled) ? { ...reconciled, emptied: true } : reconciled;
}
