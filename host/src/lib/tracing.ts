/**
 * OpenTelemetry spans through the API only. They do nothing without an SDK, which `start` loads if the environment
 * enables it.
 */
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

let isOn = false;
/** Call this after an SDK is registered. It enables work that would be wasted without one. */
export const enableTracing = (): void => void (isOn = true);
export const isTracing = (): boolean => isOn;

/** Not cached: a tracer from before the registration of the SDK may belong to another copy of the API. */
export const tracer = (): Tracer => trace.getTracer('feaas-host');

/** Records an error on a span. Only its name, because the message may contain data of the caller. */
export function recordError(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work in a span, a child of the active one. */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!isOn) return work();
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      recordError(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
