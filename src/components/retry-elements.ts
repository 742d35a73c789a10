/**
 * An element whose entry chunk failed to load is loaded again (E14): Stencil requests the chunk under another URL when such an element
 * connects again, and reports the failure to the handler that is set here.
 */
import { setErrorHandler } from '@stencil/core';

/** Milliseconds before an element is connected again. */
const RETRY_DELAY = 300;

/** An element of the lazy build. */
type LazyElement = HTMLElement & { componentOnReady?(): Promise<unknown>; connectedCallback(): void };

const retried = new WeakSet<Element>();

/** Connects an element again if it has not been loaded by then. */
async function retry(element: LazyElement): Promise<void> {
  retried.add(element);
  let isReady = false;
  // It never resolves while its entry chunk has failed to load.
  void element.componentOnReady?.().then(() => (isReady = true));
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  retried.delete(element);
  if (!isReady && element.isConnected) element.connectedCallback();
}

/** To be called before the elements are defined. */
export const retryElements = (): void =>
  setErrorHandler((error: unknown, element?: HTMLElement) => {
    console.error(error);
    if (element && 'componentOnReady' in element && !retried.has(element)) void retry(element as LazyElement);
  });
