/** What can happen to a resource. */
import type { CachedResource, Metadata, Resource } from './resource';

/** What happens on a first visit: there is no cache, and nothing is checked. */
export type RequestEvent =
  | { readonly type: 'subscribed' | 'unsubscribed' }
  /** The cache is asked; the host is asked for the first time. */
  | { readonly type: 'restoring' | 'requested' }
  /** Everybody who waited for the first response has left. */
  | { readonly type: 'cancelled' }
  /** The host answered with a body. */
  | { readonly type: 'fetched'; readonly response: CachedResource }
  | { readonly type: 'deleted'; readonly error: Error }
  /** The host did not say what there is. */
  | { readonly type: 'failed'; readonly error: Error }
  | { readonly type: 'cleared' };

/** What the cache, checks and other tabs add to that. */
export type RevalidationEvent =
  /** What the cache has; without a response, what the host is known not to have. */
  | {
      readonly type: 'restored';
      readonly metadata: Metadata;
      readonly response?: CachedResource;
      readonly isFresh: boolean;
    }
  /** A server rendered the resource into the page; only its validators are here (E12). */
  | { readonly type: 'rendered'; readonly metadata: Metadata; readonly isFresh: boolean }
  /** What is to be remembered of the last response; `isDue` when an HTTP cache may have given it (S6). */
  | { readonly type: 'described'; readonly metadata: Metadata; readonly isDue: boolean }
  | { readonly type: 'checkStarted' }
  /** The check was not run after all. */
  | { readonly type: 'checkDropped' }
  /** The host says that nothing changed. */
  | { readonly type: 'notModified'; readonly checkedAt: number }
  /** Another tab has asked; without a response, the body is the one that is here. */
  | { readonly type: 'changedInOtherTab'; readonly metadata: Metadata; readonly response?: CachedResource }
  /** It is to be checked (again): the page came back out of the back-forward cache, or it is time for another attempt. */
  | { readonly type: 'checkDue' };

export type ResourceEvent = RequestEvent | RevalidationEvent;

/** The resource after an event. Pure: who requests, caches and tells tabs follows from its result. */
export type Reducer = (resource: Resource, event: ResourceEvent) => Resource;
