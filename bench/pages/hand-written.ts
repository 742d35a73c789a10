/**
 * Hand-written DOM code for exactly each shape: an item is one clone whose nodes are found once. Displayed values are
 * stored, compared and patched; items are matched by id.
 */
import type { Item, View } from '../shapes/shape';
import { serve, shape } from './harness';

interface ItemView {
  readonly id: number;
  readonly view: View<Item>;
}

interface List {
  readonly element: Element;
  kept: ItemView[];
}

const lists = new WeakMap<Element, List>();

function create(item: Item): ItemView {
  const view = shape.createView();
  view.update(item);
  return { id: item.id, view };
}

function update(list: List, items: readonly Item[]): void {
  const { element, kept } = list;
  const common = Math.min(kept.length, items.length);
  let same = 0;
  while (same < common && kept[same]!.id === items[same]!.id) kept[same]!.view.update(items[same++]!);
  if (same === items.length) {
    for (const { view } of kept.splice(same)) view.node.remove();
  } else if (same === kept.length) {
    const fragment = document.createDocumentFragment();
    for (; same < items.length; same++) {
      const made = create(items[same]!);
      kept.push(made);
      fragment.append(made.view.node);
    }
    element.append(fragment);
  } else reorder(list, items, same);
}

function reorder(list: List, items: readonly Item[], same: number): void {
  const { element, kept } = list;
  const left = new Map(kept.slice(same).map((each) => [each.id, each]));
  const next = items.slice(same).map((item) => {
    const found = left.get(item.id);
    if (!found) return create(item);
    left.delete(item.id);
    found.view.update(item);
    return found;
  });
  for (const { view } of left.values()) view.node.remove();
  // From the end: items at the right position are not moved.
  let before: Node | null = null;
  for (let at = next.length - 1; at >= 0; at--) {
    const { node } = next[at]!.view;
    if (node.nextSibling !== before || node.parentNode !== element) element.insertBefore(node, before);
    before = node;
  }
  list.kept = [...kept.slice(0, same), ...next];
}

serve({
  mount(host, { items }) {
    const holder = document.createElement('div');
    holder.innerHTML = shape.frame;
    const element = holder.querySelector(shape.list)!;
    const kept = items.map((item) => {
      const made = create(item);
      element.append(made.view.node);
      return made;
    });
    host.append(holder.firstElementChild!);
    lists.set(host, { element, kept });
  },
  update: (host, { items }) => update(lists.get(host)!, items),
});
