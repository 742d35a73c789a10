/**
 * State transitions of a resource that is cached across visits and checked (S6). `reduce.ts` has those of a first
 * visit.
 */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { reduce } from './reduce';
import type { CachedResource, Metadata, Resource } from './resource';
import type { ResourceEvent } from './resource-event';

/** The error for a resource that is known to be deleted. */
const deletedError = ({ url, deletedAt }: Pick<Metadata, 'url' | 'deletedAt'>): Error =>
  /^\d{3}$/.test(deletedAt!)
    ? new FetchFailedError({ url, status: +deletedAt! })
    : new InvalidResponseError({ url, status: 200 });

/** Sets or removes the error of a response. */
const withError = (response: CachedResource | undefined, error: Error | undefined): CachedResource | undefined =>
  !response || response.error === error ? response : { ...response, error, phase: 'check' };

/** The host confirmed the resource: clears errors. */
const confirmed = (resource: Resource): Resource => ({
  ...resource,
  response: withError(resource.response, undefined),
  error: undefined,
  check: 'done',
  failures: 0,
});

/** A new body after the first response is an update. */
function onFetched(resource: Resource, response: CachedResource): Resource {
  const { response: before } = resource;
  const isSame = before && !before.error && before.text === response.text;
  return {
    ...confirmed(resource),
    status: 'ready',
    response: isSame ? { ...before, phase: 'check' } : { ...response, phase: 'updated' },
    // The new response will be described again.
    metadata: undefined,
  };
}

/** A deleted fork is replaced by its original; a deleted original stays visible. */
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
      // If the resource has metadata already, that is what a check compares; otherwise the metadata of the rendered
      // content.
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
      // Keep the first error, so that elements do not rerender for each attempt.
      return {
        ...reduce(resource, event),
        response: response?.error ? response : withError(response, event.error),
      };
    default:
      return reduce(resource, event);
  }
}
