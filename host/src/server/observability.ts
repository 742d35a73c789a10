import type { Logger } from 'pino';
import type { Authenticate } from '../auth/authenticate.js';
import type { RawHandler } from '../lib/node-handler.js';
import type { Metrics } from './metrics/metrics.js';
import { metricsHandler } from './metrics/metrics-handler.js';
import { logOf } from './logging/logger.js';
import { type HealthCheckOptions, healthChecks } from './health/health-checks.js';
import { type Observe, observeRequests } from './metrics/observe-requests.js';

export interface ObservabilityOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whether anybody may read `/metrics`. */
  readonly openMetrics: boolean;
  /** A token that may read `/metrics`, besides tokens with the role admin. */
  readonly metricsToken?: string | undefined;
  readonly authenticate: Authenticate;
  /** Required dependencies by name. */
  readonly ready: HealthCheckOptions['ready'];
  /** Why the database is read-only. */
  readonly readOnlyReason?: () => string | undefined;
}

/** The observability of a host: a log line and metrics per request, `/healthz`, `/readyz` and `/metrics`. */
export interface Observability {
  readonly observe: Observe;
  /** Must run before all other handlers. */
  readonly handlers: readonly RawHandler[];
  /** Makes `/readyz` fail from now on. */
  startDraining(): void;
}

export function createObservability(options: ObservabilityOptions): Observability {
  const { logger, metrics, openMetrics, metricsToken, authenticate, ready, readOnlyReason } = options;
  let isStopping = false;
  return {
    observe: observeRequests({ logger, metrics, stopping: () => isStopping }),
    handlers: [
      healthChecks({
        ready,
        ...(readOnlyReason && { readOnlyReason }),
        stopping: () => isStopping,
        log: logOf(logger),
      }),
      metricsHandler({ registry: metrics.registry, open: openMetrics, token: metricsToken, authenticate }),
    ],
    startDraining: () => void (isStopping = true),
  };
}
