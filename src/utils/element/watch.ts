/** Elements on the page that want to hear of what happens around them (E4, §4). */
import { onResourceChanged } from '../delivery/resource-store';
import { INHERITED } from './inherit';

export interface Watcher {
  /** There is something new about a URL. */
  hear(url: string): void;
  /** An attribute that it inherits may have changed. */
  changed(): void;
}

const watchers = new Set<Watcher>();
const observed = new WeakSet<Node>();
let observer: MutationObserver | undefined;

/** From now on a watcher hears of news, and of attributes anywhere above its element; until `watchers` loses it. */
export function watch(watcher: Watcher, element: Element): void {
  if (!observer) {
    observer = new MutationObserver(() => watchers.forEach((each) => each.changed()));
    onResourceChanged((url) => watchers.forEach((each) => each.hear(url)));
  }
  watchers.add(watcher);
  for (
    let root: Node | undefined = element.getRootNode();
    root;
    root = root instanceof ShadowRoot ? root.host.getRootNode() : undefined
  ) {
    if (observed.has(root)) continue;
    observed.add(root);
    observer.observe(root, { attributes: true, subtree: true, attributeFilter: INHERITED });
  }
}

export const unwatch = (watcher: Watcher): boolean => watchers.delete(watcher);
