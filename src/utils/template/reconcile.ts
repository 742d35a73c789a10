/**
 * Reconciliation of lists: matches existing instances with new items by identity, so that a node stays with its item
 * (D11, D16).
 */
import { ownMembers } from './own-members';
import {
  createItem,
  identity,
  memberOf,
  nodeOf,
  updateInstance,
  type RepeatInstance,
  type Run,
  type Slot,
  type TemplateInstance,
} from './template-instance';

/** Thrown if other code has removed elements of a list, or has put them into other parents. */
export class DisplacedError extends Error {}

/**
 * Updates the instances of a run to its items. If a module is missing, existing content stays as far as possible.
 * @throws DisplacedError if new items have no place; the caller then renders the content again.
 */
export function reconcile(before: RepeatInstance, run: Run): RepeatInstance {
  const { instances: old, slots } = before;
  const instances = slots ? reconcileSlots(old, slots, run) : reconcileList(old, run);
  return instances && instances !== old && !run.frame.env.missing ? { instances, slots } : before;
}

function reconcileList(old: readonly TemplateInstance[], run: Run): readonly TemplateInstance[] | undefined {
  // The usual case: the same items in the same order, possibly with items added or removed at the end.
  const { items, frame } = run;
  const both = Math.min(old.length, items.length);
  // Elements that a script has only wrapped stay usable until one is added, removed or moved.
  checkPlaces(old, items.length === old.length);
  for (let at = 0; at < both; at++) {
    if (old[at]!.key !== identity(items[at])) return reconcileKeyed(old, run, at);
    updateItem(run, old[at]!, at);
    if (frame.env.missing) return undefined;
  }
  if (items.length > old.length) return appendItems(old, run);
  if (old.length === both) return old;
  removeInstances(old.slice(both));
  return old.slice(0, both);
}

/** Renders the items after the existing instances. Inserts them in one step. */
function appendItems(old: readonly TemplateInstance[], run: Run): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  const instances = old.slice();
  const last = ownMembers(nodeOf(old.at(-1)!));
  const fragment = last.ownerDocument!.createDocumentFragment();
  for (let at = old.length; at < items.length; at++) {
    const instance = createItem(run, at);
    if (frame.env.missing) return undefined;
    fragment.append(nodeOf(instance));
    instances.push(instance);
  }
  last.after(fragment);
  return instances;
}

/**
 * Checks that the elements of instances are still siblings.
 * @param mayDiffer whether they may have different parents
 */
function checkPlaces(instances: readonly TemplateInstance[], mayDiffer: boolean): void {
  let place: ParentNode | undefined;
  for (const instance of instances) {
    const parent = ownMembers(nodeOf(instance)).parentNode;
    if (!parent) throw new DisplacedError();
    place ??= parent;
    if (parent !== place && !mayDiffer) throw new DisplacedError();
  }
}

/** Updates an instance to the item at an index. */
function updateItem(run: Run, instance: TemplateInstance, index: number): void {
  const { frame } = run;
  frame.item = run.items[index];
  if (instance.zero !== frame.zero) {
    instance.zero = frame.zero;
    if (memberOf(run, index).hides)
      ownMembers(nodeOf(instance) as unknown as Element).toggleAttribute('hidden', frame.zero);
  }
  updateInstance(instance, frame);
}

/** Removes the nodes of instances; adjacent nodes are removed together. */
function removeInstances(instances: readonly TemplateInstance[]): void {
  for (let at = 0; at < instances.length; at++) {
    const first = nodeOf(instances[at]!);
    let last = first;
    while (at + 1 < instances.length && ownMembers(last).nextSibling === nodeOf(instances[at + 1]!))
      last = nodeOf(instances[++at]!);
    const own = ownMembers(first);
    if (first === last || !own.parentNode) own.remove();
    else {
      const range = new Range();
      range.setStartBefore(first);
      range.setEndAfter(last);
      range.deleteContents();
    }
  }
}

