/** Templates of components: a fork wins over its original (S4). */
import { ComponentFetchError } from '../../global/errors';
import type { CachedResource } from './resource';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';

/** Called with a template whenever there is another one, or another state of the host; else with why there is none. */
export type TemplateListener = (template: CachedResource | undefined, error?: Error) => void;

/**
 * Subscribes to the template of a component: `listener` is called when it is there, and whenever it changes. As long as somebody
 * subscribes, the template is checked once per page load (S6), and what failed is requested again.
 * @param requests of `templateRequests`: they are sent at once, and the first whose resource there is wins (S4).
 * @returns what ends the subscription; a request that nobody waits for is cancelled, and the listener is not called any more.
 */
export function subscribeToTemplate(
  requests: readonly ResourceRequest[],
  listener: TemplateListener,
  store = resourceStore,
): () => void {
  // Of its length at once: each component of a page has one, and an array that grows keeps room for more.
  const stops = new Array<(() => void) | undefined>(requests.length);
  let isOpen = false;
  let hasReported = false;
  let reported: CachedResource | undefined;

  const report = (template: CachedResource | undefined, error?: Error): void => {
    const isNews = !hasReported || template?.text !== reported?.text || template?.error !== reported?.error;
    if (!isOpen || !isNews) return;
    hasReported = true;
    reported = template;
    listener(template, error);
  };
  const update = (): void => {
    let isWaiting = false;
    let cause: Error | undefined;
    for (const [at, { url, type }] of requests.entries()) {
      stops[at] ??= store.subscribe(url, type, update);
      const { response, status, error } = store.get(url)!;
      if (response && !isWaiting) {
        // Nobody needs the original now.
        for (const stop of stops.splice(at + 1)) stop?.();
        return report(response);
      }
      // It may be in the cache: the original is not requested before that is known.
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
