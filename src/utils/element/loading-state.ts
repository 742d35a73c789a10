/** Which elements are loading. The module `deferred` shows it, after a delay. */
import { lazyModules, loadModule } from '../scheduling/lazy-modules';

/** Milliseconds an element may load without showing it. */
const LOADING_DELAY = 100;

export interface LoadingHost {
  setLoading(isLoading: boolean): void;
}

const loading = new Map<Element, LoadingHost>();
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  timer = undefined;
  if (loading.size)
    loadModule('deferred').then(
      ({ showLoading }) => showLoading(loading),
      () => {},
    );
}

/**
 * Sets whether an element is loading. Its host is notified after a delay if the element is still loading and visible.
 */
export function setLoadingState(element: Element, host: LoadingHost, isLoading: boolean): void {
  if (isLoading) {
    loading.set(element, host);
    timer ??= setTimeout(show, LOADING_DELAY);
  } else if (loading.delete(element)) lazyModules.deferred?.hideLoading(element, host);
}
