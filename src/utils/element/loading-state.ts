/** The visible loading state of elements: shown only after a delay, and only if the element is visible. */

/** Milliseconds an element may load without showing it. */
const LOADING_DELAY = 100;

interface LoadingHost {
  setLoading(isLoading: boolean): void;
}

/** Elements that are loading without showing it. */
const loading = new Map<Element, LoadingHost>();
const shown = new WeakSet<Element>();
let timer: ReturnType<typeof setTimeout> | undefined;
let visibility: IntersectionObserver | undefined;

/** An element without height has nothing to cover. A page may have hundreds of them. */
function showWhereVisible(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const host = loading.get(target);
    if (!host || !isIntersecting || !boundingClientRect.height) continue;
    stopWaiting(target);
    shown.add(target);
    host.setLoading(true);
  }
}

function stopWaiting(element: Element): void {
  if (loading.delete(element)) visibility?.unobserve(element);
}

function observeLoading(): void {
  timer = undefined;
  visibility ??= new IntersectionObserver(showWhereVisible);
  for (const element of loading.keys()) visibility.observe(element);
}

/**
 * Sets whether an element is loading. Its host is notified after a delay if the element is still loading and visible.
 */
export function setLoadingState(element: Element, host: LoadingHost, isLoading: boolean): void {
  if (isLoading) {
    if (shown.has(element)) return;
    loading.set(element, host);
    timer ??= setTimeout(observeLoading, LOADING_DELAY);
  } else {
    stopWaiting(element);
    if (shown.delete(element)) host.setLoading(false);
  }
}