/** Updates a run with several elements in the template: items match by position, and other nodes stay in place. */
function reconcileSlots(
  old: readonly TemplateInstance[],
  slots: readonly Slot[],
  run: Run,
): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  slots.forEach(({ instance, mark }, index) => {
    const node = nodeOf(instance);
    const own = ownMembers(node);
    if (!own.parentNode && !mark.parentNode) throw new DisplacedError();
    if (index < items.length) {
      if (mark.parentNode) mark.replaceWith(node);
      updateItem(run, instance, index);
    } else if (own.parentNode) own.replaceWith(mark);
  });
  const kept = old.slice(0, Math.max(slots.length, items.length));
  checkPlaces(kept.slice(slots.length), kept.length === old.length && items.length <= old.length);
  for (let at = slots.length; at < kept.length; at++) updateItem(run, kept[at]!, at);
  if (frame.env.missing) return undefined;
  removeInstances(old.slice(kept.length));
  return items.length > kept.length ? appendItems(kept, run) : kept;
}

function reconcileKeyed(
  old: readonly TemplateInstance[],
  run: Run,
  start: number,
): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  checkPlaces(old, false);
  let oldEnd = old.length;
  let end = items.length;
  while (oldEnd > start && end > start && old[oldEnd - 1]!.key === identity(items[end - 1])) {
    oldEnd--;
    end--;
  }
  // Old index of the instance for each new item; -1 for a new item.
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
  // Unclaimed instances are reused for items without an instance.
  for (let at = 0, spare = start; at < sources.length; at++) {
    if (sources[at]! >= 0) continue;
    while (spare < oldEnd && used.has(spare)) spare++;
    if (spare === oldEnd) break;
    used.add(spare);
    sources[at] = spare;
  }
  const instances: TemplateInstance[] = old.slice(0, start);
  for (let at = start; at < items.length; at++) {
    const source = at < end ? sources[at - start]! : at - end + oldEnd;
    const instance = source < 0 ? createItem(run, at) : old[source]!;
    if (source >= 0) updateItem(run, instance, at);
    if (frame.env.missing) return undefined;
    instances.push(instance);
  }
  for (let at = start; at < end; at++) instances[at]!.key = identity(items[at]);
  const parent = ownMembers(nodeOf(old[0]!)).parentNode!;
  const after = ownMembers(nodeOf(old.at(-1)!)).nextSibling;
  removeInstances(old.slice(start, oldEnd).filter((_, at) => !used.has(start + at)));
  place(instances, start, end, sources, parent, end < items.length ? nodeOf(instances[end]!) : after);
  return instances;
}

/** Orders instances with the fewest moves: those on a longest increasing subsequence of old indexes stay in place. */
function place(
  instances: readonly TemplateInstance[],
  start: number,
  end: number,
  sources: readonly number[],
  parent: ParentNode & Node,
  ref: ChildNode | null,
): void {
  const stay = longestIncreasingSubsequence(sources);
  for (let at = end - 1, row = stay.length - 1; at >= start; at--) {
    const node = nodeOf(instances[at]!);
    if (row >= 0 && stay[row] === at - start) row--;
    else insert(parent, node, ref);
    ref = node;
  }
}

type Movable = ParentNode & Node & { moveBefore?(node: Node, ref: Node | null): void };

/** Moves or inserts a node. If the browser supports it, a move keeps focus, selection and playback. */
function insert(place: Movable, node: ChildNode, ref: ChildNode | null): void {
  const parent = ownMembers(place);
  if (parent.moveBefore && ownMembers(node).isConnected && parent.isConnected) parent.moveBefore(node, ref);
  else parent.insertBefore(node, ref);
}

/** Indexes of a longest strictly increasing subsequence; -1 values are skipped. */
export function longestIncreasingSubsequence(values: readonly number[]): number[] {
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
