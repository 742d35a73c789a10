/**
 * Lists: old blocks matched with new items by identity, so that a node stays with its item (D11, D16).
 */
import { updateInstance, identity, memberOf, paintItem, type TemplateInstance, type Run } from './template-instance';
import { bring, rowOf, type Row } from './rows';

const nodeOf = (block: TemplateInstance): ChildNode => block.nodes[0] as ChildNode;

/**
 * Brings the blocks of a run in line with its items.
 * @param before the blocks of the last time, or at first the elements that the template has.
 */
export function reconcile(before: TemplateInstance[] | Node[], run: Run): TemplateInstance[] {
  if (!('plan' in before[0]!)) return paintSlots(before as Node[], run);
  const blocks = before as TemplateInstance[];
  const { slots } = blocks as Slotted;
  if (slots) return reconcileSlots(blocks, slots, run);
  // The usual: the same items in the same order, perhaps more of them or fewer.
  const { items } = run;
  const both = Math.min(blocks.length, items.length);
  let same = 0;
  const rows = rowsOf(blocks, run);
  for (; same < both; same++) {
    const block = blocks[same]!;
    const row = rows?.[same];
    if (row && bring(block, row, items[same])) continue;
    if (block.key !== identity(items[same])) return reconcileKeyed(blocks, run, same);
    refill(run, block, same, rows);
  }
  if (same < blocks.length) {
    removeBlocks(blocks.splice(same));
    if (rows) rows.length = same;
  }
  return paintItems(blocks, run);
}

/** Paints the items after the blocks that are there. What is shown changes once. */
function paintItems(blocks: TemplateInstance[], run: Run): TemplateInstance[] {
  const { length } = run.items;
  if (blocks.length >= length) return blocks;
  const last = nodeOf(blocks.at(-1)!);
  const fragment = last.ownerDocument!.createDocumentFragment();
  // A block counts when its nodes stand where they belong: painting may stop halfway for a missing part.
  const made: TemplateInstance[] = [];
  for (let at = blocks.length; at < length; at++) {
    const block = paintItem(run, at);
    fragment.append(block.nodes[0]!);
    made.push(block);
  }
  last.after(fragment);
  for (const block of made) blocks.push(block);
  return blocks;
}

/** Lists that are shorter are compared as fast without rows. */
const LONG = 16;

/** The rows of a list's blocks, as far as there are any; undefined where an item alone does not say what a block shows. */
function rowsOf(blocks: Kept, { frame: { env } }: Run): Rows | undefined {
  if (!env.hooks && !env.odd && blocks.length >= LONG) return (blocks.rows ??= []);
  delete blocks.rows;
  return undefined;
}

/** Brings a block in line with the item at an index, and its row. */
function refill(run: Run, block: TemplateInstance, index: number, rows: Rows | undefined): void {
  // Filling may stop halfway for a missing part.
  if (rows) rows[index] = undefined;
  refillItem(run, block, index);
  if (rows) rows[index] = rowOf(block, run.items[index]);
}

/** Brings a block in line with the item at an index. */
function refillItem(run: Run, block: TemplateInstance, index: number): void {
  const { frame } = run;
  frame.item = run.items[index];
  if (block.zero !== frame.zero) {
    block.zero = frame.zero;
    if (memberOf(run, index).hides) (block.nodes[0] as Element).toggleAttribute('hidden', frame.zero);
  }
  updateInstance(block, frame);
}

/** Removes the nodes of blocks that stand side by side. */
function removeBlocks(blocks: readonly TemplateInstance[]): void {
  const first = blocks[0]!.nodes[0]!;
  const last = blocks.at(-1)!.nodes[0]!;
  if (first.parentNode && first.parentNode === last.parentNode) {
    const range = new Range();
    range.setStartBefore(first);
    range.setEndAfter(last);
    range.deleteContents();
  } else for (const { nodes } of blocks) (nodes[0] as ChildNode).remove();
}

type Rows = (Row | undefined)[];
/** Blocks with their rows. */
interface Kept extends Array<TemplateInstance> {
  rows?: Rows;
}
/** Runs with several elements in the template: items by position, other nodes between stay where they are. */
export interface Slotted extends Array<TemplateInstance> {
  slots?: Slot[];
}
/** A place of an element of the template, kept by a mark that is there only while the element is not. */
interface Slot {
  readonly block: TemplateInstance;
  mark: Text;
}

/** The elements of the template, painted with the first items; those beyond the list go. */
function paintSlots(elements: readonly Node[], run: Run): TemplateInstance[] {
  const blocks = elements.map((element, index) => paintItem(run, index, element));
  const slots = blocks.map((block) => ({ block, mark: document.createTextNode('') }));
  return reconcileSlots(blocks, slots, run);
}

function reconcileSlots(old: Slotted, slots: Slot[], run: Run): TemplateInstance[] {
  const { length } = run.items;
  const blocks: Slotted = slots.map(({ block }) => block);
  slots.forEach(({ block, mark }, index) => {
    const node = nodeOf(block);
    if (index < length) {
      if (mark.parentNode) mark.replaceWith(node);
      refillItem(run, block, index);
    } else if (node.parentNode) node.replaceWith(mark);
  });
  const extra = old.slice(slots.length);
  while (extra.length > Math.max(0, length - slots.length)) nodeOf(extra.pop()!).remove();
  for (const block of extra) {
    refillItem(run, block, blocks.length);
    blocks.push(block);
  }
  paintItems(blocks, run);
  blocks.slots = slots;
  return blocks;
}

function reconcileKeyed(old: Kept, run: Run, start: number): TemplateInstance[] {
  const { items } = run;
  const blocks: Kept = old.slice(0, start);
  if (old.rows) blocks.rows = old.rows.slice(0, start);
  const keep = (source: number, at: number): void => {
    const block = old[source]!;
    const row = old.rows?.[source];
    blocks[at] = block;
    block.key = identity(items[at]);
    if (row && bring(block, row, items[at])) blocks.rows![at] = row;
    else refill(run, block, at, blocks.rows);
  };
  let oldEnd = old.length;
  let end = items.length;
  while (oldEnd > start && end > start && old[oldEnd - 1]!.key === identity(items[end - 1])) keep(--oldEnd, --end);
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
    if (source >= 0) keep(source, at);
    else blocks[at] = paintItem(run, at);
  }
  for (let at = start; at < oldEnd; at++) if (!used.has(at)) nodeOf(old[at]!).remove();
  place(blocks, start, end, sources, parent, end < items.length ? nodeOf(blocks[end]!) : after);
  return blocks;
}

/** Puts blocks in order with the fewest moves: those of a longest rising row of old places stay. */
function place(
  blocks: readonly TemplateInstance[],
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
