/**
 * Lists: old blocks matched with new items by identity, so that a node stays with its item (D11, D16).
 */
import { isPlain } from '../path/lookup';
import { fillBlock, identity, memberOf, paintItem, paintItems, type Block, type Run } from './paint';
import { Kind, type BlockPlan, type Op } from './plan';

const nodeOf = (block: Block): ChildNode => block.nodes[0] as ChildNode;

/**
 * Brings the blocks of a run in line with its items.
 * @param before the blocks of the last time, or at first the elements that the template has.
 */
export function reconcile(before: Block[] | Node[], run: Run): Block[] {
  if (!('plan' in before[0]!)) return paintSlots(before as Node[], run);
  const blocks = before as Block[];
  const { slots } = blocks as Slotted;
  if (slots) return reconcileSlots(blocks, slots, run);
  // The usual: the same items in the same order, perhaps more of them or fewer.
  const { items } = run;
  const both = Math.min(blocks.length, items.length);
  let same = 0;
  while (same < both && blocks[same]!.key === identity(items[same])) refillItem(run, blocks[same]!, same++);
  if (same < both) return reconcileKeyed(blocks, run, same);
  if (same < blocks.length) removeBlocks(blocks.splice(same));
  return paintItems(blocks, run);
}

/** Brings a block in line with the item at an index. */
function refillItem(run: Run, block: Block, index: number): void {
  const { frame } = run;
  const item = run.items[index];
  const { hooks, odd } = frame.env;
  if (!hooks && !odd && shows(block, item)) return;
  frame.item = item;
  if (block.zero !== frame.zero) {
    block.zero = frame.zero;
    if (memberOf(run, index).hides) (block.nodes[0] as Element).toggleAttribute('hidden', frame.zero);
  }
  fillBlock(block, frame);
}

/** Members of an item in their order, and the operation that each alone feeds; -1 for none. */
interface Order {
  readonly keys: readonly string[];
  readonly ops: readonly number[];
  /** Whether items may say by a member who they are. */
  readonly identified: boolean;
}
/** A plan with the order of the first item it was painted with; null when something of it takes more to tell. */
interface Ordered extends BlockPlan {
  order?: Order | null;
}

/** The member of a plain item that an operation repeats over. */
const listOf = (op: Op): string | undefined => {
  const binding = op.kind === Kind.Repeat ? op.repeat.binding : undefined;
  return binding?.list === undefined ? undefined : binding.own;
};

function orderOf({ names, ops }: BlockPlan, item: object): Order | null {
  const keys = Object.keys(item);
  const fed = names.map((name, at) => name ?? listOf(ops[at]!));
  const known = new Set(fed);
  return known.size === fed.length && fed.every((name) => name !== undefined && keys.includes(name))
    ? { keys, ops: keys.map((key) => fed.indexOf(key)), identified: keys.includes('id') || keys.includes('key') }
    : null;
}

/**
 * Whether a block shows an item already, down to its innermost lists: mostly it does, and to tell costs a third of filling.
 * Items come out of the same hands, so their members are in the same order: engines read them by `for in` without
 * looking any of them up. False also means that it takes more to tell.
 */
function shows(block: Block, item: unknown): boolean {
  if (block.zero || !isPlain(item)) return false;
  const plan = block.plan as Ordered;
  const { state } = block;
  const { order = (plan.order = orderOf(plan, item)) } = plan;
  if (!order) return false;
  const { keys, ops } = order;
  let at = 0;
  for (const key in item) {
    if (key !== keys[at]) return false;
    const op = ops[at++]!;
    if (op < 0) continue;
    const value = item[key];
    const before = state[op];
    if (typeof value === 'string' ? !value || value !== before : !showsList(before, value)) return false;
  }
  return at === keys.length && block.key === (order.identified ? identity(item) : undefined);
}

/** Whether blocks show the items of a list, each in its place. */
function showsList(before: unknown, items: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(items) || items.length !== before.length) return false;
  const blocks = before as Slotted;
  if (blocks.slots) return false;
  for (let at = 0; at < blocks.length; at++) if (!shows(blocks[at]!, items[at])) return false;
  return true;
}

/** Removes the nodes of blocks that stand side by side. */
function removeBlocks(blocks: readonly Block[]): void {
  const first = blocks[0]!.nodes[0]!;
  const last = blocks.at(-1)!.nodes[0]!;
  if (first.parentNode && first.parentNode === last.parentNode) {
    const range = new Range();
    range.setStartBefore(first);
    range.setEndAfter(last);
    range.deleteContents();
  } else for (const { nodes } of blocks) (nodes[0] as ChildNode).remove();
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
function paintSlots(elements: readonly Node[], run: Run): Block[] {
  const blocks = elements.map((element, index) => paintItem(run, index, element));
  const slots = blocks.map((block) => ({ block, mark: document.createTextNode('') }));
  return reconcileSlots(blocks, slots, run);
}

function reconcileSlots(old: Slotted, slots: Slot[], run: Run): Block[] {
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

function reconcileKeyed(old: readonly Block[], run: Run, start: number): Block[] {
  const { items } = run;
  const blocks = old.slice(0, start);
  const keep = (block: Block, at: number): void => {
    block.key = identity(items[at]);
    refillItem(run, block, at);
    blocks[at] = block;
  };
  let oldEnd = old.length;
  let end = items.length;
  while (oldEnd > start && end > start && old[oldEnd - 1]!.key === identity(items[end - 1]))
    keep(old[--oldEnd]!, --end);
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
    else blocks[at] = paintItem(run, at);
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
