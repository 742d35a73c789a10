/** What is known of the addresses a component asks for: by this page, its copies, and the browser (S4-S6). */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { readMetadata } from '../delivery/cache/cache-store';
import type { CachedResource } from '../delivery/resource';
import { requests, type PendingRequest } from '../delivery/resource-store';
import type { DeliveryReport } from './types';

const absolute = (url: string): string => new URL(url, document.baseURI).href;

/** The first request for the body of an address, as the browser measured it. */
function timingOf(url: string): DeliveryReport['timing'] {
  const [first] = performance.getEntriesByName(absolute(url), 'resource') as PerformanceResourceTiming[];
  return first && { start: first.startTime, duration: first.duration, bytes: first.transferSize };
}

const isGone = (error: Error): boolean =>
  error instanceof InvalidResponseError || (error instanceof FetchFailedError && error.status === 404);

function stateOf(request: PendingRequest | undefined, gone: boolean): DeliveryReport['state'] {
  if (!request) return gone ? 'gone' : 'unasked';
  if (!request.result) return 'loading';
  if (!(request.result instanceof Error)) return 'there';
  return isGone(request.result) ? 'gone' : 'failed';
}

/** @param urls of a component, its fork's first. */
export async function deliveryOf(urls: readonly string[]): Promise<DeliveryReport[]> {
  const all = await Promise.all(
    urls.map(async (url, at): Promise<DeliveryReport> => {
      const meta = await readMetadata(absolute(url)).catch(() => undefined);
      const request = requests.get(url);
      const result = request?.result;
      const delivered: CachedResource | undefined = result instanceof Error ? undefined : result;
      return {
        url: absolute(url),
        fork: at < urls.length - 1,
        state: stateOf(request, !!meta?.deletedAt),
        shown: false,
        phase: delivered && (delivered.phase ?? 'initial'),
        fromServer: !!delivered?.fromServer,
        fromCopy: !!delivered && delivered.askedAt === undefined && !delivered.fromServer,
        error: result instanceof Error ? result : delivered?.error,
        meta,
        size: delivered?.text.length ?? meta?.size,
        timing: timingOf(url),
      };
    }),
  );
  // A valid fork wins (S4).
  const shown = all.find(({ state }) => state === 'there');
  return all.map((each) => ({ ...each, shown: each === shown }));
}
