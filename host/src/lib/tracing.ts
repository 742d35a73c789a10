/**
 * Spans of OpenTelemetry, made with its API alone: without an SDK, which `start` loads where the environment asks for it,
 * they do nothing.
 */
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

let isOn = false;
/** To be called once an SDK is registered: what costs something without one is done from then on. */
export const enableTracing = (): void => void (isOn = true);
export const isTracing = (): boolean => isOn;

/** Asked for each time: a tracer of before the SDK was registered may belong to another copy of the API. */
export const tracer = (): Tracer => trace.getTracer('feaas-host');

/** Notes an error on a span. The message may hold what a caller sent, so it is its name that is noted. */
export function recordError(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Does some work within a span, a child of the one that is active. */
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
