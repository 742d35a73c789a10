/**
 * What the blocks of a long list show, as rows of texts: most items of an update are as they were, and to tell that by rows
 * touches neither blocks nor what they remember, which lie all over the memory.
 */
import { isPlain } from '../path/lookup';
import { identity, type Block } from './paint';
import { Kind, type BlockPlan, type Op } from './plan';

/** The key of a block, then its texts in the order of its operations; of a list in it how many, and their rows. */
export type Row = readonly unknown[];

/** The members of an item that feed the operations of a plan, one each. */
interface Fed {
  readonly names: readonly string[];
  /** Of those that are lists the plan of their items. */
  readonly lists: readonly (FedPlan | undefined)[];
}
/** A plan with what feeds it; null when it takes more than an item to tell what it shows. */
interface FedPlan extends BlockPlan {
  fed?: Fed | null;
}

/** The member of a plain item that an operation repeats over, where it is one alone. */
function listOf(op: Op): string | undefined {
  const binding = op.kind === Kind.Repeat && !op.members[1] ? op.repeat.binding : undefined;
  return binding?.list === undefined ? undefined : binding.own;
}

function fedBy(plan: FedPlan): Fed | null {
  if (plan.fed !== undefined) return plan.fed;
  const names = plan.names.map((name, at) => name ?? listOf(plan.ops[at]!));
  if (!names.every((name) => name !== undefined)) return (plan.fed = null);
  return (plan.fed = {
    names,
    lists: plan.ops.map((op) => (op.kind === Kind.Repeat ? op.members[0]!.plan : undefined)),
  });
}

/** The row of a block that was just filled with an item; undefined when a row could not tell what it shows. */
export function rowOf(block: Block, item: unknown): Row | undefined {
  const row: unknown[] = [];
  return write(block, item, row) ? row : undefined;
}

function write({ plan, state, key, zero }: Block, item: unknown, row: unknown[]): boolean {
  const fed = fedBy(plan);
  if (!fed || zero || !isPlain(item)) return false;
  row.push(key);
  return fed.names.every((name, at) => {
    const shown = state[at];
    if (fed.lists[at]) return writeList(shown as Block[], item[name], row);
    return typeof shown === 'string' && shown !== '' && row.push(shown) > 0;
  });
}

function writeList(blocks: readonly Block[], items: unknown, row: unknown[]): boolean {
  if (!Array.isArray(items)) return false;
  row.push(items.length);
  // What stands for an empty list depends on nothing else.
  if (!items.length) return blocks.length === 1 && !!fedBy(blocks[0]!.plan);
  return blocks.length === items.length && blocks.every((block, at) => write(block, items[at], row));
}

/** Where a row is read. */
let cursor = 0;

/** Whether an item is as a row has it; false also means that it takes more to tell. */
export function isAsShown(row: Row, plan: BlockPlan, item: unknown): boolean {
  cursor = 0;
  return reads(row, plan, item);
}

function reads(row: Row, { fed }: FedPlan, item: unknown): boolean {
  if (!fed || !isPlain(item) || row[cursor++] !== identity(item)) return false;
  const { names, lists } = fed;
  for (let at = 0; at < names.length; at++) {
    const value = item[names[at]!];
    const list = lists[at];
    if (!list) {
      if (value !== row[cursor++]) return false;
    } else if (!Array.isArray(value) || value.length !== row[cursor++]) return false;
    else for (const each of value) if (!reads(row, list, each)) return false;
  }
  return true;
}
