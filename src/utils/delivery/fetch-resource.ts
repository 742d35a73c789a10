/** Requests to the content-delivery host, and which of its responses are valid. */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { metadataHeader } from '../../global/metadata-header';
import { requestSignal } from '../../global/request-signal';
import { deliveryOption } from './delivery-options';
import { findPreload, takePreloadedRequest } from './preloaded-requests';
import type { CachedResource } from './resource';
import { requestInit, type ResourceType } from './resource-request';

/** Does a request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The page's or the server's `fetch`, looked up for each request: it may be replaced meanwhile. */
export const globalFetch: Fetch = (url, init) => fetch(url, init);

/**
 * Requests a URL; the response is valid.
 * @throws FetchFailedError, whose `cause` is the Response where there was one; InvalidResponseError.
 */
export async function fetchValidated(
  url: string,
  type: ResourceType,
  init?: RequestInit,
  doFetch = globalFetch,
): Promise<Response> {
  const { accept, deletedAt } = type;
  let response: Response;
  try {
    // A preloaded response is matched by credentials too; in its mode, as in ours, another origin gets none.
    const credentials = findPreload(url) ? { credentials: 'same-origin' as const } : {};
    response = await doFetch(url, { ...requestInit(type), ...credentials, ...init });
  } catch (cause) {
    throw new FetchFailedError({ url, cause });
  }
  const { status, headers } = response;
  // Hosts answer 410 for what was deleted, blob stores 200.
  const isDeleted = metadataHeader(headers, deletedAt) !== undefined;
  if (!response.ok && !isDeleted) throw new FetchFailedError({ url, status, cause: response });
  const contentType = headers.get('content-type')?.toLowerCase() ?? accept;
  // A captive portal's or a proxy's JSON is no template; blob stores may send plain text or bytes.
  if (
    isDeleted ||
    !(contentType.startsWith(accept) || /^(?:text\/plain|application\/octet-stream)/.test(contentType))
  ) {
    throw new InvalidResponseError({ url, status, cause: response });
  }
  return response;
}

/**
 * Fetches a template or a stylesheet with its body, which has to arrive within the time-out.
 * @throws as `fetchValidated`.
 */
export async function fetchResource(
  url: string,
  type: ResourceType,
  signal?: AbortSignal,
  init?: RequestInit,
  doFetch?: Fetch,
): Promise<CachedResource> {
  // A request with options of its own is another one.
  const preloaded = init || doFetch ? undefined : takePreloadedRequest(url);
  // Next.js refuses a clock before anything was fetched in what it prerenders.
  const startedAt = performance.now();
  // What fetch gets as a signal may not be undefined everywhere.
  const both = requestSignal(deliveryOption('timeout'), signal);
  if (preloaded) {
    both?.addEventListener('abort', () => preloaded.abort.abort(both.reason));
    doFetch = () => preloaded.response;
  }
  const response = await fetchValidated(url, type, { ...init, ...(both && { signal: both }) }, doFetch);
  const receivedAt = preloaded?.receivedAt ?? Date.now();
  const requestedAt = preloaded?.requestedAt ?? Math.floor(receivedAt - (performance.now() - startedAt));
  try {
    const { headers, redirected } = response;
    const base = redirected ? response.url : undefined;
    return { url, text: await response.text(), headers, base, requestedAt, receivedAt };
  } catch (cause) {
    throw new FetchFailedError({ url, status: response.status, cause });
  }
}
