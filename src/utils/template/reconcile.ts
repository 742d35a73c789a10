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

/** The element of an item, to read its own members. Most templates have no form: their lists need no check per item. */
const ownNodeOf = (instance: TemplateInstance): ChildNode =>
  instance.template.hasForm ? ownMembers(nodeOf(instance)) : nodeOf(instance);

/**
 * Updates the instances of a run to its items. If a module is missing, existing content stays as far as possible.
 * @throws DisplacedError if new items have no place; the caller then renders the content again.
 */
export function reconcile(before: RepeatInstance, run: Run): RepeatInstance {
  const { instances: existing, slots } = before;
  const instances = slots ? reconcileSlots(existing, slots, run) : reconcileList(existing, run);
  return instances && instances !== existing && !run.frame.env.missing ? { instances, slots } : before;
}

function reconcileList(existing: readonly TemplateInstance[], run: Run): readonly TemplateInstance[] | undefined {
  // The usual case: the same items in the same order, possibly with items added or removed at the end.
  const { items, frame } = run;
  const commonLength = Math.min(existing.length, items.length);
  // Elements that a script has only wrapped stay usable until one is added, removed or moved.
  checkParents(existing, items.length === existing.length);
  for (let index = 0; index < commonLength; index++) {
    if (existing[index]!.key !== identity(items[index])) return reconcileKeyed(existing, run, index);
    updateItem(run, existing[index]!, index);
    if (frame.env.missing) return undefined;
  }
  if (items.length > existing.length) return appendItems(existing, run);
  if (existing.length === commonLength) return existing;
  removeInstances(existing.slice(commonLength));
  return existing.slice(0, commonLength);
}

/** Renders the items after the existing instances. Inserts them in one step. */
function appendItems(existing: readonly TemplateInstance[], run: Run): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  const instances = existing.slice();
  const last = ownNodeOf(existing.at(-1)!);
  const fragment = last.ownerDocument!.createDocumentFragment();
  for (let index = existing.length; index < items.length; index++) {
    const instance = createItem(run, index);
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
function checkParents(instances: readonly TemplateInstance[], mayDiffer: boolean): void {
  let expectedParent: ParentNode | undefined;
  for (const instance of instances) {
    const parent = ownNodeOf(instance).parentNode;
    if (!parent) throw new DisplacedError();
    expectedParent ??= parent;
    if (parent !== expectedParent && !mayDiffer) throw new DisplacedError();
  }
}

/** Updates an instance to the item at an index. */
function updateItem(run: Run, instance: TemplateInstance, index: number): void {
  const { frame } = run;
  frame.item = run.items[index];
  if (instance.zero !== frame.zero) {
    instance.zero = frame.zero;
    if (memberOf(run, index).hides) (ownNodeOf(instance) as unknown as Element).toggleAttribute('hidden', frame.zero);
  }
  updateInstance(instance, frame);
}

/** Removes the nodes of instances; adjacent nodes are removed together. */
function removeInstances(instances: readonly TemplateInstance[]): void {
  for (let index = 0; index < instances.length; index++) {
    const first = instances[index]!;
    let last = first;
    while (index + 1 < instances.length && ownNodeOf(last).nextSibling === nodeOf(instances[index + 1]!))
      last = instances[++index]!;
    if (first === last || !ownNodeOf(first).parentNode) ownNodeOf(first).remove();
    else {
      const range = new Range();
      range.setStartBefore(nodeOf(first));
      range.setEndAfter(nodeOf(last));
      range.deleteContents();
    }
  }
}

/** Updates a run with several elements in the template: items match by position, and other nodes stay in place. */
function reconcileSlots(
  existing: readonly TemplateInstance[],
  slots: readonly Slot[],
  run: Run,
): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  slots.forEach(({ instance, mark }, index) => {
    const node = nodeOf(instance);
    const own = ownNodeOf(instance);
    if (!own.parentNode && !mark.parentNode) throw new DisplacedError();
    if (index < items.length) {
      if (mark.parentNode) mark.replaceWith(node);
      updateItem(run, instance, index);
    } else if (own.parentNode) own.replaceWith(mark);
  });
  const remaining = existing.slice(0, Math.max(slots.length, items.length));
  checkParents(remaining.slice(slots.length), remaining.length === existing.length && items.length <= existing.length);
  for (let index = slots.length; index < remaining.length; index++) updateItem(run, remaining[index]!, index);
  if (frame.env.missing) return undefined;
  removeInstances(existing.slice(remaining.length));
  return items.length > remaining.length ? appendItems(remaining, run) : remaining;
}

