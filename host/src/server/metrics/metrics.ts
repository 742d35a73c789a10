import { STATUS_CODES } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../../db/database.js';
import type { GraphQLObserver } from '../../graphql/observer.js';
import type { CacheStatistics } from '../../lib/byte-cache.js';
import type { OutboxState } from '../../publishing/outbox/outbox-state.js';
import type { PurgeQueueState } from '../../publishing/purge/purge-queue.js';
import { parseTarget } from '../http/target.js';
import { routeOf } from '../routes/route-name.js';

export interface Metrics {
  readonly registry: Registry;
  request(method: string, path: string, status: number, milliseconds: number): void;
  /** Counts a written revision by its action. */
  revision(action: string): void;
  readonly graphql: GraphQLObserver;
}

export interface MetricsOptions {
  /** The open deliveries. */
  readonly outbox?: () => Promise<OutboxState>;
  /** The number of webhook deliveries by state. */
  readonly webhookDeliveries?: () => Promise<Readonly<Record<string, number>>>;
  /** The database connection pools. */
  readonly pools?: () => readonly PoolState[];
  /** The number of revisions that this process removed from histories. */
  readonly removedRevisions?: () => number;
  /** The purge queue of the CDN, and the purge requests of this process. */
  readonly purges?: {
    readonly state: () => Promise<PurgeQueueState>;
    readonly requests: () => { readonly accepted: number; readonly failed: number };
  };
  /** The latest scheduled backup, and failures. Without a backup schedule, these metrics are omitted. */
  readonly backups?: () => {
    readonly last: { readonly at: number; readonly bytes: number } | undefined;
    readonly failures: number;
  };
  /** The state of the shared store. */
  readonly sharedStore?: () => { readonly isUp: boolean; readonly failures: number };
  /** Statistics of caches by name. */
  readonly caches?: Readonly<Record<string, () => CacheStatistics>>;
}

/** Creates the metrics for Prometheus. Labels have few possible values, so that clients cannot increase memory use. */
export function createMetrics({
  outbox,
  pools,
  removedRevisions,
  webhookDeliveries,
  purges,
  backups,
  sharedStore,
  caches = {},
}: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Metrics of event loop lag, heap, garbage collection and open handles.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'feaas_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'feaas_request_seconds',
    help: 'Seconds until the answer was out',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers,
  });
  const revisions = new Counter({
    name: 'feaas_revisions_total',
    help: 'Revisions written by this process',
    labelNames: ['action'],
    registers,
  });
  const operations = new Histogram({
    name: 'feaas_graphql_operation_seconds',
    help: 'Seconds that a GraphQL operation took; of a subscription, until it had begun',
    labelNames: ['type'],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'feaas_graphql_errors_total',
    help: 'Errors in responses to GraphQL clients; RATE_LIMITED, UNAUTHENTICATED and FORBIDDEN are rejections',
    labelNames: ['code'],
    registers,
  });
  if (removedRevisions)
    new Counter({
      name: 'feaas_history_revisions_removed_total',
      help: 'Old revisions that this process removed from histories',
      registers,
      collect() {
        this.reset();
        this.inc(removedRevisions());
      },
    });
  if (webhookDeliveries) collectWebhooks(registers, webhookDeliveries);
  if (outbox) collectQueue(registers, OUTBOX, outbox);
  if (purges) {
    collectQueue(registers, PURGES, purges.state);
    new Counter({
      name: 'feaas_purge_requests_total',
      help: 'Requests of this process to the CDN, or to its purge hook',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(purges.requests())) this.inc({ result }, count);
      },
    });
  }
  if (pools) collectPools(registers, pools);
  if (backups) collectBackups(registers, backups);
  if (sharedStore) collectSharedStore(registers, sharedStore);
  collectCaches(registers, caches);
  return {
    registry,
    request(method, path, status, milliseconds) {
      const route = routeOf(parseTarget(path).names);
      const knownMethod = KNOWN_METHODS.has(method) ? method : 'other';
      requests.inc({ route, method: knownMethod, status: STATUS_CODES[status] ? String(status) : 'other' });
      seconds.observe({ route, method: knownMethod }, milliseconds / 1000);
    },
    revision: (action) => revisions.inc({ action }),
    graphql: {
      operation: (type, milliseconds) => operations.observe({ type }, milliseconds / 1000),
      error: (code) => errors.inc({ code: KNOWN_CODES.has(code) ? code : 'other' }),
    },
  };
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Queue {
  readonly name: string;
  readonly length: string;
  readonly oldest: string;
}

