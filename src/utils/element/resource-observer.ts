/** Elements that are told about new resources and about changes of the attributes that they inherit (E4, §4). */
import { onResourceChanged } from '../delivery/resource-store';
import { INHERITED } from './inherit';

export interface ResourceObserver {
  /** The resource at a URL has changed: another text, or another state of its host. */
  onResourceChanged?(url: string): void;
  /** An attribute that the element inherits may have changed. */
  changed(): void;
}

const observers = new Set<ResourceObserver>();
const observedRoots = new WeakSet<Node>();
let mutations: MutationObserver | undefined;

/** Tells an observer about every resource, and about inherited attributes above its element, until {@link unobserve}. */
export function observe(observer: ResourceObserver, element: Element): void {
  if (!mutations) {
    mutations = new MutationObserver(() => observers.forEach((each) => each.changed()));
    onResourceChanged((url) => observers.forEach((each) => each.onResourceChanged?.(url)));
  }
  observers.add(observer);
  for (
    let root: Node | undefined = element.getRootNode();
    root;
    root = root instanceof ShadowRoot ? root.host.getRootNode() : undefined
  ) {
    if (observedRoots.has(root)) continue;
    observedRoots.add(root);
    mutations.observe(root, { attributes: true, subtree: true, attributeFilter: INHERITED });
  }
}

export const unobserve = (observer: ResourceObserver): boolean => observers.delete(observer);
