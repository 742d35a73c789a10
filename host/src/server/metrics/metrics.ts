import { STATUS_CODES } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { parseTarget } from '../http/target.js';
import { routeOf } from '../routes/route-name.js';

export interface Metrics {
  readonly registry: Registry;
  request(method: string, path: string, status: number, milliseconds: number): void;
  /** A revision was written, by this action. */
  revision(action: string): void;
}

export interface MetricsOptions {
  /** How many deliveries are still to be made. */
  readonly outboxLength?: () => Promise<number>;
}

/**
 * What Prometheus reads. Labels come from short lists only, so that no client can make the host remember more and more.
 */
export function createMetrics({ outboxLength }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, heap, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'feaas_requests_total',
    help: 'Requests answered',
    labelNames: ['room', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'feaas_request_seconds',
    help: 'Seconds until the answer was out',
    labelNames: ['room', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const revisions = new Counter({
    name: 'feaas_revisions_total',
    help: 'Revisions written by this process',
    labelNames: ['action'],
    registers,
  });
  if (outboxLength) {
    new Gauge({
      name: 'feaas_outbox_length',
      help: 'Deliveries that are still to be made',
      registers,
      async collect() {
        // A database that does not answer is told by its absence here, and by /readyz.
        const length = await outboxLength().catch(() => undefined);
        if (length === undefined) this.reset();
        else this.set(length);
      },
    });
  }
  return {
    registry,
    request(method, path, status, milliseconds) {
      const route = routeOf(parseTarget(path).names);
      const known = KNOWN_METHODS.has(method) ? method : 'other';
      requests.inc({ room: route, method: known, status: STATUS_CODES[status] ? String(status) : 'other' });
      seconds.observe({ room: route, method: known }, milliseconds / 1000);
    },
    revision: (action) => revisions.inc({ action }),
  };
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
