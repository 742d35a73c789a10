/**
 * Painting: clone the plan's nodes, fill them, and later change only what differs (D16).
 * A block remembers its nodes and what it wrote; the result always equals a fresh render.
 */
import { isPlain, readList, readValue } from '../path/lookup';
import { requireModule } from '../scheduling/lazy-modules';
import { Kind, getTemplate, type CompiledTemplate, type Member, type RepeatOp, type TextOp } from './compile';
import { passes } from './policy';
import { contentOf, createFrame, isPlainText, writtenValue, type Markup, type RenderFrame } from './values';

/** One painted copy of a plan. */
export interface TemplateInstance {
  readonly plan: CompiledTemplate;
  /** Nodes by the plan's numbers; the first is the root. */
  nodes: Node[];
  /** What each operation last wrote. */
  readonly state: unknown[];
  /** Identity of the item in its list. */
  key: unknown;
  /** Stands for an empty list. */
  zero: boolean;
}

/** Content that is more than one text: the template's own, or inserted markup. */
export class ContentInstance {
  constructor(
    readonly block: TemplateInstance,
    /** The inserted HTML; undefined for the template's own. */
    readonly html: string | undefined,
  ) {}
}

/** Paints a plan into new nodes, or over `root`, a copy of them that is already there. */
export function createInstance(plan: CompiledTemplate, frame: RenderFrame, root?: Node): TemplateInstance {
  const node = root ?? plan.proto.cloneNode(true);
  const { walk, places } = plan;
  const nodes: Node[] = places.slice() as never[];
  nodes[0] = node;
  for (let at = 0, known = 1; at < walk.length; at += 3) {
    const from = nodes[walk[at]!]!;
    let next = walk[at + 1] ? from.nextSibling! : from.firstChild!;
    for (let skip = walk[at + 2]!; skip > 0; skip--) next = next.nextSibling!;
    nodes[known++] = next;
  }
  const block: TemplateInstance = { plan, nodes, state: plan.blank.slice(), key: undefined, zero: frame.zero };
  updateInstance(block, frame);
  return block;
}

/** Brings a block in line with the data of a frame. */
export function updateInstance(block: TemplateInstance, frame: RenderFrame): void {
  const { nodes, state } = block;
  const { ops, names } = block.plan;
  const { env, item } = frame;
  const plain = !env.hooks;
  /** The item, when its members can be read as they are. */
  const own = plain && !env.odd && isPlain(item) ? item : undefined;
  for (let at = 0; at < ops.length; at++) {
    const before = state[at];
    const name = names[at];
    // Mostly these are the same words as before, which were allowed then.
    const value = own && name !== undefined ? own[name] : undefined;
    if (typeof value === 'string' && typeof before === 'string' && value === before && value) continue;
    const op = ops[at]!;
    const { kind } = op;
    if (kind === Kind.Text || kind === Kind.Attribute) {
      const { binding } = op;
      let now: unknown;
      if (plain && binding) {
        now = value ?? readValue(binding, frame);
        if (typeof now === 'string' && now) {
          if (now === before) continue;
          if (kind === Kind.Text ? !isPlainText(now, op.content) : !passes(op.guard, now)) now = undefined;
        } else now = undefined;
      }
      const node = nodes[op.ref] as Element;
      if (kind === Kind.Text) {
        now ??= contentOf(op.content, frame, node);
        if (typeof now === 'string' && now && typeof before === 'string' && before) {
          if (now !== before) (node.firstChild as Text).data = now;
          state[at] = now;
        } else state[at] = fillContent(node, op, before, now as string | Markup | undefined, frame);
      } else {
        now ??= writtenValue(op.attributeBindings, op.tag, op.base, frame, node);
        if (now === before) continue;
        if (now === null) node.removeAttribute(op.name);
        else node.setAttribute(op.name, now as string);
        state[at] = now;
      }
    } else if (kind === Kind.Repeat) state[at] = fillRepeat(nodes, op, before as TemplateInstance[] | undefined, frame);
    else state[at] = requireModule('deferred').fillMore(op, nodes[op.ref] as Element, before, frame);
  }
}

/** Content changes its nature: text, nothing, markup, the template's own. Returns what is there now. */
export function fillContent(
  node: Element,
  op: Pick<TextOp, 'fallback'>,
  before: unknown,
  now: string | Markup | undefined,
  frame: RenderFrame,
): unknown {
  if (typeof now === 'string') {
    if (now !== before) node.textContent = now;
    return now;
  }
  const html = now?.html;
  if (before instanceof ContentInstance && before.html === html) {
    updateInstance(before.block, now ? requireModule('deferred').frameWithin(frame, now.html) : frame);
    return before;
  }
  const plan = now ? getTemplate(now.html, now.context) : op.fallback;
  if (!plan) {
    // Nothing is there already, or what a nested component has put there itself.
    if (before !== '') node.replaceChildren();
    return '';
  }
  const block = createInstance(plan, now ? requireModule('deferred').frameWithin(frame, now.html) : frame);
  node.replaceChildren(block.nodes[0]!);
  return new ContentInstance(block, html);
}

function fillRepeat(
  nodes: readonly Node[],
  op: RepeatOp,
  before: TemplateInstance[] | undefined,
  frame: RenderFrame,
): TemplateInstance[] {
  const { repeat, refs } = op;
  let items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  const { hooks } = frame.env;
  if (hooks?.shouldRepeat?.(nodes[op.ref] as Element, items as unknown[]) === false) items = items.slice(0, 1);
  const zero = !items.length;
  if (zero) items = NO_ITEMS;
  const inner = createFrame(frame.env, undefined, frame);
  inner.zero = zero;
  const run: Run = { op, frame: inner, items };
  if (before || refs.length > 1)
    return requireModule('deferred').reconcile(before ?? refs.map((ref) => nodes[ref]!), run);
  // The first of them over the template's own element, into what is not shown yet. The list is as long as it ever gets: one that
  // grows as it is filled takes several times the memory.
  const blocks = items.slice() as TemplateInstance[];
  const first = (blocks[0] = paintItem(run, 0, nodes[op.ref])).nodes[0] as ChildNode;
  const parent = first.parentNode!;
  const next = first.nextSibling;
  for (let at = 1; at < blocks.length; at++) {
    blocks[at] = paintItem(run, at);
    parent.insertBefore(blocks[at]!.nodes[0]!, next);
  }
  return blocks;
}

/** An empty list has one item that stands for none (D11). */
const NO_ITEMS: readonly unknown[] = [undefined];

/** A repeat with the items it shows now. */
export interface Run {
  readonly op: RepeatOp;
  /** The frame of each item in turn. */
  readonly frame: RenderFrame;
  /** Never empty. */
  readonly items: readonly unknown[];
}

/** The element of the template that an index is painted with. */
export const memberOf = ({ op: { members } }: Run, index: number): Member =>
  members[Math.min(index, members.length - 1)]!;

/** Paints the item at an index, over `root` when that is there already. */
export function paintItem(run: Run, index: number, root?: Node): TemplateInstance {
  const { frame } = run;
  const { plan, hides } = memberOf(run, index);
  const item = (frame.item = run.items[index]);
  if (frame.zero && hides) {
    root ??= plan.proto.cloneNode(true);
    (root as Element).setAttribute('hidden', '');
  }
  const made = createInstance(plan, frame, root);
  made.key = identity(item);
  return made;
}

/** What tells an item from its siblings: a primitive itself, an object's id or key; else its place. */
export function identity(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const object = item as Record<string, unknown>;
  return object.id ?? object.key;
}