const OUTBOX: Queue = {
  name: 'feaas_outbox',
  length: 'Deliveries that are still to be made',
  oldest: 'Seconds since the change that waits longest to be delivered; 0 where nothing waits',
};
const PURGES: Queue = {
  name: 'feaas_purge_queue',
  length: 'Files whose copies in the CDN are still to be removed',
  oldest: 'Seconds since the change whose copies wait longest to be removed; 0 where nothing waits',
};

function collectQueue(registers: Registry[], queue: Queue, state: () => Promise<OutboxState>): void {
  let pendingRead: Promise<OutboxState | undefined> | undefined;
  // Both gauges are collected together. If the database does not respond, they are omitted, and /readyz reports it.
  const readQueueOnce = (): Promise<OutboxState | undefined> =>
    (pendingRead ??= state()
      .catch(() => undefined)
      .finally(() => (pendingRead = undefined)));
  const gauge = (name: string, help: string, valueOf: (found: OutboxState) => number): unknown =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const found = await readQueueOnce();
        if (found) this.set(valueOf(found));
        else this.reset();
      },
    });
  gauge(`${queue.name}_length`, queue.length, ({ length }) => length);
  gauge(`${queue.name}_oldest_seconds`, queue.oldest, ({ oldest }) =>
    oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
}

function collectWebhooks(registers: Registry[], countByState: () => Promise<Readonly<Record<string, number>>>): void {
  new Gauge({
    name: 'feaas_webhook_deliveries',
    help: 'Deliveries of webhooks in the log of all hosts, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      // As for the outbox: omitted if the database does not respond.
      const counts = await countByState().catch(() => undefined);
      this.reset();
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}

function collectPools(registers: Registry[], pools: () => readonly PoolState[]): void {
  new Gauge({
    name: 'feaas_database_connections',
    help: 'Connections to the database that are busy or idle, and queries that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name: pool, busy, idle, waiting } of pools())
        for (const [state, count] of Object.entries({ busy, idle, waiting })) this.set({ pool, state }, count);
    },
  });
}

function collectBackups(registers: Registry[], backups: NonNullable<MetricsOptions['backups']>): void {
  new Gauge({
    name: 'feaas_backup_last_success_timestamp_seconds',
    help: 'When the newest scheduled backup was written, in seconds since 1970; 0 without any',
    registers,
    collect() {
      this.set((backups().last?.at ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'feaas_backup_last_size_bytes',
    help: 'Bytes of the newest scheduled backup; 0 without any',
    registers,
    collect() {
      this.set(backups().last?.bytes ?? 0);
    },
  });
  new Counter({
    name: 'feaas_backup_failures_total',
    help: 'Scheduled backups that failed in this process',
    registers,
    collect() {
      this.reset();
      this.inc(backups().failures);
    },
  });
}

function collectSharedStore(registers: Registry[], state: NonNullable<MetricsOptions['sharedStore']>): void {
  new Gauge({
    name: 'feaas_shared_store_up',
    help: '1 while the store of rates and connections of all hosts answers; 0 while this host counts by itself',
    registers,
    collect() {
      this.set(state().isUp ? 1 : 0);
    },
  });
  new Counter({
    name: 'feaas_shared_store_failures_total',
    help: 'Calls of the store of rates and connections of all hosts that failed',
    registers,
    collect() {
      this.reset();
      this.inc(state().failures);
    },
  });
}

function collectCaches(registers: Registry[], caches: Readonly<Record<string, () => CacheStatistics>>): void {
  new Gauge({
    name: 'feaas_cache_bytes',
    help: 'Bytes in memory',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, statistics] of Object.entries(caches)) this.set({ cache }, statistics().bytes);
    },
  });
  new Counter({
    name: 'feaas_cache_reads_total',
    help: 'Reads that the cache answered, or did not',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, statistics] of Object.entries(caches)) {
        const { hits, misses } = statistics();
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
}

/** The error codes of the schema. */
const KNOWN_CODES: ReadonlySet<string> = new Set([
  ...['BAD_USER_INPUT', 'CONFLICT', 'NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED'],
  ...['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'TIMEOUT', 'PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_MISMATCH'],
  ...['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 'INTERNAL_SERVER_ERROR'],
]);
const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
