import type { Log } from '../../lib/log.js';
import type { RawHandler } from '../../lib/node-handler.js';
import { waitFor } from '../../lib/timeout.js';
import { BlobStoreError } from '../../storage/blob-store.js';
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
  readonly log: Log;
}

/**
 * `/healthz` is a liveness check for process managers. `/readyz` is a readiness check for load balancers; while the
 * host is not ready, it responds with 503 and the reason.
 */
export function healthChecks({
  ready,
  readOnlyReason,
  stopping,
  timeout = 2_000,
  log,
}: HealthCheckOptions): RawHandler {
  /** What was logged last, so that a check each second gives one line. */
  let logged = '';

  /** Returns the reason for callers, who may be anybody, and for the log. */
  const check = async (name: string, isReady: () => Promise<boolean>): Promise<Unready | undefined> => {
    const answer = isReady().catch((error: unknown) => error);
    const result = await waitFor(timeout, answer, () => false);
    if (result === true) return undefined;
    if (!(result instanceof BlobStoreError) || result.reason === undefined)
      return { reason: `the ${name} does not answer`, details: messageOf(result) };
    return { reason: `the ${name} failed: ${result.reason}`, details: result.message };
  };

  const note = (missing: readonly Unready[]): void => {
    const reasons = missing.map(({ reason }) => reason).join('; ');
    if (reasons === logged) return;
    if (missing.length === 0) log.info('ready: the host is ready again.');
    else log.warn(`ready: the host is not ready: ${missing.map(lineOf).join('; ')}`);
    logged = reasons;
  };

  return async (request, response, { pathname }) => {
    if (pathname !== '/healthz' && pathname !== '/readyz') return false;
    if (rejectMethod(request, response)) return true;
    if (pathname === '/healthz') return sendText(request, response, 200, 'alive\n');
    if (stopping()) return sendText(request, response, 503, 'stopping\n');
    const checks = await Promise.all(Object.entries(ready).map(([name, isReady]) => check(name, isReady)));
    const missing = checks.filter((found) => found !== undefined);
    note(missing);
    if (missing.length > 0)
      return sendText(request, response, 503, missing.map(({ reason }) => `${reason}\n`).join(''));
    const reason = readOnlyReason?.();
    return sendText(request, response, 200, reason === undefined ? 'ready\n' : `ready, read-only: ${reason}\n`);
  };
}

interface Unready {
  readonly reason: string;
  /** May name the store and its address. */
  readonly details: string;
}

const messageOf = (result: unknown): string => (result instanceof Error ? result.message : '');

const lineOf = ({ reason, details }: Unready): string => (details === '' ? reason : `${reason} (${details})`);
