/**
 * What the blocks of a long list show, as rows of values: most items of an update are as they were, and to tell that by rows
 * touches neither blocks nor what they remember, which lie all over the memory. A row has its values in the order in which
 * items have their members: an object is read fastest as it is enumerated; by name each member would be looked for anew.
 */
import { isPlain } from '../path/lookup';
import { identity, type Block } from './paint';
import { Kind, type BlockPlan } from './plan';
import { passes } from './quick-rules';
import { isPlainText } from './values';

/** The form of an item and, where it has one, its identity; then its values; of a list in it how many, and their rows. */
export type Row = unknown[];

/** The members of an item as they are enumerated, and what of each counts. */
interface Form {
  readonly names: readonly string[];
  readonly counts: readonly Counts[];
  /** What each feeds. */
  readonly ops: readonly (readonly number[])[];
  /** Whether something tells the item from its siblings. */
  readonly keyed: boolean;
}
const enum Counts {
  Nothing,
  Text,
  List,
}

interface FedPlan extends BlockPlan {
  /** Operations by the names of the members that feed them; null when it takes more than an item to tell what the plan shows. */
  fed?: ReadonlyMap<string, readonly number[]> | null;
  /** Forms of items met so far. */
  forms?: Form[];
}

/** Items of more forms than these are no list of equal things. */
const MOST_FORMS = 8;

/** The member of a plain item that feeds an operation alone. */
function feedOf({ ops, names }: BlockPlan, at: number): string | undefined {
  const op = ops[at]!;
  if (op.kind !== Kind.Repeat || op.members[1]) return names[at];
  return op.repeat.binding?.ownList;
}

const isList = (plan: BlockPlan, at: number): boolean => plan.ops[at]!.kind === Kind.Repeat;

function fedBy(plan: FedPlan): ReadonlyMap<string, readonly number[]> | null {
  if (plan.fed !== undefined) return plan.fed;
  const fed = new Map<string, number[]>();
  for (let at = 0; at < plan.ops.length; at++) {
    const name = feedOf(plan, at);
    const others = fed.get(name!);
    if (name === undefined || (others && (isList(plan, at) || isList(plan, others[0]!)))) return (plan.fed = null);
    if (others) others.push(at);
    else fed.set(name, [at]);
  }
  return (plan.fed = fed);
}

function fits(names: readonly string[], item: object): boolean {
  let at = 0;
  for (const name in item) if (name !== names[at++]) return false;
  return at === names.length;
}

function formOf(plan: FedPlan, fed: ReadonlyMap<string, readonly number[]>, item: object): Form | undefined {
  const forms = (plan.forms ??= []);
  const known = forms.find(({ names }) => fits(names, item));
  if (known || forms.length === MOST_FORMS) return known;
  const names: string[] = [];
  for (const name in item) names.push(name);
  for (const name of fed.keys()) if (!names.includes(name)) return undefined;
  const ops = names.map((name) => fed.get(name) ?? []);
  const counts = ops.map(([op]) => (op === undefined ? Counts.Nothing : isList(plan, op) ? Counts.List : Counts.Text));
  const form = { names, counts, ops, keyed: names.includes('id') || names.includes('key') };
  forms.push(form);
  return form;
}

/** The row of a block that was just filled with an item; undefined when a row could not tell what it shows. */
export function rowOf(block: Block, item: unknown): Row | undefined {
  const row: Row = [];
  return write(block, item, row) ? row : undefined;
}

function write({ plan, state, key, zero }: Block, item: unknown, row: Row): boolean {
  const fed = fedBy(plan);
  if (!fed || zero || !isPlain(item)) return false;
  const form = formOf(plan, fed, item);
  if (!form) return false;
  row.push(form);
  if (form.keyed) row.push(key);
  return form.names.every((name, at) => {
    const ops = form.ops[at]!;
    const value = item[name];
    if (form.counts[at] === Counts.List) return writeList(state[ops[0]!] as Block[], value, row);
    if (ops.length) row.push(value);
    return ops.every((op) => isShown(value, state[op]));
  });
}

/** Whether what is shown is a value as it is, so that the same value shows the same. */
const isShown = (value: unknown, shown: unknown): boolean =>
  value !== '' && (typeof value === 'number' ? String(value) : value) === shown && typeof shown === 'string';

function writeList(blocks: readonly Block[], items: unknown, row: unknown[]): boolean {
  if (!Array.isArray(items)) return false;
  row.push(items.length);
  // What stands for an empty list depends on nothing else.
  if (!items.length) return blocks.length === 1 && !!fedBy(blocks[0]!.plan);
  return blocks.length === items.length && blocks.every((block, at) => write(block, items[at], row));
}

/**
 * Brings a block and its row in line with an item of the same identity and form, writing only the texts that differ. False when
 * it takes more; what was written until then is right.
 */
export const bring = (block: Block, row: Row, item: unknown): boolean => follow(row, 0, item, block, -1, 0) > 0;

/** The block of an item: `block` itself, or of its list that `op` paints the one at an index. What is as it was asks for none. */
const blockAt = (block: Block, op: number, index: number): Block =>
  op < 0 ? block : (block.state[op] as Block[])[index]!;

/** Follows an item from a place of the row on; where the row goes on behind it, or -1 when it takes more than texts. */
function follow(row: Row, cursor: number, item: unknown, block: Block, op: number, index: number): number {
  if (!isPlain(item)) return -1;
  const { names, counts, ops, keyed } = row[cursor++] as Form;
  if (keyed && identity(item) !== row[cursor++]) return -1;
  let at = 0;
  for (const name in item) {
    if (name !== names[at]) return -1;
    const count = counts[at]!;
    if (count) {
      const value = item[name];
      const was = row[cursor++];
      if (count === Counts.List) {
        if (!Array.isArray(value) || value.length !== was) return -1;
        const own = blockAt(block, op, index);
        const [list] = ops[at]!;
        for (let each = 0; each < was; each++) {
          cursor = follow(row, cursor, value[each], own, list!, each);
          if (cursor < 0) return -1;
        }
      } else if (value !== was) {
        const own = blockAt(block, op, index);
        for (const each of ops[at]!) if (!writeText(own, each, value)) return -1;
        row[cursor - 1] = value;
      }
    }
    at++;
  }
  return at === names.length ? cursor : -1;
}

/** A block with the text nodes that were written to, by operation: to ask an element for its child makes an object of it anew. */
interface Written extends Block {
  texts?: (Text | undefined)[];
}

/** The text of an element that an operation writes; somebody else may have put another one in its place. */
function textOf(block: Written, at: number, element: Node): Text {
  const texts = (block.texts ??= []);
  const known = texts[at];
  return known?.parentNode === element ? known : (texts[at] = element.firstChild as Text);
}

/** Writes a text where there is one, if it shows as it is. */
function writeText(block: Block, at: number, text: unknown): boolean {
  const { plan, nodes, state } = block;
  const op = plan.ops[at]!;
  if (typeof text !== 'string' || !text) return false;
  if (op.kind === Kind.Text && isPlainText(text, op.content)) textOf(block, at, nodes[op.ref]!).data = text;
  else if (op.kind === Kind.Attribute && passes(op.guard, text)) (nodes[op.ref] as Element).setAttribute(op.name, text);
  else return false;
  state[at] = text;
  return true;
}
