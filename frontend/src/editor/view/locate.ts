/** Finds blocks of text in the page. */
import { blocksOf, isTypable, type TextBlock } from '../../../../src/utils/editing/model/blocks';
import { NODE } from '../../../../src/utils/editing/model/decorate';
import type { SyntaxTree } from '../../../../src/utils/editing/model/syntax-tree';
import type { ViewportPoint } from '../../../../src/utils/frontend/types';
import { isElement } from './node-guards';

export type { ViewportPoint };

/** A point in the page, as the Selection API has it. */
export interface Point {
  readonly node: Node;
  readonly offset: number;
}

/** The text position at a point of the viewport. */
export function caretAt(page: Document, { x, y }: ViewportPoint): Point | undefined {
  const position = page.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = page.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** The nodes of a block within its owner's element, without the copies of a repeater. */
export function nodesOf(owner: Element, block: TextBlock): ChildNode[] {
  const children = block.owner.node.children;
  const found: ChildNode[] = [];
  let childIndex = 0;
  for (const node of owner.childNodes) {
    const id = isElement(node) ? node.getAttribute(NODE) : null;
    if (id !== null) {
      const index = children.findIndex((child) => String(child.id) === id);
      if (index >= 0) childIndex = index;
    } else {
      // Text is between the same elements as in the document.
      while (childIndex < children.length && children[childIndex]!.kind === 'element') childIndex++;
    }
    if (childIndex >= block.first && childIndex < block.last) found.push(node);
    if (id === null) childIndex++;
  }
  return found;
}

/** Editable blocks, in document order. */
export const typableBlocks = (document: SyntaxTree): TextBlock[] => blocksOf(document).filter(isTypable);

/** The element that is selected as a whole although it may be within text: an image or an external component. */
export const atomicElementAt = (node: Node): Element | undefined =>
  (isElement(node) ? node : node.parentElement)?.closest(`img[${NODE}], feaas-external[${NODE}]`) ?? undefined;

/** The id of the document node that contains a node of the page. */
export function nodeIdOf(root: Element, node: Node): number | undefined {
  const element = (isElement(node) ? node : node.parentElement)?.closest(`[${NODE}]`);
  return element && root.contains(element) ? Number(element.getAttribute(NODE)) : undefined;
}

/**
 * The block of text that contains a node of the page; undefined if it is not editable.
 * @param nearby the text position next to a press on the node, for text beside other blocks, which has no element of its
 * own
 */
export function blockOf(
  document: SyntaxTree,
  root: Element,
  node: Node,
  nearby?: Node,
): { block: TextBlock; owner: Element } | undefined {
  const blocks = blocksOf(document);
  for (let current: Node | null = node; current && root.contains(current); current = current.parentNode) {
    const id = current === root ? String(document.root.id) : isElement(current) ? current.getAttribute(NODE) : null;
    if (id === null) continue;
    const owner = current as Element;
    const block = blocks
      .filter((each) => String(each.owner.node.id) === id)
      .find((each) => each.isWhole || nodesOf(owner, each).some((child) => child.contains(node)));
    if (block) return isTypable(block) ? { block, owner } : undefined;
  }
  const adjacent = nearby && blockOf(document, root, nearby);
  return adjacent?.owner === node ? adjacent : undefined;
}

/** The element with data-bound content at a point of the viewport. */
export function boundElementAt(root: Element, { x, y }: ViewportPoint): Copy | undefined {
  // Another element of the page or of the editor may cover it.
  const elements = (root.getRootNode() as Document | ShadowRoot).elementsFromPoint(x, y);
  const bound = elements.find((each) => root.contains(each))?.closest('[data-path]');
  const id = bound ? nodeIdOf(root, bound) : undefined;
  return id === undefined ? undefined : copyWith(root, bound!, id);
}

/** The owner's element in the page, in the given copy of a repeater, else in the first one. */
export function ownerOf(root: Element, document: SyntaxTree, block: TextBlock, copy = 0): Element | undefined {
  const { id } = block.owner.node;
  if (id === document.root.id) return root;
  const copies = root.querySelectorAll(`[${NODE}="${id}"]`);
  return copies[copy] ?? copies[0];
}

/** Whether an element is visible and thus editable. Collapsed content and an empty repeater are not. */
export function isVisible(owner: Element): boolean {
  if (owner.checkVisibility({ visibilityProperty: true })) return true;
  // An element without a box (`display: contents`) is visible if its content is.
  const content = owner.ownerDocument.createRange();
  content.selectNodeContents(owner);
  return getComputedStyle(owner).display === 'contents' && content.getClientRects().length > 0;
}

export function isShown(root: Element, document: SyntaxTree, block: TextBlock): boolean {
  const owner = ownerOf(root, document, block);
  return !!owner && isVisible(owner);
}

/** The visible editable blocks, in order. */
const visibleBlocks = (root: Element, document: SyntaxTree): TextBlock[] =>
  typableBlocks(document).filter((block) => isShown(root, document, block));

/** The visible block before or after a position of the document. */
export const blockBeside = (
  root: Element,
  document: SyntaxTree,
  position: number,
  direction: number,
): TextBlock | undefined => {
  const blocks = visibleBlocks(root, document);
  return direction < 0 ? blocks.findLast(({ from }) => from < position) : blocks.find(({ from }) => from > position);
};

/** The visible block nearest to a position: the last one that begins before it, else the first. */
export const nearestBlock = (root: Element, document: SyntaxTree, position: number): TextBlock | undefined =>
  blockBeside(root, document, position + 1, -1) ?? visibleBlocks(root, document)[0];

/** The copy of an element that is nearest to a node: around it, in it, or beside it. */
export function nearestCopy(root: Element, node: Node, id: number): HTMLElement | undefined {
  const selector = `[${NODE}="${id}"]`;
  let current = isElement(node) ? node : node.parentElement;
  for (; current && root.contains(current); current = current.parentElement) {
    const found = current.matches(selector) ? current : current.querySelector(selector);
    if (found) return found as HTMLElement;
  }
  return undefined;
}

/** The index of an element among the copies of a repeater. */
export const copyOf = (root: Element, owner: Element): number =>
  owner === root ? 0 : [...root.querySelectorAll(`[${NODE}="${owner.getAttribute(NODE)}"]`)].indexOf(owner);

/** An element of the page: its document node, and the index of its repeater copy. */
export interface Copy {
  readonly id: number;
  readonly copy: number;
}

/** The copy of an element that is nearest to a node. */
export function copyWith(root: Element, node: Node, id: number): Copy {
  const copy = nearestCopy(root, node, id);
  return { id, copy: copy ? copyOf(root, copy) : 0 };
}
