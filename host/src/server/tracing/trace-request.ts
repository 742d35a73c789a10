import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTracing, tracer } from '../../lib/tracing.js';
import { withoutPreviewToken } from '../http/preview-path.js';
import { parseTarget } from '../http/target.js';
import { routeOf } from '../routes/route-name.js';

/**
 * Handles a request within its own span, a child of the one in `traceparent`. The query and the client's address are
 * not recorded.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => Promise<void>,
): Promise<void> {
  if (!isTracing()) return serve();
  const { method = 'GET', headers, url = '/' } = request;
  const path = url.replace(/[?#].*$/s, '');
  const route = routeOf(parseTarget(path).names);
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { 'http.request.method': method, 'http.route': route, 'url.path': withoutPreviewToken(path) };
  const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  response.once('close', () => {
    const { statusCode } = response;
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  return context.with(trace.setSpan(parent, span), serve);
}
