/**
 * Painting: clone the plan's nodes, fill them, and later change only what differs (D16).
 * A block remembers its nodes and what it wrote; the result always equals a fresh render.
 */
import { readList, readValue } from '../path/lookup';
import { part } from '../parts';
import { Kind, planOf, type BlockPlan, type RepeatOp, type TextOp } from './plan';
import { contentOf, createFrame, writtenValue, type Markup, type RenderFrame } from './values';

/** One painted copy of a plan. */
export interface Block {
  readonly plan: BlockPlan;
  /** Nodes by the plan's numbers; the first is the root. */
  nodes: Node[];
  /** What each operation last wrote. */
  readonly state: unknown[];
  readonly frame: RenderFrame;
  /** Identity of the item in its list. */
  key: unknown;
}

/** Content that is more than one text: the template's own, or inserted markup. */
export class Inner {
  constructor(
    readonly block: Block,
    /** The inserted HTML; undefined for the template's own. */
    readonly html: string | undefined,
  ) {}
}

/** State of a text that still is the plan's placeholder; no text of data is it. */
const UNFILLED = '\0unfilled';

/** Paints a plan into new nodes, or over `root`, a copy of them that is already there. */
export function paintBlock(plan: BlockPlan, frame: RenderFrame, root?: Node): Block {
  const node = root ?? plan.proto.cloneNode(true);
  const { walk, ops } = plan;
  const nodes: Node[] = [node];
  for (let at = 0; at < walk.length; at += 3) {
    const from = nodes[walk[at]!]!;
    let next = walk[at + 1] ? from.nextSibling! : from.firstChild!;
    for (let skip = walk[at + 2]!; skip > 0; skip--) next = next.nextSibling!;
    nodes.push(next);
  }
  const state: unknown[] = [];
  for (const op of ops) {
    state.push(op.kind === Kind.Text ? UNFILLED : op.kind === Kind.Attribute ? null : undefined);
  }
  const block: Block = { plan, nodes, state, frame, key: undefined };
  fillBlock(block);
  return block;
}

/** Brings a block in line with its frame's data. */
export function fillBlock(block: Block): void {
  const { nodes, state, frame } = block;
  const { ops } = block.plan;
  const plain = !frame.env.hooks;
  for (let at = 0; at < ops.length; at++) {
    const op = ops[at]!;
    const node = nodes[op.ref] as Element;
    const before = state[at];
    switch (op.kind) {
      case Kind.Text: {
        if (plain && op.binding && readValue(op.binding, frame) === before && before !== '') break;
        const now = contentOf(op.content, frame, node);
        if (typeof now === 'string' && now && typeof before === 'string' && before) {
          if (now !== before) (node.firstChild as Text).data = now;
          state[at] = now;
        } else state[at] = fillContent(node, op, before, now, frame);
        break;
      }
      case Kind.Attribute: {
        let now: string | null;
        if (plain && op.binding) {
          const value = readValue(op.binding, frame);
          if (value === before) break;
          now = typeof value === 'string' ? value : writtenValue(op.writers, op.tag, op.base, frame, node);
        } else now = writtenValue(op.writers, op.tag, op.base, frame, node);
        if (now === before) break;
        if (now === null) node.removeAttribute(op.name);
        else node.setAttribute(op.name, now);
        state[at] = now;
        break;
      }
      case Kind.Repeat:
        state[at] = fillRepeat(block, op, before as Block[] | undefined);
        break;
      default:
        state[at] = part('more').fillMore(op, node, before, frame);
    }
  }
}

/** Content changes its nature: text, nothing, markup, the template's own. Returns what is there now. */
function fillContent(
  node: Element,
  op: TextOp,
  before: unknown,
  now: string | Markup | undefined,
  frame: RenderFrame,
): unknown {
  if (typeof now === 'string') {
    if (now !== before) node.textContent = now;
    return now;
  }
  const html = now?.html;
  if (before instanceof Inner && before.html === html) {
    before.block.frame.item = frame.item;
    fillBlock(before.block);
    return before;
  }
  const plan = now ? planOf(now.html, now.context) : op.fallback;
  if (!plan) {
    node.replaceChildren();
    return '';
  }
  const block = paintBlock(plan, now ? part('more').frameWithin(frame, now.html) : frame);
  node.replaceChildren(block.nodes[0]!);
  return new Inner(block, html);
}

function fillRepeat(block: Block, op: RepeatOp, before: Block[] | undefined): Block[] {
  const { frame } = block;
  const { repeat, members, refs } = op;
  let items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  const { hooks } = frame.env;
  if (hooks?.shouldRepeat?.(block.nodes[op.ref] as Element, items as unknown[]) === false) items = items.slice(0, 1);
  const zero = !items.length;
  if (zero) items = [undefined];

  const paint = (item: unknown, index: number, root?: Node): Block => {
    const member = members[Math.min(index, members.length - 1)]!;
    const inner = createFrame(frame.env, item, frame);
    inner.zero = zero;
    if (zero && member.hides) {
      root ??= member.plan.proto.cloneNode(true);
      (root as Element).setAttribute('hidden', '');
    }
    const made = paintBlock(member.plan, inner, root);
    made.key = identity(item);
    return made;
  };
  const refill = (old: Block, item: unknown, index: number): void => {
    old.frame.item = item;
    if (old.frame.zero !== zero) {
      old.frame.zero = zero;
      if (members[Math.min(index, members.length - 1)]!.hides)
        (old.nodes[0] as Element).toggleAttribute('hidden', zero);
    }
    fillBlock(old);
  };
  if (before || refs.length > 1)
    return part('more').reconcile(before ?? refs.map((ref) => block.nodes[ref]!), items, paint, refill);
  return paintItems([paint(items[0], 0, block.nodes[op.ref])], items, paint);
}

/** What tells an item from its siblings: a primitive itself, an object's id or key; else its place. */
export function identity(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { id, key } = item as Record<string, unknown>;
  return id ?? key;
}

/** Paints items as a block each. */
export type PaintItem = (item: unknown, index: number, root?: Node) => Block;

/** Paints the items after the blocks that are there. */
export function paintItems(blocks: Block[], items: readonly unknown[], paint: PaintItem): Block[] {
  let at = blocks.length;
  if (at < items.length) {
    const last = blocks[at - 1]!.nodes[0] as ChildNode;
    const fragment = last.ownerDocument!.createDocumentFragment();
    for (; at < items.length; at++) {
      const block = paint(items[at], at);
      fragment.append(block.nodes[0]!);
      blocks.push(block);
    }
    last.after(fragment);
  }
  return blocks;
}
