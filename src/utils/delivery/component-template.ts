/** Templates of components: a fork takes precedence over its original (S4). */
import { ComponentFetchError } from '../../global/errors';
import type { CachedResource } from './resource';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';

/** Called with each new template or state of the host; with the error if there is no template. */
export type TemplateListener = (template: CachedResource | undefined, error?: Error) => void;

/**
 * Subscribes to the template of a component: `listener` is called with the template, and whenever it changes. While
 * there are subscribers, the template is checked once per page load (S6), and failed requests are retried.
 * @param requests result of `templateRequests`. They are sent at once, and the first that exists is used (S4).
 * @returns ends the subscription. `listener` is not called any more, and a request without subscribers is canceled.
 */
export function subscribeToTemplate(
  requests: readonly ResourceRequest[],
  listener: TemplateListener,
  store = resourceStore,
): () => void {
  // Allocated with its final length: an array that grows reserves more memory, for each component of the page.
  const stops = new Array<(() => void) | undefined>(requests.length);
  let isOpen = false;
  /** Null before the first report. */
  let reported: CachedResource | undefined | null = null;

  const report = (template: CachedResource | undefined, error?: Error): void => {
    const hasChanged = reported === null || template?.text !== reported?.text || template?.error !== reported?.error;
    if (!isOpen || !hasChanged) return;
    reported = template;
    listener(template, error);
  };
  const update = (): void => {
    let isWaiting = false;
    let cause: Error | undefined;
    for (const [index, { url, type }] of requests.entries()) {
      stops[index] ??= store.subscribe(url, type, update);
      const { response, status, error } = store.get(url)!;
      if (response && !isWaiting) {
        // The original is not needed now.
        for (const stop of stops.splice(index + 1)) stop?.();
        return report(response);
      }
      // The fork may be in the cache: the original is not requested before that is certain.
      if (status === 'restoring' || status === 'idle') return;
      isWaiting ||= status === 'loading';
      cause = error;
    }
    if (!isWaiting) report(undefined, requests[1] ? new ComponentFetchError({ cause, url: requests[1].url }) : cause);
  };

  update();
  isOpen = true;
  return () => {
    isOpen = false;
    for (const stop of stops) stop?.();
  };
}
