/** Requests to the content-delivery host, and validation of its responses. */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { metadataHeader } from '../../global/metadata-header';
import { requestSignal } from '../../global/request-signal';
import { deliveryOption } from './delivery-options';
import { findPreload, takePreloadedRequest } from './preloaded-requests';
import type { CachedResource } from './resource';
import { requestInit, type ResourceType } from './resource-request';

/** Sends a request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The global `fetch`, looked up for each request because it may be replaced. */
export const globalFetch: Fetch = (url, init) => fetch(url, init);

/**
 * Requests a URL and validates the response.
 * @throws FetchFailedError, whose `cause` is the Response if there was one; InvalidResponseError.
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
    // A request must match the preload's credentials mode. `same-origin` sends no credentials to another origin either.
    const credentials = findPreload(url) ? { credentials: 'same-origin' as const } : {};
    response = await doFetch(url, { ...requestInit(type), ...credentials, ...init });
  } catch (cause) {
    throw new FetchFailedError({ url, cause });
  }
  const { status, headers } = response;
  // Hosts respond to a deleted resource with 410, blob stores with 200.
  const isDeleted = metadataHeader(headers, deletedAt) !== undefined;
  if (!response.ok && !isDeleted) throw new FetchFailedError({ url, status, cause: response });
  const contentType = headers.get('content-type')?.toLowerCase() ?? accept;
  // JSON of a captive portal or a proxy is not a template. Blob stores may send plain text or bytes.
  if (
    isDeleted ||
    !(contentType.startsWith(accept) || /^(?:text\/plain|application\/octet-stream)/.test(contentType))
  ) {
    throw new InvalidResponseError({ url, status, cause: response });
  }
  return response;
}

/**
 * Fetches a template or a stylesheet; its body must arrive within the timeout.
 * @throws as `fetchValidated`.
 */
export async function fetchResource(
  url: string,
  type: ResourceType,
  signal?: AbortSignal,
  init?: RequestInit,
  doFetch?: Fetch,
): Promise<CachedResource> {
  // A preloaded request is not used for a request with other options.
  const preloaded = init || doFetch ? undefined : takePreloadedRequest(url);
  // Next.js rejects `Date.now()` before the first fetch in prerendered pages.
  const startedAt = performance.now();
  // Some implementations of fetch do not accept undefined as a signal.
  const combined = requestSignal(deliveryOption('timeout'), signal);
  if (preloaded) {
    combined?.addEventListener('abort', () => preloaded.abort.abort(combined.reason));
    doFetch = () => preloaded.response;
  }
  const response = await fetchValidated(url, type, { ...init, ...(combined && { signal: combined }) }, doFetch);
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
