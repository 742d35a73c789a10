import type { RawHandler } from '../../lib/node-handler.js';
import { waitFor } from '../../lib/timeout.js';
import { sendText, rejectMethod } from './text-response.js';

export interface HealthCheckOptions {
  /** What the host cannot do without, by its name: false, a rejection, or no answer while it is not there. */
  readonly ready: Readonly<Record<string, () => Promise<boolean>>>;
  /** Why nothing can be written for now; delivery goes on, so the host is ready. */
  readonly readOnlyReason?: () => string | undefined;
  /** True from the moment the host is told to stop. */
  readonly stopping: () => boolean;
  /** Milliseconds after which what has not answered counts as gone. */
  readonly timeout?: number;
}

/**
 * `/healthz`: the process lives; whoever restarts processes asks it. `/readyz`: it can do its work now; whoever sends
 * requests here asks it. 503 with the reason while it can not.
 */
export function healthChecks({ ready, readOnlyReason, stopping, timeout = 2_000 }: HealthCheckOptions): RawHandler {
  return async (request, response, { pathname }) => {
    if (pathname !== '/healthz' && pathname !== '/readyz') return false;
    if (rejectMethod(request, response)) return true;
    if (pathname === '/healthz') return sendText(request, response, 200, 'alive\n');
    if (stopping()) return sendText(request, response, 503, 'stopping\n');
    const missing = await Promise.all(
      Object.entries(ready).map(async ([name, isReady]) => {
        const answer = isReady().catch(() => false);
        return (await waitFor(timeout, answer, () => false)) ? [] : [`the ${name} does not answer\n`];
      }),
    );
    const reasons = missing.flat();
    if (reasons.length > 0) return sendText(request, response, 503, reasons.join(''));
    const reason = readOnlyReason?.();
    return sendText(request, response, 200, reason === undefined ? 'ready\n' : `ready, read-only: ${reason}\n`);
  };
}
