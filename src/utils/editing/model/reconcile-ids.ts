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

function standing(of: SourceNode<ElementNode>): SourceNode[] {
  let from = of.from + of.node.open;
  return of.node.children.map((node) => {
    const child = { node, text: of.text, from };
    from += node.length;
    return child;
  });
}

const isSame = (old: SourceNode, fresh: SourceNode): boolean =>
  isAlike(old.node, fresh.node) && sourceOf(old) === sourceOf(fresh);

/** Returns the new node with the ids of the old one; the old node itself if nothing changed. */
export function reconcileIds(old: SourceNode, fresh: SourceNode): SyntaxNode {
  if (isSame(old, fresh)) return old.node;
  const { id } = old.node;
  if (old.node.kind !== 'element' || fresh.node.kind !== 'element') return { ...fresh.node, id };
  const before = standing(old as SourceNode<ElementNode>);
  const after = standing(fresh as SourceNode<ElementNode>);
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
  // Nodes in between: elements that are equal are matched first, at any position, then others by kind and order.
  const left = before.slice(head, before.length - tail);
  const open: number[] = [];
  for (let at = head; at < after.length - tail; at++) {
    const same = left.findIndex((each) => each.node.kind === 'element' && isSame(each, after[at]!));
    if (same < 0) open.push(at);
    else children[at] = left.splice(same, 1)[0]!.node;
  }
  for (const at of open) {
    const next = after[at]!;
    const like = left.findIndex((each) => kindOf(each.node) === kindOf(next.node));
    // A block that became another type is still the same block.
    const pick = like >= 0 ? like : open.length === left.length && left[0]?.node.kind === next.node.kind ? 0 : -1;
    if (pick >= 0) children[at] = reconcileIds(left.splice(pick, 1)[0]!, next);
  }
  const kept: ElementNode = { ...fresh.node, id, children };
  return isEmptied(old.node, kept) ? { ...kept, emptied: true } : kept;
}
