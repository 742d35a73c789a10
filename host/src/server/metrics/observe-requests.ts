import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { requestFieldsOf } from '../../lib/request-fields.js';
import { printable } from '../http/response.js';
import { withoutPreviewToken } from '../http/preview-path.js';
import type { Metrics } from './metrics.js';

/** Called for every request before its response. */
export type Observe = (request: IncomingMessage, response: ServerResponse) => void;

export interface ObserveOptions {
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  readonly stopping?: () => boolean;
}

/**
 * Logs and counts each request after its response, or after the client disconnects. Every response has `x-request-id`:
 * the proxy's value if it is valid, otherwise a new one. Query strings are never logged.
 */
export function observeRequests({ logger, metrics, stopping }: ObserveOptions): Observe {
  return (request, response) => {
    const startTime = performance.now();
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    const path = pathOf(request.url);
    const method = request.method ?? 'GET';
    const id = requestIdOf(request);
    const traceId = trace.getActiveSpan()?.spanContext().traceId;
    response.setHeader('x-request-id', id);

    response.once('close', () => {
      const milliseconds = performance.now() - startTime;
      const { statusCode: status } = response;
      metrics?.request(method, path, status, milliseconds);
      if (!logger) return;
      const line = {
        id,
        method: printable(method),
        path: printable(withoutPreviewToken(path)),
        status,
        ms: Math.round(milliseconds * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        ...(traceId ? { trace_id: traceId } : {}),
        ...requestFieldsOf(request),
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      // A stopping host is not an error.
      if (status >= 500 && !(stopping?.() && path === '/readyz')) logger.error(line, 'request');
      else logger.info(line, 'request');
    });
  };
}

/** The encoded path without query. For an absolute target, only its path. */
function pathOf(target: string | undefined): string {
  const path = (target ?? '/').replace(/[?#].*$/s, '');
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}

function requestIdOf(request: IncomingMessage): string {
  const requestId = request.headers['x-request-id'];
  return typeof requestId === 'string' && /^[\w.:-]{1,64}$/.test(requestId) ? requestId : randomUUID();
}
