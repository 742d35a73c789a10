import { loadModule } from '../scheduling/lazy-modules';
import { componentURL, type ComponentSource } from '../source/urls';
import { FORK, TEMPLATE, hasKept, request, type Delivered, type Reader } from './request';

/** URLs a component is asked at: the fork's first, where there is an instance (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * Fetches a component's template. A fork is asked for at once and, where no copy can be of it, its original (S4); what chooses
 * between them comes meanwhile.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError when neither the fork nor the original loads.
 */
export function fetchDelivered(urls: readonly string[], reader?: Reader): Promise<Delivered> {
  const [url, original] = urls;
  if (!original) return request(url!, TEMPLATE, reader);
  const fork = request(url!, FORK, reader);
  const beside = hasKept() ? undefined : request(original, TEMPLATE, reader);
  return loadModule('deferred').then(({ fetchFork }) => fetchFork(urls, fork, beside, reader));
}
