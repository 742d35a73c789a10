/** The positions of a document where a block can be dropped, in document order: between blocks, and in empty elements. */
import { childBlocks, isBound, isPhrasing } from './blocks';
import type { InsertPosition } from './commands/insert-block';
import {
  resolveChildren,
  isResolvedElement,
  resolveRoot,
  walk,
  type ResolvedElement,
  type SyntaxTree,
} from './syntax-tree';
import { repeaterItems } from './repeater';

export interface DropTarget {
  readonly position: InsertPosition;
  /** The element next to the position, or the empty element that contains it. */
  readonly element: ResolvedElement;
  /** Number of boxes around it. */
  readonly depth: number;
  /** Whether the moved block is already at this position. */
  readonly isCurrent: boolean;
}

/** Elements that accept only certain children. */
const ALLOWED_CHILDREN: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    ul: /^li$/,
    ol: /^li$/,
    menu: /^li$/,
    dl: /^(?:dt|dd|div)$/,
    table: /^(?:caption|colgroup|thead|tbody|tfoot|tr)$/,
    thead: /^tr$/,
    tbody: /^tr$/,
    tfoot: /^tr$/,
    tr: /^t[dh]$/,
    picture: /^(?:source|img)$/,
    select: /^opt/,
  }),
);
/** Elements that are valid only in certain parents. */
const ALLOWED_PARENTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    li: /^(?:ul|ol|menu)$/,
    dt: /^dl$/,
    dd: /^dl$/,
    caption: /^table$/,
    colgroup: /^table$/,
    thead: /^table$/,
    tbody: /^table$/,
    tfoot: /^table$/,
    tr: /^(?:table|thead|tbody|tfoot)$/,
    td: /^tr$/,
    th: /^tr$/,
    figcaption: /^figure$/,
    summary: /^details$/,
    legend: /^fieldset$/,
    source: /^(?:picture|video|audio)$/,
  }),
);
/** Elements that accept blocks even if they contain none. */
const BOX =
  /^(?:div|section|article|aside|main|header|footer|nav|figure|blockquote|form|fieldset|details|li|dd|td|th|ul|ol|dl)$/;
/** Text elements, which accept no blocks, whatever they contain. */
const TEXT = /^(?:p|h[1-6]|pre)$/;
const CLOSED = /^(?:script|style|template|textarea|select|svg|math|iframe|object|audio|video|canvas|button|feaas-.*)$/;

/** Elements that contain only items or parts. */
export const LISTS = /^(?:ul|ol|menu|dl|table|tbody|thead|tfoot|tr)$/;

/** Whether HTML allows an element as a child of another. */
export const isContentMatch = (tag: string, parent: string): boolean =>
  (ALLOWED_CHILDREN.get(parent)?.test(tag) ?? true) && (ALLOWED_PARENTS.get(tag)?.test(parent) ?? true);

/** Whether an element can contain blocks: it is neither text, nor inline, nor bound to data. */
export const canHoldBlocks = ({ node, parent }: ResolvedElement): boolean =>
  !parent || !(TEXT.test(node.tag) || CLOSED.test(node.tag) || node.foreign || isPhrasing(node) || isBound(node));

/** Returns the block children of a box; undefined for an element of text or data. */
function itemsOf(box: ResolvedElement): ResolvedElement[] | undefined {
  const { node, parent } = box;
  if (parent && (node.foreign || CLOSED.test(node.tag) || isBound(node) || node.closed !== 'written')) return undefined;
  const blocks = childBlocks(box);
  if (blocks.some(({ isWhole }) => isWhole) && parent) return undefined;
  const items = resolveChildren(box)
    .filter(isResolvedElement)
    .filter(({ index, node }) => node.open > 0 && !blocks.some(({ first, last }) => index >= first && index < last));
  if (!parent || BOX.test(node.tag)) return blocks.length > 0 && !items.length ? undefined : items;
  return !TEXT.test(box.node.tag) && items.some((item) => !isPhrasing(item.node)) ? items : undefined;
}

/** Whether a gap between the items of a box lies within a repeater. */
function isInRepeater(items: readonly ResolvedElement[], gap: number): boolean {
  const [before, after] = [items[gap - 1], items[gap]];
  if (!before || !after) return false;
  return items.slice(0, gap).some((item) => repeaterItems(item).some(({ from }) => from >= after.from));
}

/**
 * Returns the positions where an element with a tag is valid. Each command decides itself whether it can insert there.
 * Positions between the items of a repeater are excluded.
 * @param moved the element to move; positions in it are excluded
 */
export function findDropTargets(document: SyntaxTree, tag: string, moved?: ResolvedElement): DropTarget[] {
  const movedItems = moved ? repeaterItems(moved) : [];
  const movedIds = new Set((movedItems.length > 1 ? movedItems : moved ? [moved] : []).map(({ node }) => node.id));
  const isMoved = (item: ResolvedElement | undefined): boolean => !!item && movedIds.has(item.node.id);
  const found: DropTarget[] = [];
  const visit = (box: ResolvedElement, depth: number): void => {
    const items = itemsOf(box);
    if (!items) return;
    const isAllowed = isContentMatch(tag, box.node.tag);
    if (isAllowed && !items.length && box.parent)
      found.push({ position: { inside: box.node.id }, element: box, depth, isCurrent: false });
    for (let gap = 0; items.length && gap <= items.length; gap++) {
      const [before, after] = [items[gap - 1], items[gap]];
      // The positions before and after the moved block are the same.
      if (isAllowed && !isInRepeater(items, gap) && !isMoved(before)) {
        const element = (before ?? after)!;
        const position = before ? { after: before.node.id } : { before: element.node.id };
        found.push({ position, element, depth, isCurrent: isMoved(after) });
      }
      if (after && !isMoved(after)) visit(after, depth + 1);
    }
  };
  visit(resolveRoot(document), 0);
  return found;
}

/** Returns the beginning of an element's text, with a maximum number of characters. */
export function excerptOf(element: ResolvedElement, length = 40): string {
  let text = '';
  for (const { node } of walk(element)) {
    if (node.kind === 'text' && !node.raw) text += node.text;
    else if (!isPhrasing(node)) text += ' ';
    if (text.length > 4 * length) break;
  }
  const normalized = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(normalized);
  return characters.length > length ? `${characters.slice(0, length).join('').trim()}…` : normalized;
}
