import { ComponentFetchError } from '../../global/errors';
import { loadModule } from '../scheduling/lazy-modules';
import { TEMPLATE, type CachedResource } from './resource';
import { requestResource, requests, type Subscription } from './resource-store';

/** Whether a fork is here already: its original is not requested then. */
async function isHere(url: string): Promise<boolean> {
  const result = requests.get(url)?.result;
  if (result) return !(result instanceof Error);
  return loadModule('persistence').then(
    ({ isCached }) => isCached(url),
    () => false,
  );
}

/**
 * Chooses between a fork and its original: a valid fork wins (S4).
 * @param fork its request.
 * @param originalRequest that of the original, where there is one already.
 * @throws ComponentFetchError when neither loads.
 */
export async function chooseTemplate(
  [url, original]: readonly string[],
  fork: Promise<CachedResource>,
  originalRequest: Promise<CachedResource> | undefined,
  subscription?: Subscription,
): Promise<CachedResource> {
  const fetchOriginal = (): Promise<CachedResource> => requestResource(original!, TEMPLATE, subscription);
  // A component that was removed requests nothing (E8).
  if (!originalRequest && !(await isHere(url!)) && !subscription?.isClosed) originalRequest = fetchOriginal();
  try {
    return await fork;
  } catch (error) {
    if (subscription?.isClosed) throw error;
    originalRequest ??= fetchOriginal();
    return originalRequest.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: original });
    });
  }
}
