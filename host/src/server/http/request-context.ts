import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HostResponse } from './response.js';
import { parseTarget } from './target.js';

/** The relevant parts of a request. */
export interface RequestContext {
  readonly method: string;
  /** The encoded path, for messages only. */
  readonly path: string;
  /** The encoded query, without the question mark. */
  readonly query: string;
  /** The decoded and validated segments of the path. The last one is empty if the path ends with a slash. */
  readonly names: readonly string[];
  /** Why the path is invalid; undefined if it is valid. */
  readonly refused: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The socket of the request, for the client's address. */
  readonly socket: IncomingMessage['socket'];
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A route or middleware. Returns a response, or undefined to pass the request to the next handler. */
export type Handler = (exchange: RequestContext) => HostResponse | undefined | Promise<HostResponse | undefined>;

export function createRequestContext(request: IncomingMessage, aborted: AbortController): RequestContext {
  const url = request.url ?? '/';
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return {
    method: request.method ?? 'GET',
    headers: request.headers,
    socket: request.socket,
    // Created on demand: few requests need it, and it takes as long as a small response.
    get signal() {
      return aborted.signal;
    },
    query,
    ...parseTarget(url),
  };
}
