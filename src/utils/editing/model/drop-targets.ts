/** The spots of a view where a block may be put, in the order of the text: between blocks, and in what is empty. */
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
  readonly spot: InsertPosition;
  /** What it is beside of, or inside of where that is empty. */
  readonly beside: ResolvedElement;
  /** Boxes around it. */
  readonly depth: number;
  /** Where the block stands that is to be moved. */
  readonly isHere: boolean;
}

/** Elements that hold one kind of child, or few. */
const HOLDS: ReadonlyMap<string, RegExp> = new Map(
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
/** Elements that stand in certain others only. */
const STANDS: ReadonlyMap<string, RegExp> = new Map(
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
/** Elements that blocks may stand in though none does yet. */
const BOX =
  /^(?:div|section|article|aside|main|header|footer|nav|figure|blockquote|form|fieldset|details|li|dd|td|th|ul|ol|dl)$/;
/** Texts, in which no block stands, whatever is in them. */
const TEXT = /^(?:p|h[1-6]|pre)$/;
const CLOSED = /^(?:script|style|template|textarea|select|svg|math|iframe|object|audio|video|canvas|button|feaas-.*)$/;

/** Elements that hold items or parts, and nothing else. */
export const LISTS = /^(?:ul|ol|menu|dl|table|tbody|thead|tfoot|tr)$/;

/** Whether an element may stand in another, as the language of pages has it. */
export const isContentMatch = (tag: string, parent: string): boolean =>
  (HOLDS.get(parent)?.test(tag) ?? true) && (STANDS.get(tag)?.test(parent) ?? true);

/** Whether blocks may stand in an element: it is no text, and nothing that stands in one. */
export const canHoldBlocks = ({ node, parent }: ResolvedElement): boolean =>
  !parent || !(TEXT.test(node.tag) || CLOSED.test(node.tag) || node.foreign || isPhrasing(node) || isBound(node));

/** The elements that stand in a box by themselves; undefined where it is none: text, or what comes from data. */
function itemsOf(box: ResolvedElement): ResolvedElement[] | undefined {
  const { node, parent } = box;
  if (parent && (node.foreign || CLOSED.test(node.tag) || isBound(node) || node.closed !== 'written')) return undefined;
  const blocks = childBlocks(box);
  if (blocks.some(({ whole }) => whole) && parent) return undefined;
  const items = resolveChildren(box)
    .filter(isResolvedElement)
    .filter(({ index, node }) => node.open > 0 && !blocks.some(({ first, last }) => index >= first && index < last));
  if (!parent || BOX.test(node.tag)) return blocks.length > 0 && !items.length ? undefined : items;
  return !TEXT.test(box.node.tag) && items.some((item) => !isPhrasing(item.node)) ? items : undefined;
}

/** Whether a gap among the items of a box lies between members of one run. */
function isInRun(items: readonly ResolvedElement[], gap: number): boolean {
  const [before, behind] = [items[gap - 1], items[gap]];
  if (!before || !behind) return false;
  return items.slice(0, gap).some((item) => repeaterItems(item).some(({ from }) => from >= behind.from));
}

/**
 * The spots where an element of a kind may stand. Whether a command can really put it there, it says itself.
 * @param moved the element that is to be moved; nothing is put into it, nor between the members of a run that repeats
 */
export function findDropTargets(document: SyntaxTree, tag: string, moved?: ResolvedElement): DropTarget[] {
  const run = moved ? repeaterItems(moved) : [];
  const own = new Set((run.length > 1 ? run : moved ? [moved] : []).map(({ node }) => node.id));
  const isOwn = (item: ResolvedElement | undefined): boolean => !!item && own.has(item.node.id);
  const found: DropTarget[] = [];
  const visit = (box: ResolvedElement, depth: number): void => {
    const items = itemsOf(box);
    if (!items) return;
    const fits = isContentMatch(tag, box.node.tag);
    if (fits && !items.length && box.parent)
      found.push({ spot: { inside: box.node.id }, beside: box, depth, isHere: false });
    for (let gap = 0; items.length && gap <= items.length; gap++) {
      const [before, behind] = [items[gap - 1], items[gap]];
      // In front of it and behind it the block stands where it is.
      if (fits && !isInRun(items, gap) && !isOwn(before)) {
        const beside = (before ?? behind)!;
        const spot = before ? { after: before.node.id } : { before: beside.node.id };
        found.push({ spot, beside, depth, isHere: isOwn(behind) });
      }
      if (behind && !isOwn(behind)) visit(behind, depth + 1);
    }
  };
  visit(resolveRoot(document), 0);
  return found;
}

/** What an element says, at most so many characters of it. */
export function excerptOf(place: ResolvedElement, length = 40): string {
  let text = '';
  for (const { node } of walk(place)) {
    if (node.kind === 'text' && !node.raw) text += node.text;
    else if (!isPhrasing(node)) text += ' ';
    if (text.length > 4 * length) break;
  }
  const words = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(words);
  return letters.length > length ? `${letters.slice(0, length).join('').trim()}…` : words;
}
