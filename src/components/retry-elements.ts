/**
 * Retries elements whose entry chunk failed to load (E14). Stencil requests the chunk under another URL when such an
 * element connects again, and reports failures to the handler that is set here.
 */
import { setErrorHandler } from '@stencil/core';

/** Milliseconds before an element is reconnected. */
const RETRY_DELAY = 300;

/** An element of the lazy build. */
type LazyElement = HTMLElement & { componentOnReady?(): Promise<unknown>; connectedCallback(): void };

const retried = new WeakSet<Element>();

/** Reconnects an element if it is still not loaded after a delay. */
async function retry(element: LazyElement): Promise<void> {
  retried.add(element);
  let isReady = false;
  // The promise never resolves if the entry chunk failed to load.
  void element.componentOnReady?.().then(() => (isReady = true));
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  retried.delete(element);
  if (!isReady && element.isConnected) element.connectedCallback();
}

/** Must be called before the elements are defined. */
export const retryElements = (): void =>
  setErrorHandler((error: unknown, element?: HTMLElement) => {
    console.error(error);
    if (element && 'componentOnReady' in element && !retried.has(element)) void retry(element as LazyElement);
  });
