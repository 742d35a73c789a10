/** What becomes of a resource when something happens to it. Pure: who requests, caches and tells tabs follows from its result. */
import { deletedError, type CachedResource, type Metadata, type Resource } from './resource';

/** Something that happened to a resource. */
export type ResourceEvent =
  | { readonly type: 'subscribed' | 'unsubscribed' }
  /** The cache is asked; the host is asked for the first time. */
  | { readonly type: 'restoring' | 'requested' }
  /** Everybody who waited for the first response has left. */
  | { readonly type: 'cancelled' }
  /** What the cache has; without a response, what the host is known not to have. */
  | {
      readonly type: 'restored';
      readonly metadata: Metadata;
      readonly response?: CachedResource;
      readonly isFresh: boolean;
    }
  /** A server rendered the resource into the page; only its validators are here (E12). */
  | { readonly type: 'rendered'; readonly metadata: Metadata; readonly isFresh: boolean }
  /** The host answered with a body. */
  | { readonly type: 'fetched'; readonly response: CachedResource }
  /** What is to be remembered of the last response; `isDue` when an HTTP cache may have given it (S6). */
  | { readonly type: 'described'; readonly metadata: Metadata; readonly isDue: boolean }
  | { readonly type: 'checkStarted' }
  /** The check was not run after all. */
  | { readonly type: 'checkDropped' }
  /** The host says that nothing changed. */
  | { readonly type: 'notModified'; readonly checkedAt: number }
  | { readonly type: 'deleted'; readonly error: Error }
  /** The host did not say what there is. */
  | { readonly type: 'failed'; readonly error: Error }
  /** Another tab has asked; without a response, the body is the one that is here. */
  | { readonly type: 'changedInOtherTab'; readonly metadata: Metadata; readonly response?: CachedResource }
  /** It is to be checked (again): the page came back out of the back-forward cache, or it is time for another attempt. */
  | { readonly type: 'checkDue' }
  | { readonly type: 'cleared' };

/** The response with an error, or without one. */
const withError = (response: CachedResource | undefined, error: Error | undefined): CachedResource | undefined =>
  !response || response.error === error ? response : { ...response, error, phase: 'check' };

function onFetched(resource: Resource, response: CachedResource): Resource {
  const { status, response: before } = resource;
  const isSame = before && !before.error && before.text === response.text;
  return {
    ...resource,
    status: 'ready',
    response: isSame
      ? { ...before, phase: 'check' }
      : // Whoever waited for a first response gets it as such; what comes later is news.
        { ...response, phase: status === 'loading' ? 'initial' : 'updated' },
    error: undefined,
    // It is described anew.
    metadata: undefined,
    check: 'done',
    failures: 0,
  };
}

/** A fork makes way for its original; an original stays where it is shown now. */
function onDeleted(resource: Resource, error: Error): Resource {
  const response = resource.type.isFork ? undefined : withError(resource.response, error);
  return { ...resource, status: 'deleted', response, error, check: 'done', failures: 0 };
}

/** The host answers again: nothing has failed any more. */
const confirmed = (resource: Resource): Resource => ({
  ...resource,
  response: withError(resource.response, undefined),
  error: undefined,
  check: 'done',
  failures: 0,
});

export function reduce(resource: Resource, event: ResourceEvent): Resource {
  const { status, response, type, check, subscribers } = resource;
  switch (event.type) {
    case 'subscribed':
      return { ...resource, subscribers: subscribers + 1 };
    case 'unsubscribed':
      return { ...resource, subscribers: Math.max(0, subscribers - 1) };
    case 'restoring':
    case 'requested':
      return response ? resource : { ...resource, status: event.type === 'requested' ? 'loading' : 'restoring' };
    case 'cancelled':
      return status === 'restoring' || status === 'loading' ? { ...resource, status: 'idle' } : resource;
    case 'restored':
    case 'rendered': {
      const { metadata, isFresh } = event;
      const next: Resource = { ...resource, metadata, check: check === 'none' && !isFresh ? 'due' : check };
      if (event.type === 'rendered') return resource.metadata ? resource : next;
      if (event.response) return { ...next, status: 'ready', response: event.response, error: undefined };
      return type.isFork ? { ...next, status: 'deleted', error: deletedError(metadata) } : next;
    }
    case 'fetched':
      return onFetched(resource, event.response);
    case 'described':
      return { ...resource, metadata: event.metadata, check: event.isDue ? 'due' : check };
    case 'checkStarted':
      return {
        ...resource,
        check: 'running',
        response: response && !response.error ? { ...response, phase: 'check' } : response,
      };
    case 'checkDropped':
      return check === 'running' ? { ...resource, check: 'due' } : resource;
    case 'notModified': {
      const { checkedAt } = event;
      const metadata = resource.metadata && { ...resource.metadata, checkedAt, usedAt: checkedAt };
      return { ...confirmed(resource), metadata };
    }
    case 'deleted':
      return onDeleted(resource, event.error);
    case 'failed': {
      const { error } = event;
      return {
        ...resource,
        status: response ? status : 'failed',
        // The first error stays: elements that show it are not rendered again for each attempt.
        response: response?.error ? response : withError(response, error),
        error,
        check: 'done',
        failures: resource.failures + 1,
      };
    }
    case 'changedInOtherTab': {
      const { metadata } = event;
      if (metadata.deletedAt) return { ...onDeleted(resource, deletedError(metadata)), metadata };
      const next = { ...confirmed(resource), metadata };
      return event.response ? { ...next, status: 'ready', response: { ...event.response, phase: 'updated' } } : next;
    }
    case 'checkDue':
      return check === 'running' ? resource : { ...resource, check: 'due' };
    case 'cleared':
      return { url: resource.url, type, status: 'idle', check: 'none', failures: 0, subscribers };
  }
}
