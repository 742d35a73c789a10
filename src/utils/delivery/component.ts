import { loadPart } from '../parts';
import { componentURL, type ComponentSource } from '../source/urls';
import { TEMPLATE, request, type Delivered, type Reader } from './request';

/** URLs a component is asked at: the fork's first, where there is an instance (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * Fetches a component's template.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError when neither the fork nor the original loads.
 */
export const fetchDelivered = (urls: readonly string[], reader?: Reader): Promise<Delivered> =>
  urls[1] ? loadPart('more').then(({ fetchFork }) => fetchFork(urls, reader)) : request(urls[0]!, TEMPLATE, reader);