function reconcileKeyed(
  existing: readonly TemplateInstance[],
  run: Run,
  start: number,
): readonly TemplateInstance[] | undefined {
  const { items, frame } = run;
  checkParents(existing, false);
  let oldEnd = existing.length;
  let end = items.length;
  while (oldEnd > start && end > start && existing[oldEnd - 1]!.key === identity(items[end - 1])) {
    oldEnd--;
    end--;
  }
  // Old index of the instance for each new item; -1 for a new item.
  const sources: number[] = [];
  const unclaimed = new Map<unknown, number>();
  for (let index = oldEnd - 1; index >= start; index--) unclaimed.set(existing[index]!.key, index);
  const used = new Set<number>();
  for (let index = start; index < end; index++) {
    const key = identity(items[index]);
    const source = unclaimed.get(key) ?? -1;
    if (source >= 0) {
      unclaimed.delete(key);
      used.add(source);
    }
    sources.push(source);
  }
  // Unclaimed instances are reused for items without an instance.
  for (let index = 0, spare = start; index < sources.length; index++) {
    if (sources[index]! >= 0) continue;
    while (spare < oldEnd && used.has(spare)) spare++;
    if (spare === oldEnd) break;
    used.add(spare);
    sources[index] = spare;
  }
  const instances: TemplateInstance[] = existing.slice(0, start);
  for (let index = start; index < items.length; index++) {
    const source = index < end ? sources[index - start]! : index - end + oldEnd;
    const instance = source < 0 ? createItem(run, index) : existing[source]!;
    if (source >= 0) updateItem(run, instance, index);
    if (frame.env.missing) return undefined;
    instances.push(instance);
  }
  for (let index = start; index < end; index++) instances[index]!.key = identity(items[index]);
  const parent = ownMembers(ownNodeOf(existing[0]!).parentNode!);
  const after = ownNodeOf(existing.at(-1)!).nextSibling;
  removeInstances(existing.slice(start, oldEnd).filter((_, index) => !used.has(start + index)));
  reorder(instances, start, end, sources, parent, end < items.length ? nodeOf(instances[end]!) : after);
  return instances;
}

/** Orders instances with the fewest moves: those on a longest increasing subsequence of old indexes stay in place. */
function reorder(
  instances: readonly TemplateInstance[],
  start: number,
  end: number,
  sources: readonly number[],
  parent: Movable,
  ref: ChildNode | null,
): void {
  const stationary = longestIncreasingSubsequence(sources);
  for (let index = end - 1, stationaryIndex = stationary.length - 1; index >= start; index--) {
    const instance = instances[index]!;
    if (stationaryIndex >= 0 && stationary[stationaryIndex] === index - start) stationaryIndex--;
    else insert(parent, instance, ref);
    ref = nodeOf(instance);
  }
}

type Movable = ParentNode & Node & { moveBefore?(node: Node, ref: Node | null): void };

/** Moves or inserts the element of an instance. If the browser supports it, a move keeps focus, selection and playback. */
function insert(parent: Movable, instance: TemplateInstance, ref: ChildNode | null): void {
  const node = nodeOf(instance);
  if (parent.moveBefore && ownNodeOf(instance).isConnected && parent.isConnected) parent.moveBefore(node, ref);
  else parent.insertBefore(node, ref);
}

/** Indexes of a longest strictly increasing subsequence; -1 values are skipped. */
export function longestIncreasingSubsequence(values: readonly number[]): number[] {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    if (value < 0) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const sequence: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) sequence.push(index);
  return sequence.reverse();
}
