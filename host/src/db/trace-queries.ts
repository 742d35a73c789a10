import { SpanKind } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import { isTracing, recordError, tracer } from '../lib/tracing.js';
import type { DatabaseKind } from './database.js';

const SYSTEMS: Readonly<Record<DatabaseKind, string>> = Object.freeze({ embedded: 'sqlite', postgres: 'postgresql' });

/** What makes a span of each query, as a part of Kysely's configuration: its SQL without the values, and how long it took. */
export function queryTracing(kind: DatabaseKind): { readonly log?: (event: LogEvent) => void } {
  if (!isTracing()) return {};
  return {
    log(event: LogEvent) {
      const { sql } = event.query;
      const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'QUERY';
      const endTime = Date.now();
      const span = tracer().startSpan(operation, {
        kind: SpanKind.CLIENT,
        startTime: endTime - event.queryDurationMillis,
        attributes: { 'db.system.name': SYSTEMS[kind], 'db.operation.name': operation, 'db.query.text': sql },
      });
      if (event.level === 'error') recordError(span, event.error);
      span.end(endTime);
    },
  };
}
