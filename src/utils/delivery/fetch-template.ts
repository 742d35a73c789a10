/** Fetching the template of a component once; elements subscribe to it instead. */
import { ComponentFetchError } from '../../global/errors';
import { subscribeToTemplate } from './component-template';
import type { CachedResource } from './resource';
import type { ResourceRequest } from './resource-request';
import { resourceStore, type ResourceStore } from './resource-store';

/**
 * Chooses between a fork and its original, which are requested at once: a valid fork wins (S4).
 * @throws ComponentFetchError when neither loads.
 */
export async function chooseTemplate(
  fork: Promise<CachedResource>,
  original: Promise<CachedResource>,
  originalURL: string,
): Promise<CachedResource> {
  // It is awaited only where there is no fork.
  original.catch(() => {});
  return fork.catch(() =>
    original.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: originalURL });
    }),
  );
}

/**
 * Fetches a component's template. It is wanted until it is here and, when it came out of the cache, checked.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError when neither the fork nor the original loads.
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

/** Resolves when no check of a resource is to come in this page load. */
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
