/**
 * What the blocks of a long list show, as rows of values: most items of an update are as they were, and to tell that by rows
 * touches neither blocks nor what they remember, which lie all over the memory.
 */
import type { Content } from './analyze';
import { isPlainItem, placeOf, readMember } from './members';
import { identity, type TemplateInstance } from './template-instance';
import { Kind, type CompiledTemplate } from './compile';
import { passes } from './policy';
import { isPlainText } from './values';

/**
 * What the item feeds and its identity; the values of its members; of each list in it how many, and their rows.
 */
export type Row = unknown[];

/** The members of an item that a plan shows: nothing else tells what a block shows. */
interface Fed {
  readonly names: readonly string[];
  readonly places: readonly number[];
  /** The operations that each feeds. */
  readonly ops: readonly (readonly number[])[];
  readonly lists: readonly FedList[];
}
interface FedList {
  readonly name: string;
  readonly place: number;
  readonly op: number;
}

interface FedPlan extends CompiledTemplate {
  /** Null when it takes more than an item to tell what the plan shows. */
  fed?: Fed | null;
}

/** The member of a plain item that feeds an operation alone. */
function feedOf({ ops, names }: CompiledTemplate, at: number): string | undefined {
  const op = ops[at]!;
  if (op.kind !== Kind.Repeat || op.members[1]) return names[at];
  return op.repeat.binding?.ownList;
}

/** A text as engines keep the names of members: what was cut out of a path is compared letter by letter. */
const asName = (text: string): string => Object.keys({ [text]: 0 })[0]!;

function fedBy(plan: FedPlan): Fed | null {
  if (plan.fed !== undefined) return plan.fed;
  const texts = new Map<string, number[]>();
  const lists: FedList[] = [];
  for (let at = 0; at < plan.ops.length; at++) {
    const feed = feedOf(plan, at);
    if (feed === undefined) return (plan.fed = null);
    const name = asName(feed);
    if (plan.ops[at]!.kind === Kind.Repeat) lists.push({ name, place: placeOf(name), op: at });
    else texts.set(name, [...(texts.get(name) ?? []), at]);
  }
  const names = [...texts.keys()];
  return (plan.fed = { names, places: names.map(placeOf), ops: [...texts.values()], lists });
}

/** The row of a block that was just filled with an item; undefined when a row could not tell what it shows. */
export function rowOf(block: TemplateInstance, item: unknown): Row | undefined {
  const row: Row = [];
  return write(block, item, row) ? row : undefined;
}

function write({ plan, state, key, zero }: TemplateInstance, item: unknown, row: Row): boolean {
  const fed = fedBy(plan);
  if (!fed || zero || !isPlainItem(item)) return false;
  row.push(fed, key);
  const { names, ops, lists } = fed;
  const areShown = names.every((name, at) => {
    const value = item[name];
    row.push(value);
    return ops[at]!.every((op) => isShown(value, state[op]));
  });
  return areShown && lists.every(({ name, op }) => writeList(state[op] as TemplateInstance[], item[name], row));
}

/** Whether what is shown is a value as it is, so that the same value shows the same. */
const isShown = (value: unknown, shown: unknown): boolean =>
  value !== '' && (typeof value === 'number' ? String(value) : value) === shown && typeof shown === 'string';

function writeList(blocks: readonly TemplateInstance[], items: unknown, row: unknown[]): boolean {
  if (!Array.isArray(items)) return false;
  row.push(items.length);
  // What stands for an empty list depends on nothing else.
  if (!items.length) return blocks.length === 1 && !!fedBy(blocks[0]!.plan);
  return blocks.length === items.length && blocks.every((block, at) => write(block, items[at], row));
}

/**
 * Brings a block and its row in line with an item of the same identity, writing only the texts that differ. False when it
 * takes more; what was written until then is right.
 */
export const bring = (block: TemplateInstance, row: Row, item: unknown): boolean =>
  follow(row, 0, item, block, -1, 0) > 0;

/** The block of an item: `block` itself, or of its list that `op` paints the one at an index. What is as it was asks for none. */
const blockAt = (block: TemplateInstance, op: number, index: number): TemplateInstance =>
  op < 0 ? block : (block.state[op] as TemplateInstance[])[index]!;

/** Follows an item from a place of the row on; where the row goes on behind it, or -1 when it takes more than texts. */
function follow(row: Row, cursor: number, item: unknown, block: TemplateInstance, op: number, index: number): number {
  if (!isPlainItem(item)) return -1;
  const { names, places, ops, lists } = row[cursor++] as Fed;
  if (identity(item) !== row[cursor++]) return -1;
  for (let at = 0; at < names.length; at++, cursor++) {
    const value = readMember(places[at]!, item, names[at]!);
    if (value === row[cursor]) continue;
    const own = blockAt(block, op, index);
    for (const each of ops[at]!) if (!writeText(own, each, value)) return -1;
    row[cursor] = value;
  }
  for (let at = 0; at < lists.length; at++) {
    const list = lists[at]!;
    const value = readMember(list.place, item, list.name);
    if (!Array.isArray(value) || value.length !== row[cursor++]) return -1;
    const own = blockAt(block, op, index);
    for (let each = 0; each < value.length; each++) {
      cursor = follow(row, cursor, value[each], own, list.op, each);
      if (cursor < 0) return -1;
    }
  }
  return cursor;
}

/** A block with the text nodes that were written to, by operation: to ask an element for its child makes an object of it anew. */
interface Written extends TemplateInstance {
  texts?: (Text | undefined)[];
}

/**
 * The text that an operation writes; somebody else may have put another one in its place. Asking for its parent would make an
 * object of that, too.
 */
function textOf(block: Written, at: number, ref: number): Text {
  const texts = (block.texts ??= []);
  const known = texts[at];
  return known?.isConnected ? known : (texts[at] = block.nodes[ref]!.firstChild as Text);
}

/** Whether a short text certainly shows as it is: a word of a few letters is looked at faster than a pattern is asked. */
function isTame(text: string, { context }: Content): boolean {
  if (text.length > 32) return false;
  const least = context.inline ? 33 : 32;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < least || code === 38 || code === 60) return false;
  }
  return true;
}

/** Writes a text where there is one, if it shows as it is. */
function writeText(block: TemplateInstance, at: number, text: unknown): boolean {
  const op = block.plan.ops[at]!;
  if (typeof text !== 'string' || !text) return false;
  if (op.kind === Kind.Text && (isTame(text, op.content) || isPlainText(text, op.content)))
    textOf(block, at, op.ref).data = text;
  else if (op.kind === Kind.Attribute && passes(op.guard, text))
    (block.nodes[op.ref] as Element).setAttribute(op.name, text);
  else return false;
  block.state[at] = text;
  return true;
}
