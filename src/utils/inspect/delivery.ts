/** The state of the URLs that a component requests: in this page, in its cache, and in the browser (S4-S6). */
import { byteLength } from '../delivery/cache/cache-store';
import type { Metadata, Resource } from '../delivery/resource';
import type { ResourceRequest } from '../delivery/resource-request';
import { resourceStore } from '../delivery/resource-store';
import { loadModule } from '../scheduling/lazy-modules';
import type { DeliveryReport } from './types';

const absolute = (url: string): string => new URL(url, document.baseURI).href;

/** Returns the browser's measurement of the first request for the body of a URL. */
function timingOf(url: string): DeliveryReport['timing'] {
  const [first] = performance.getEntriesByName(absolute(url), 'resource') as PerformanceResourceTiming[];
  return first && { start: first.startTime, duration: first.duration, bytes: first.transferSize };
}

const STATES: Readonly<Record<Resource['status'], DeliveryReport['state']>> = {
  idle: 'unasked',
  restoring: 'loading',
  loading: 'loading',
  ready: 'there',
  deleted: 'gone',
  failed: 'failed',
};

function stateOf(resource: Resource | undefined, metadata: Metadata | undefined): DeliveryReport['state'] {
  // A deleted original stays visible where it is shown.
  if (resource?.response) return 'there';
  const state = resource ? STATES[resource.status] : 'unasked';
  if (state === 'unasked' && metadata?.deletedAt) return 'gone';
  return state === 'failed' && (resource!.error as { status?: number } | undefined)?.status === 404 ? 'gone' : state;
}

const readMetadata = async (url: string): Promise<Metadata | undefined> =>
  (await loadModule('persistence')).persistence.readMetadata(url);

/** @param requests requests for the template of a component */
export async function deliveryOf(requests: readonly ResourceRequest[]): Promise<DeliveryReport[]> {
  const reports = await Promise.all(
    requests.map(async ({ url, type }): Promise<DeliveryReport> => {
      const meta = await readMetadata(url).catch(() => undefined);
      const resource = resourceStore.get(url);
      const response = resource?.response;
      return {
        url: absolute(url),
        fork: !!type.isFork,
        state: stateOf(resource, meta),
        shown: false,
        phase: response && (response.phase ?? 'initial'),
        fromServer: !!response?.fromServer,
        fromCopy: !!response && response.requestedAt === undefined && !response.fromServer,
        error: resource?.error,
        meta,
        size: response ? byteLength(response.text) : meta?.size,
        timing: timingOf(url),
      };
    }),
  );
  // A valid fork takes precedence (S4).
  const shownReport = reports.find(({ state }) => state === 'there');
  return reports.map((each) => ({ ...each, shown: each === shownReport }));
}
