/** Fetches the template of a component once; elements subscribe to it instead. */
import { ComponentFetchError } from '../../global/errors';
import { subscribeToTemplate } from './component-template';
import type { CachedResource } from './resource';
import type { ResourceRequest } from './resource-request';
import { resourceStore, type ResourceStore } from './resource-store';

/**
 * Chooses between a fork and its original, which are requested at once: a valid fork is preferred (S4).
 * @throws ComponentFetchError if neither loads.
 */
export async function chooseTemplate(
  fork: Promise<CachedResource>,
  original: Promise<CachedResource>,
  originalURL: string,
): Promise<CachedResource> {
  // Prevents an unhandled rejection: the original is awaited only if the fork fails.
  original.catch(() => {});
  return fork.catch(() =>
    original.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: originalURL });
    }),
  );
}

/**
 * Fetches a component's template. The subscription ends when the template is loaded and, if it was cached, checked.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError if neither the fork nor the original loads.
 */
export function fetchTemplate(requests: readonly ResourceRequest[], store = resourceStore): Promise<CachedResource> {
  return new Promise((resolve, reject) => {
    const stop = subscribeToTemplate(
      requests,
      (template, error) => {
        if (!template) {
          stop();
          reject(error!);
          return;
        }
        resolve(template);
        void whenChecked(template.url, store).then(stop);
      },
      store,
    );
  });
}

/** Resolves when no check of a resource is pending in this page load. */
function whenChecked(url: string, store: ResourceStore): Promise<void> {
  const isPending = (): boolean => {
    const check = store.get(url)?.check;
    return check === 'due' || check === 'running';
  };
  if (!isPending()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.observe((resource) => {
      if (resource.url !== url || isPending()) return;
      stop();
      resolve();
    });
  });
}
