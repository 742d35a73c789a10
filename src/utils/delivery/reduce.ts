/** State transitions of a resource on a first visit; `reduce-revalidation.ts` adds those for the cache and checks. */
import { createResource, type Resource } from './resource';
import type { ResourceEvent } from './resource-event';

/** The resource after an event. Ignores events of the cache and of checks. */
export function reduce(resource: Resource, event: ResourceEvent): Resource {
  const { url, type, status, response, subscribers, failures } = resource;
  switch (event.type) {
    case 'subscribed':
      return { ...resource, subscribers: subscribers + 1 };
    case 'unsubscribed':
      return { ...resource, subscribers: Math.max(0, subscribers - 1) };
    case 'restoring':
    case 'requested':
      return response ? resource : { ...resource, status: event.type === 'requested' ? 'loading' : 'restoring' };
    case 'cancelled':
      return isWaiting(resource) ? { ...resource, status: 'idle' } : resource;
    case 'fetched':
      return {
        ...resource,
        status: 'ready',
        response: { ...event.response, phase: 'initial' },
        error: undefined,
        check: 'done',
        failures: 0,
      };
    case 'deleted':
      return { ...resource, status: 'deleted', error: event.error, check: 'done', failures: 0 };
    case 'failed':
      return {
        ...resource,
        status: response ? status : 'failed',
        error: event.error,
        check: 'done',
        failures: failures + 1,
      };
    case 'cleared':
      return { ...createResource(url, type), subscribers };
  }
  return resource;
}

/** Whether the cache or the host is being asked and there is no response yet. */
export const isWaiting = ({ status }: Resource): boolean => status === 'restoring' || status === 'loading';
