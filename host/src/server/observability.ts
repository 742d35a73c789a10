import type { Logger } from 'pino';
import type { Authenticate } from '../auth/authenticate.js';
import type { RawHandler } from '../lib/node-handler.js';
import type { Metrics } from './metrics/metrics.js';
import { metricsHandler } from './metrics/metrics-handler.js';
import { type HealthCheckOptions, healthChecks } from './health/health-checks.js';
import { type Observe, observeRequests } from './metrics/observe-requests.js';

export interface ObservabilityOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** `/metrics` answers everybody. */
  readonly openMetrics: boolean;
  /** Besides tokens of the role admin, what may read `/metrics`. */
  readonly metricsToken?: string | undefined;
  readonly authenticate: Authenticate;
  /** What the host cannot do without, by its name. */
  readonly ready: HealthCheckOptions['ready'];
  /** Why nothing can be written for now. */
  readonly readOnlyReason?: () => string | undefined;
}

/** What an operator sees of a host: a log line and a count per request, `/healthz`, `/readyz` and `/metrics`. */
export interface Observability {
  readonly observe: Observe;
  /** To be asked before everything else. */
  readonly handlers: readonly RawHandler[];
  /** From now on `/readyz` fails. */
  startDraining(): void;
}

export function createObservability(options: ObservabilityOptions): Observability {
  const { logger, metrics, openMetrics, metricsToken, authenticate, ready, readOnlyReason } = options;
  let stopping = false;
  return {
    observe: observeRequests({ logger, metrics, stopping: () => stopping }),
    handlers: [
      healthChecks({ ready, ...(readOnlyReason && { readOnlyReason }), stopping: () => stopping }),
      metricsHandler({ registry: metrics.registry, open: openMetrics, token: metricsToken, authenticate }),
    ],
    startDraining: () => void (stopping = true),
  };
}
