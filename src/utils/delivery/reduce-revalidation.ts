/** What becomes of a resource that is cached across visits and checked (S6); the events of a first visit are those of `reduce.ts`. */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { reduce } from './reduce';
import type { CachedResource, Metadata, Resource } from './resource';
import type { ResourceEvent } from './resource-event';

/** The error of a request for something that is known to be deleted. */
const deletedError = ({ url, deletedAt }: Pick<Metadata, 'url' | 'deletedAt'>): Error =>
  /^\d{3}$/.test(deletedAt!)
    ? new FetchFailedError({ url, status: +deletedAt! })
    : new InvalidResponseError({ url, status: 200 });

/** The response with an error, or without one. */
const withError = (response: CachedResource | undefined, error: Error | undefined): CachedResource | undefined =>
  !response || response.error === error ? response : { ...response, error, phase: 'check' };

/** The host answers again: nothing has failed any more. */
const confirmed = (resource: Resource): Resource => ({
  ...resource,
  response: withError(resource.response, undefined),
  error: undefined,
  check: 'done',
  failures: 0,
});

/** A body that somebody who waited for a first response does not wait for any more is news. */
function onFetched(resource: Resource, response: CachedResource): Resource {
  const { response: before } = resource;
  const isSame = before && !before.error && before.text === response.text;
  return {
    ...confirmed(resource),
    status: 'ready',
    response: isSame ? { ...before, phase: 'check' } : { ...response, phase: 'updated' },
    // It is described anew.
    metadata: undefined,
  };
}

/** A fork makes way for its original; an original stays where it is shown now. */
function onDeleted(resource: Resource, error: Error): Resource {
  const response = resource.type.isFork ? undefined : withError(resource.response, error);
  return { ...resource, status: 'deleted', response, error, check: 'done', failures: 0 };
}

export function reduceRevalidation(resource: Resource, event: ResourceEvent): Resource {
  const { status, response, type, check } = resource;
  switch (event.type) {
    case 'restored':
    case 'rendered': {
      const { metadata, isFresh } = event;
      const next: Resource = { ...resource, metadata, check: check === 'none' && !isFresh ? 'due' : check };
      // What was rendered first is compared; the rest, with what the host says of that.
      if (event.type === 'rendered') return { ...next, metadata: resource.metadata ?? metadata };
      if (event.response) return { ...next, status: 'ready', response: event.response, error: undefined };
      return type.isFork ? { ...next, status: 'deleted', error: deletedError(metadata) } : next;
    }
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
    case 'checkDue':
      return check === 'running' ? resource : { ...resource, check: 'due' };
    case 'notModified': {
      const { checkedAt } = event;
      const metadata = resource.metadata && { ...resource.metadata, checkedAt, usedAt: checkedAt };
      return { ...confirmed(resource), metadata };
    }
    case 'changedInOtherTab': {
      const { metadata } = event;
      if (metadata.deletedAt) return { ...onDeleted(resource, deletedError(metadata)), metadata };
      const next = { ...confirmed(resource), metadata };
      return event.response ? { ...next, status: 'ready', response: { ...event.response, phase: 'updated' } } : next;
    }
    case 'fetched':
      return status === 'loading'
        ? reduce({ ...resource, metadata: undefined }, event)
        : onFetched(resource, event.response);
    case 'deleted':
      return onDeleted(resource, event.error);
    case 'failed':
      // The first error stays: elements that show it are not rendered again for each attempt.
      return {
        ...reduce(resource, event),
        response: response?.error ? response : withError(response, event.error),
      };
    default:
      return reduce(resource, event);
  }
}
