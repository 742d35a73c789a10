/** When an element shows that it loads: not before it has loaded for a moment, and only where that is seen. */

/** Milliseconds an element may load without showing it. */
const LOADING_DELAY = 100;

interface LoadingHost {
  setLoading(isLoading: boolean): void;
}

/** Elements that load and do not show it. */
const loading = new Map<Element, LoadingHost>();
const shown = new WeakSet<Element>();
let timer: ReturnType<typeof setTimeout> | undefined;
let visibility: IntersectionObserver | undefined;

/** Where nothing is yet there is nothing to cover. A page may have hundreds of such elements. */
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

/** An element loads something, or nothing any more; its host hears of the first a moment later, if it still does and is seen. */
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
