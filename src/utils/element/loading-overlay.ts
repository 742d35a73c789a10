/** Shows that elements are loading, if they are visible. */
import type { LoadingHost } from './loading-state';

const shown = new WeakSet<Element>();
let visibility: IntersectionObserver | undefined;

/**
 * Notifies the hosts of visible elements, now or once they become visible.
 * @param loading all elements that are loading, also later
 */
export function showLoading(loading: ReadonlyMap<Element, LoadingHost>): void {
  visibility ??= new IntersectionObserver((entries, observer) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const host = loading.get(target);
      // An element without height has nothing to cover. A page may have hundreds of them.
      if (!host || !isIntersecting || !boundingClientRect.height) continue;
      observer.unobserve(target);
      shown.add(target);
      host.setLoading(true);
    }
  });
  for (const element of loading.keys()) if (!shown.has(element)) visibility.observe(element);
}

/** Stops to wait for an element that has loaded, and notifies its host if it was shown. */
export function hideLoading(element: Element, host: LoadingHost): void {
  visibility?.unobserve(element);
  if (shown.delete(element)) host.setLoading(false);
}
