import type { RawHandler } from '../../lib/node-handler.js';
import { waitFor } from '../../lib/timeout.js';
import { sendText, rejectMethod } from './text-response.js';

export interface HealthCheckOptions {
  /** Required dependencies by name. A dependency is unavailable if its check returns false, rejects or times out. */
  readonly ready: Readonly<Record<string, () => Promise<boolean>>>;
  /** Why the database is read-only. Delivery still works, so the host stays ready. */
  readonly readOnlyReason?: () => string | undefined;
  /** Whether the host has been told to stop. */
  readonly stopping: () => boolean;
  /** Milliseconds after which a check without a result has failed. */
  readonly timeout?: number;
}

/**
 * `/healthz` is a liveness check for process managers. `/readyz` is a readiness check for load balancers; while the
 * host is not ready, it responds with 503 and the reason.
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
