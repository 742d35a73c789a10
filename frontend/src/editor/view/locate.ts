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
  let at = 0;
  for (const node of owner.childNodes) {
    const id = isElement(node) ? node.getAttribute(NODE) : null;
    if (id !== null) {
      const index = children.findIndex((child) => String(child.id) === id);
      if (index >= 0) at = index;
    } else {
      // Text is between the same elements as in the document.
      while (at < children.length && children[at]!.kind === 'element') at++;
    }
    if (at >= block.first && at < block.last) found.push(node);
    if (id === null) at++;
  }
  return found;
}

/** Editable blocks, in document order. */
export const typableBlocks = (document: SyntaxTree): TextBlock[] => blocksOf(document).filter(isTypable);

/** The element that is selected as a whole although it may be within text: an image or an external component. */
export const atomicElementAt = (node: Node): Element | undefined =>
  (isElement(node) ? node : node.parentElement)?.closest(`img[${NODE}], feaas-external[${NODE}]`) ?? undefined;

/** The id of the document node that contains a node of the page. */
export function nodeIdOf(within: Element, node: Node): number | undefined {
  const at = (isElement(node) ? node : node.parentElement)?.closest(`[${NODE}]`);
  return at && within.contains(at) ? Number(at.getAttribute(NODE)) : undefined;
}

/**
 * The block of text that contains a node of the page; undefined if it is not editable.
 * @param near the text position next to a press on the node, for text beside other blocks, which has no element of its
 * own
 */
export function blockOf(
  document: SyntaxTree,
  within: Element,
  node: Node,
  near?: Node,
): { block: TextBlock; owner: Element } | undefined {
  const blocks = blocksOf(document);
  for (let at: Node | null = node; at && within.contains(at); at = at.parentNode) {
    const id = at === within ? String(document.root.id) : isElement(at) ? at.getAttribute(NODE) : null;
    if (id === null) continue;
    const owner = at as Element;
    const block = blocks
      .filter((each) => String(each.owner.node.id) === id)
      .find((each) => each.whole || nodesOf(owner, each).some((own) => own.contains(node)));
    if (block) return isTypable(block) ? { block, owner } : undefined;
  }
  const beside = near && blockOf(document, within, near);
  return beside?.owner === node ? beside : undefined;
}

/** The element with data-bound content at a point of the viewport. */
export function boundElementAt(within: Element, { x, y }: ViewportPoint): Copy | undefined {
  // Another element of the page or of the editor may cover it.
  const there = (within.getRootNode() as Document | ShadowRoot).elementsFromPoint(x, y);
  const at = there.find((each) => within.contains(each))?.closest('[data-path]');
  const id = at ? nodeIdOf(within, at) : undefined;
  return id === undefined ? undefined : copyWith(within, at!, id);
}

/** The owner's element in the page, in the given copy of a repeater, else in the first one. */
export function ownerOf(within: Element, document: SyntaxTree, block: TextBlock, copy = 0): Element | undefined {
  const { id } = block.owner.node;
  if (id === document.root.id) return within;
  const all = within.querySelectorAll(`[${NODE}="${id}"]`);
  return all[copy] ?? all[0];
}

/** Whether an element is visible and thus editable. Collapsed content and an empty repeater are not. */
export function isSeen(owner: Element): boolean {
  if (owner.checkVisibility({ visibilityProperty: true })) return true;
  // An element without a box (`display: contents`) is visible if its content is.
  const content = owner.ownerDocument.createRange();
  content.selectNodeContents(owner);
  return getComputedStyle(owner).display === 'contents' && content.getClientRects().length > 0;
}

export function isShown(within: Element, document: SyntaxTree, block: TextBlock): boolean {
  const owner = ownerOf(within, document, block);
  return !!owner && isSeen(owner);
}

/** The visible editable blocks, in order. */
const shownBlocks = (within: Element, document: SyntaxTree): TextBlock[] =>
  typableBlocks(document).filter((block) => isShown(within, document, block));

/** The visible block before or after a position of the document. */
export const blockBeside = (
  within: Element,
  document: SyntaxTree,
  place: number,
  direction: number,
): TextBlock | undefined => {
  const all = shownBlocks(within, document);
  return direction < 0 ? all.findLast(({ from }) => from < place) : all.find(({ from }) => from > place);
};

/** The visible block nearest to a position: the last one that begins before it, else the first. */
export const nearestBlock = (within: Element, document: SyntaxTree, place: number): TextBlock | undefined =>
  blockBeside(within, document, place + 1, -1) ?? shownBlocks(within, document)[0];

/** The copy of an element that is nearest to a node: around it, in it, or beside it. */
export function nearestCopy(within: Element, node: Node, id: number): HTMLElement | undefined {
  const selector = `[${NODE}="${id}"]`;
  let at = isElement(node) ? node : node.parentElement;
  for (; at && within.contains(at); at = at.parentElement) {
    const found = at.matches(selector) ? at : at.querySelector(selector);
    if (found) return found as HTMLElement;
  }
  return undefined;
}

/** The index of an element among the copies of a repeater. */
export const copyOf = (within: Element, owner: Element): number =>
  owner === within ? 0 : [...within.querySelectorAll(`[${NODE}="${owner.getAttribute(NODE)}"]`)].indexOf(owner);

/** An element of the page: its document node, and the index of its repeater copy. */
export interface Copy {
  readonly id: number;
  readonly copy: number;
}

/** The copy of an element that is nearest to a node. */
export function copyWith(within: Element, node: Node, id: number): Copy {
  const copy = nearestCopy(within, node, id);
  return { id, copy: copy ? copyOf(within, copy) : 0 };
}
