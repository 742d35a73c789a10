/** When an element shows that it loads: not before it has loaded for a moment. */

/** Milliseconds an element may load without showing it. */
const LOADING_DELAY = 100;

interface LoadingHost {
  setLoading(isLoading: boolean): void;
}

const waiting = new Set<LoadingHost>();
const shown = new WeakSet<LoadingHost>();
let timer: ReturnType<typeof setTimeout> | undefined;

function showWaiting(): void {
  timer = undefined;
  for (const host of waiting) {
    shown.add(host);
    host.setLoading(true);
  }
  waiting.clear();
}

/** An element loads something, or nothing any more; it hears of the first a moment later, if it still does. */
export function setLoadingState(host: LoadingHost, isLoading: boolean): void {
  if (isLoading) {
    if (shown.has(host)) return;
    waiting.add(host);
    timer ??= setTimeout(showWaiting, LOADING_DELAY);
  } else {
    waiting.delete(host);
    if (shown.delete(host)) host.setLoading(false);
  }
}
