import { INHERITED } from './inherit';

const listeners = new Set<() => void>();
const observed = new WeakSet<Node>();
let observer: MutationObserver | undefined;

/** Tells when an inherited attribute may have changed, anywhere above an element; returns the way to stop. */
export function onInheritedChange(element: Element, listener: () => void): () => void {
  listeners.add(listener);
  observer ??= new MutationObserver(() => listeners.forEach((each) => each()));
  for (
    let root: Node | undefined = element.getRootNode();
    root;
    root = root instanceof ShadowRoot ? root.host.getRootNode() : undefined
  ) {
    if (observed.has(root)) continue;
    observed.add(root);
    observer.observe(root, { attributes: true, subtree: true, attributeFilter: INHERITED });
  }
  return () => listeners.delete(listener);
}
