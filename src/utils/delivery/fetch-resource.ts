/** Requests to the content-delivery host, and which of its responses are valid. */
import { REQUEST_TIMEOUT } from '../../global/defaults';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { deliveryOption } from './delivery-options';
import type { CachedResource, ResourceType } from './resource';

/** Does a request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Does the requests, and says whether responses are kept once they are there; replaceable. */
export const adapters = { fetch: ((url, init) => fetch(url, init)) as Fetch, remember: true };

/**
 * Requests a URL; the response is valid.
 * @throws FetchFailedError, whose `cause` is the Response where there was one; InvalidResponseError.
 */
export async function fetchValidated(
  url: string,
  { accept, deletedHeader }: ResourceType,
  init?: RequestInit,
  doFetch = adapters.fetch,
): Promise<Response> {
  let response: Response;
  try {
    // A preloaded response is matched by credentials too; in its mode, as in ours, another origin gets none.
    const preload = globalThis.document?.querySelector(`link[rel=preload][href="${CSS.escape(url)}"]`);
    response = await doFetch(url, { headers: { accept }, credentials: preload ? 'same-origin' : 'omit', ...init });
  } catch (cause) {
    throw new FetchFailedError({ url, cause });
  }
  const { status, headers } = response;
  if (!response.ok) throw new FetchFailedError({ url, status, cause: response });
  const contentType = headers.get('content-type')?.toLowerCase() ?? accept;
  // A captive portal's or a proxy's JSON is no template; blob stores may send plain text or bytes.
  if (
    headers.has(deletedHeader) ||
    !(contentType.startsWith(accept) || /^(?:text\/plain|application\/octet-stream)/.test(contentType))
  ) {
    throw new InvalidResponseError({ url, status, cause: response });
  }
  return response;
}

/** Milliseconds after which no browser's timer goes on. */
const LONGEST = 2 ** 31 - 1;

/**
 * Fetches a template or a stylesheet with its body, which has to arrive within the time-out.
 * @throws as `fetchValidated`.
 */
export async function fetchResource(
  url: string,
  type: ResourceType,
  signal: AbortSignal,
  init?: RequestInit,
  doFetch?: Fetch,
): Promise<CachedResource> {
  const askedAt = Date.now();
  const timeout = AbortSignal.timeout(Math.min(deliveryOption('timeout', REQUEST_TIMEOUT) * 1000, LONGEST));
  // Edge functions have no `any`: there a request that nobody waits for ends with its time-out.
  const both = AbortSignal.any?.([signal, timeout]) ?? timeout;
  const response = await fetchValidated(url, type, { ...init, signal: both }, doFetch);
  try {
    return { url, text: await response.text(), headers: response.headers, askedAt };
  } catch (cause) {
    throw new FetchFailedError({ url, status: response.status, cause });
  }
}
