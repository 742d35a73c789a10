import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HostResponse } from './response.js';
import { parseTarget } from './target.js';

/** One request, as far as the host cares about it. */
export interface RequestContext {
  readonly method: string;
  /** The path as it was sent, still encoded: for messages only. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The path's decoded, harmless names; an empty last one if the path ends with a slash. */
  readonly names: readonly string[];
  /** Why the path is not acceptable, if it is not. */
  readonly refused: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The connection it came by, for the address of the client. */
  readonly socket: IncomingMessage['socket'];
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** One route or middleware: an answer, or undefined to leave the request to the next. */
export type Handler = (exchange: RequestContext) => HostResponse | undefined | Promise<HostResponse | undefined>;

export function createRequestContext(request: IncomingMessage, aborted: AbortController): RequestContext {
  const url = request.url ?? '/';
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return {
    method: request.method ?? 'GET',
    headers: request.headers,
    socket: request.socket,
    // Made when it is asked for: few requests do, and it takes as long as a small answer.
    get signal() {
      return aborted.signal;
    },
    query,
    ...parseTarget(url),
  };
}
