/** Events of a resource. */
import type { CachedResource, Metadata, Resource } from './resource';

/** Events of a first visit, without a cache or checks. */
export type RequestEvent =
  | { readonly type: 'subscribed' | 'unsubscribed' }
  /** The cache is asked; the host is asked for the first time. */
  | { readonly type: 'restoring' | 'requested' }
  /** All subscribers left before the first response. */
  | { readonly type: 'cancelled' }
  /** The host responded with a body. */
  | { readonly type: 'fetched'; readonly response: CachedResource }
  | { readonly type: 'deleted'; readonly error: Error }
  /** The request failed, so the state of the host is unknown. */
  | { readonly type: 'failed'; readonly error: Error }
  | { readonly type: 'cleared' };

/** Additional events of the cache, checks and other tabs. */
export type RevalidationEvent =
  /** The cached state; without a response, the host is known not to have the resource. */
  | {
      readonly type: 'restored';
      readonly metadata: Metadata;
      readonly response?: CachedResource;
      readonly isFresh: boolean;
    }
  /** A server rendered the resource into the page; only its validators are known (E12). */
  | { readonly type: 'rendered'; readonly metadata: Metadata; readonly isFresh: boolean }
  /** Metadata of the last response; `isDue` if the response may come from an HTTP cache (S6). */
  | { readonly type: 'described'; readonly metadata: Metadata; readonly isDue: boolean }
  | { readonly type: 'checkStarted' }
  /** The check was not run. */
  | { readonly type: 'checkDropped' }
  /** The host confirmed that nothing changed. */
  | { readonly type: 'notModified'; readonly checkedAt: number }
  /** Another tab asked the host; without a response, the body is unchanged. */
  | { readonly type: 'changedInOtherTab'; readonly metadata: Metadata; readonly response?: CachedResource }
  /** A check is due (again): the page was restored from the back-forward cache, or a retry is due. */
  | { readonly type: 'checkDue' };

export type ResourceEvent = RequestEvent | RevalidationEvent;

/**
 * Returns the resource after an event. A pure function: callers derive requests, cache writes and messages from the
 * result.
 */
export type Reducer = (resource: Resource, event: ResourceEvent) => Resource;
