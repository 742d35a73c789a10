/**
 * Requests that the script `preload` sends while the code of the elements is loading. The elements use them instead of
 * sending their own; both have the same options.
 */
import { requestInit, type ResourceRequest } from './resource-request';

/** A running or answered request. */
export interface PreloadedRequest {
  readonly response: Promise<Response>;
  /** Milliseconds since 1970. */
  readonly requestedAt: number;
  receivedAt?: number;
  readonly abort: AbortController;
}

declare global {
  // Separately bundled scripts can share state only globally.
  var feaasPreloadedRequests: Map<string, PreloadedRequest> | undefined;
}

/** The page's own preload link for a URL. */
export const findPreload = (url: string): Element | null | undefined =>
  globalThis.document?.head.querySelector(`link[rel=preload][href="${CSS.escape(url)}"]`);

/** Sends a request for a resource once, unless the page preloads it itself. */
export function preloadRequest({ url, type }: ResourceRequest): void {
  const requests = (globalThis.feaasPreloadedRequests ??= new Map<string, PreloadedRequest>());
  if (requests.has(url) || findPreload(url)) return;
  const abort = new AbortController();
  const response = fetch(url, { ...requestInit(type), signal: abort.signal });
  const request: PreloadedRequest = { response, requestedAt: Date.now(), abort };
  requests.set(url, request);
  response.then(
    () => (request.receivedAt = Date.now()),
    // The code that takes the request reports the failure.
    () => {},
  );
}

/** Removes and returns the request for a URL: only one caller can read the body of a response. */
export function takePreloadedRequest(url: string): PreloadedRequest | undefined {
  const request = globalThis.feaasPreloadedRequests?.get(url);
  if (request) feaasPreloadedRequests!.delete(url);
  return request;
}
