/** Shows that elements are loading, if they are visible. */
import type { LoadingHost } from './loading-state';

const shown = new WeakSet<Element>();
/** One per window: in Firefox, an observer of one window does not notice elements of another one, such as a popup. */
const observers = new WeakMap<typeof globalThis, IntersectionObserver>();

const windowOf = (element: Element): typeof globalThis => element.ownerDocument.defaultView ?? globalThis;

/**
 * Notifies the hosts of visible elements, now or once they become visible.
 * @param loading all elements that are loading, also later
 */
export function showLoading(loading: ReadonlyMap<Element, LoadingHost>): void {
  const onChange: IntersectionObserverCallback = (entries, observer) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const host = loading.get(target);
      // An element without height has nothing to cover. A page may have hundreds of them.
      if (!host || !isIntersecting || !boundingClientRect.height) continue;
      observer.unobserve(target);
      shown.add(target);
      host.setLoading(true);
    }
  };
  for (const element of loading.keys()) {
    if (shown.has(element)) continue;
    const view = windowOf(element);
    let observer = observers.get(view);
    if (!observer) observers.set(view, (observer = new view.IntersectionObserver(onChange)));
    observer.observe(element);
  }
}

/** Stops to wait for an element that has loaded, and notifies its host if it was shown. */
export function hideLoading(element: Element, host: LoadingHost): void {
  observers.get(windowOf(element))?.unobserve(element);
  if (shown.delete(element)) host.setLoading(false);
}
