/**
 * Resources of the content-delivery host: one request per URL and page, however many elements subscribe (S4, S5). A page
 * that has cached something before asks its cache first: that, and all revalidation, is the lazily loaded module
 * `persistence`.
 */
import { loadModule, loadModuleWhenIdle, lazyModules } from '../scheduling/lazy-modules';
import { adapters, fetchResource } from './fetch-resource';
import type { CachedResource, ResourceType } from './resource';

/** A URL that this page has requested. */
export interface PendingRequest {
  readonly url: string;
  readonly type: ResourceType;
  readonly promise: Promise<CachedResource>;
  readonly abort: AbortController;
  /** It went through the cache. */
  readonly isCached?: boolean;
  users: number;
  /** The response, or why there is none. */
  result?: CachedResource | Error;
}

/** Somebody who waits for responses, and may stop doing so. */
export class Subscription {
  isClosed = false;
  readonly #requests: PendingRequest[] = [];

  subscribe(request: PendingRequest): void {
    request.users++;
    this.#requests.push(request);
  }

  /** Waits no more; a request is cancelled when nobody waits for it. */
  unsubscribe(): void {
    this.isClosed = true;
    for (const request of this.#requests) {
      if (--request.users || request.result) continue;
      if (requests.get(request.url) === request) requests.delete(request.url);
      request.abort.abort();
    }
  }
}

/** Every URL that this page has requested. */
export const requests = new Map<string, PendingRequest>();

const listeners = new Set<(url: string) => void>();

/**
 * Calls with each URL whose resource changed: another text, or another state of the host.
 * @returns what ends that.
 */
export function onResourceChanged(listener: (url: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const notifyResourceChanged = (url: string): void => listeners.forEach((listener) => listener(url));

/** Name of the mark that says that this origin has cached resources; and of the databases that hold them. */
export const STORAGE_NAME = 'feaas-kit';

/** Whether an earlier visit cached something, or the page is inspected. A first visit does not pay for looking. */
export const hasCachedResources = (): boolean => {
  try {
    return adapters.remember && !!(localStorage.getItem(STORAGE_NAME) || location.href.includes('feaasDebug'));
  } catch {
    return false; // no storage, as in an opaque frame
  }
};

/** Loads the cache and its revalidation when the page is idle: from then on what the page has is cached and checked. */
export const startPersistenceWhenIdle = (): void => loadModuleWhenIdle('persistence');

/**
 * Requests a URL, or waits with those who requested it before; without a subscription until it is there.
 * @throws FetchFailedError, InvalidResponseError.
 */
export function requestResource(url: string, type: ResourceType, subscription?: Subscription): Promise<CachedResource> {
  let request = requests.get(url);
  if (!request || request.result instanceof Error) {
    const abort = new AbortController();
    const fromHost = (): Promise<CachedResource> => fetchResource(url, type, abort.signal);
    const isCached = !!lazyModules.persistence || hasCachedResources();
    const promise = isCached
      ? loadModule('persistence').then(({ getCachedOrFetch }) => getCachedOrFetch(url, type, abort.signal), fromHost)
      : fromHost();
    const made: PendingRequest = (request = { url, type, promise, abort, isCached, users: 0 });
    requests.set(url, made);
    promise
      .catch((error: Error) => error)
      .then((result) => {
        made.result = result;
        if (!adapters.remember && requests.get(url) === made) requests.delete(url);
      });
  }
  if (subscription) subscription.subscribe(request);
  else request.users++;
  return request.promise;
}

/** Forgets every response, so that the next render requests it from the host again. */
export function clearFetchCache(): void {
  requests.clear();
  if (lazyModules.persistence) lazyModules.persistence.clear();
  else if (hasCachedResources())
    loadModule('persistence').then(
      ({ clear }) => clear(),
      () => {},
    );
}
