/**
 * Requests that the script `preload` sends while the code of the elements is still loading. The code takes them over instead of sending
 * its own; they are as its own would be.
 */
import { requestInit, type ResourceRequest } from './resource-request';

/** A request under way, or answered. */
export interface PreloadedRequest {
  readonly response: Promise<Response>;
  /** Milliseconds since 1970. */
  readonly requestedAt: number;
  receivedAt?: number;
  readonly abort: AbortController;
}

declare global {
  // Scripts that are bundled apart share nothing else.
  var feaasPreloadedRequests: Map<string, PreloadedRequest> | undefined;
}

/** The page's own preload of a URL, in its head. */
export const findPreload = (url: string): Element | null | undefined =>
  globalThis.document?.head.querySelector(`link[rel=preload][href="${CSS.escape(url)}"]`);

/** Sends a request for a resource, once; what the page preloads itself is on its way. */
export function preloadRequest({ url, type }: ResourceRequest): void {
  const requests = (globalThis.feaasPreloadedRequests ??= new Map<string, PreloadedRequest>());
  if (requests.has(url) || findPreload(url)) return;
  const abort = new AbortController();
  const response = fetch(url, { ...requestInit(type), signal: abort.signal });
  const request: PreloadedRequest = { response, requestedAt: Date.now(), abort };
  requests.set(url, request);
  response.then(
    () => (request.receivedAt = Date.now()),
    // Whoever takes the request over reports that it failed.
    () => {},
  );
}

/** The request for a URL, for the first who asks: a response has one body. */
export function takePreloadedRequest(url: string): PreloadedRequest | undefined {
  const request = globalThis.feaasPreloadedRequests?.get(url);
  if (request) feaasPreloadedRequests!.delete(url);
  return request;
}
