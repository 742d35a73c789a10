/**
 * Lists: old blocks matched with new items by identity, so that a node stays with its item (D11, D16).
 */
import { identity, paintItems, type Block, type PaintItem } from './paint';

type Refill = (block: Block, item: unknown, index: number) => void;

const nodeOf = (block: Block): ChildNode => block.nodes[0] as ChildNode;

/**
 * Brings the blocks of a run in line with its items.
 * @param before the blocks of the last time, or at first the elements that the template has.
 * @param items never empty: an empty list has one item that stands for none.
 */
export function reconcile(
  before: readonly (Block | Node)[],
  items: readonly unknown[],
  paint: PaintItem,
  refill: Refill,
): Block[] {
  const first = before[0]!;
  if (!('plan' in first)) return paintSlots(before as Node[], items, paint);
  const old = before as readonly Block[];
  const slots = (old as Slotted).slots;
  return slots
    ? reconcileSlots(old as Slotted, slots, items, paint, refill)
    : reconcileKeyed(old, items, paint, refill);
}

/** Runs with several elements in the template: items by position, other nodes between stay where they are. */
interface Slotted extends Array<Block> {
  slots?: Slot[];
}
/** A place of an element of the template, kept by a mark that is there only while the element is not. */
interface Slot {
  readonly block: Block;
  readonly mark: Text;
}

/** The elements of the template, painted with the first items; those beyond the list go. */
function paintSlots(elements: readonly Node[], items: readonly unknown[], paint: PaintItem): Block[] {
  const blocks = elements.map((element, index) => paint(items[index], index, element));
  const slots = blocks.map((block) => ({ block, mark: document.createTextNode('') }));
  return reconcileSlots(blocks, slots, items, paint, () => {});
}

function reconcileSlots(
  old: Slotted,
  slots: Slot[],
  items: readonly unknown[],
  paint: PaintItem,
  refill: Refill,
): Block[] {
  const blocks: Slotted = slots.map(({ block }) => block);
  slots.forEach(({ block, mark }, index) => {
    const node = nodeOf(block);
    if (index < items.length) {
      if (mark.parentNode) mark.replaceWith(node);
      refill(block, items[index], index);
    } else if (node.parentNode) node.replaceWith(mark);
  });
  const extra = old.slice(slots.length);
  while (extra.length > Math.max(0, items.length - slots.length)) nodeOf(extra.pop()!).remove();
  for (const block of extra) {
    refill(block, items[blocks.length], blocks.length);
    blocks.push(block);
  }
  paintItems(blocks, items, paint);
  blocks.slots = slots;
  return blocks;
}

function reconcileKeyed(old: readonly Block[], items: readonly unknown[], paint: PaintItem, refill: Refill): Block[] {
  const blocks = new Array<Block>(items.length);
  const keep = (block: Block, at: number): void => {
    block.key = identity(items[at]);
    refill(block, items[at], at);
    blocks[at] = block;
  };
  let start = 0;
  let oldEnd = old.length;
  let end = items.length;
  while (start < oldEnd && start < end && old[start]!.key === identity(items[start])) keep(old[start]!, start++);
  while (oldEnd > start && end > start && old[oldEnd - 1]!.key === identity(items[end - 1]))
    keep(old[--oldEnd]!, --end);
  if (start === oldEnd && start === end) return blocks;

  const parent = nodeOf(old[0]!).parentNode!;
  const after = nodeOf(old.at(-1)!).nextSibling;
  // Where in the old order each new block stood; -1 for a new one.
  const sources: number[] = [];
  const free = new Map<unknown, number>();
  for (let at = oldEnd - 1; at >= start; at--) free.set(old[at]!.key, at);
  const used = new Set<number>();
  for (let at = start; at < end; at++) {
    const key = identity(items[at]);
    const source = free.get(key) ?? -1;
    if (source >= 0) {
      free.delete(key);
      used.add(source);
    }
    sources.push(source);
  }
  // Blocks that no item claims are used for items that claim none.
  let spare = start;
  for (let at = start; at < end; at++) {
    if (sources[at - start] === -1) {
      while (spare < oldEnd && used.has(spare)) spare++;
      if (spare < oldEnd) {
        used.add(spare);
        sources[at - start] = spare;
      }
    }
    const source = sources[at - start]!;
    if (source >= 0) keep(old[source]!, at);
    else blocks[at] = paint(items[at], at);
  }
  for (let at = start; at < oldEnd; at++) if (!used.has(at)) nodeOf(old[at]!).remove();
  place(blocks, start, end, sources, parent, end < items.length ? nodeOf(blocks[end]!) : after);
  return blocks;
}

/** Puts blocks in order with the fewest moves: those of a longest rising row of old places stay. */
function place(
  blocks: readonly Block[],
  start: number,
  end: number,
  sources: readonly number[],
  parent: ParentNode & Node,
  ref: ChildNode | null,
): void {
  const stay = risingRow(sources);
  for (let at = end - 1, row = stay.length - 1; at >= start; at--) {
    const node = nodeOf(blocks[at]!);
    if (row >= 0 && stay[row] === at - start) row--;
    else insert(parent, node, ref);
    ref = node;
  }
}

type Movable = ParentNode & Node & { moveBefore?(node: Node, ref: Node | null): void };

/** Moves or inserts a node; a move keeps focus, selection and playback where the browser can. */
function insert(parent: Movable, node: ChildNode, ref: ChildNode | null): void {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, ref);
  else parent.insertBefore(node, ref);
}

/** Indexes of a longest strictly rising row, -1 left out; patience sorting. */
function risingRow(values: readonly number[]): number[] {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, at) => {
    if (value < 0) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low ? tails[low - 1]! : -1;
    tails[low] = at;
  });
  const row: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) row.push(at);
  return row.reverse();
}
