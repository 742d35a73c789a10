import { SpanKind } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import { isTracing, recordError, tracer } from '../lib/tracing.js';
import type { DatabaseKind } from './database.js';

const SYSTEMS: Readonly<Record<DatabaseKind, string>> = Object.freeze({ embedded: 'sqlite', postgres: 'postgresql' });

/** Kysely's configuration for tracing: creates a span per query, with its SQL without values, and its duration. */
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
