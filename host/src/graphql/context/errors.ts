/** What clients see of errors: what the domain refuses, in full; of anything else, an id that is in the log. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { BlobStoreError } from '../../storage/blob-store.js';
import { ConflictError, DomainError, RateLimitedError, UnavailableError } from '../../lib/domain-error.js';
import type { Stylesheet, Version } from '../../content/model.js';
import type { Release } from '../../content/release.js';
import type { Log } from '../../lib/log.js';
import { releaseState, stylesheetState, versionState } from './conflict-payload.js';

export { RateLimitedError } from '../../lib/domain-error.js';

/** The operation took too long. */
export class TimeoutError extends DomainError {
  readonly code = 'TIMEOUT';
}

/** The request itself is wrong. */
export class BadRequestError extends DomainError {
  readonly code = 'BAD_REQUEST';
}

/** Names of arguments inside the host, where the interface has others. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  key: 'idempotencyKey',
  expected: 'expectedRevision',
  bytes: 'file',
};

/**
 * A function that turns whatever was thrown into what a client may see. No answer has the status 500: an operation that
 * failed is an answer too, and intermediaries retry a 500.
 */
export function createMask(log: Log): (error: unknown) => GraphQLError {
  return (error) => {
    const thrown = error instanceof GraphQLError ? originalOf(error) : error;
    const cause = thrown instanceof BlobStoreError ? storeUnavailable(thrown, log) : thrown;
    const place = error instanceof GraphQLError ? locationOf(error) : {};
    if (cause instanceof DomainError) {
      const http = httpOf(cause);
      const extensions = { code: cause.code, ...detailsOf(cause), ...(http && { http }) };
      return new GraphQLError(cause.message, { ...place, extensions });
    }
    // The outer one says where; the inner one was made for clients, so both are for them.
    if (error instanceof GraphQLError && cause instanceof GraphQLError) return withCode(error);
    if (cause instanceof SyntaxError && cause === error) {
      return new GraphQLError('The JSON in the request is not valid. Correct it.', { extensions: BAD_REQUEST });
    }
    const id = randomUUID();
    log.error(`GraphQL error ${id}.`, cause);
    if (error instanceof GraphQLError) {
      const extensions = { code: 'INTERNAL_SERVER_ERROR', id, http: { status: 200 } };
      return new GraphQLError(`Internal error. Ask the operator for ${id} in the host's log.`, {
        ...place,
        extensions,
      });
    }
    // Resolvers' errors have a place. What has none comes from reading the request.
    const extensions = { code: 'BAD_REQUEST', id, http: { status: 400 } };
    return new GraphQLError(`The request is not valid. Ask the operator for ${id} in the host's log.`, { extensions });
  };
}

/** The disk of the blobs is full, or their store can not be reached: it may be tried again, and the log says why. */
function storeUnavailable(error: BlobStoreError, log: Log): UnavailableError {
  log.error('The blob store failed.', error);
  return new UnavailableError('The store of files failed: try again in a few seconds.');
}

const BAD_REQUEST = Object.freeze({ code: 'BAD_REQUEST', http: { status: 400 } });

/** Innermost error that was thrown; a GraphQLError if it was made as one. */
function originalOf(error: GraphQLError): unknown {
  let inner: unknown = error;
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError;
  return inner;
}

const locationOf = ({ nodes, source, positions, path }: GraphQLError) => ({ nodes, source, positions, path });

/** Errors of GraphQL and of plugins: each gets a code, and 400 where a batch is too long, so that every limit answers alike. */
function withCode(error: GraphQLError): GraphQLError {
  const { extensions } = error;
  const http = (extensions['http'] ?? {}) as { status?: number; spec?: boolean };
  // What points into the query is about a value in it; the rest is about the request.
  extensions['code'] ??= http.status === 403 ? 'FORBIDDEN' : error.nodes ? 'BAD_USER_INPUT' : 'BAD_REQUEST';
  // A code of the server's own, which the schema does not name.
  if (extensions['code'] === 'OPERATION_RESOLUTION_FAILURE') extensions['code'] = 'BAD_REQUEST';
  if (extensions['code'] === 'BAD_REQUEST') {
    // `spec` answers 200 to clients that want application/json; right for a query, not for what is no request at all.
    const status = http.status === undefined || http.status === 413 ? 400 : http.status;
    extensions['http'] = { ...http, status, spec: false };
  }
  // What the cause says is the inside of the host.
  delete extensions['originalError'];
  return error;
}

interface Http {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly spec?: boolean;
}

/** Status and headers of the whole answer; undefined for the usual ones. */
function httpOf(error: DomainError): Http | undefined {
  if (error instanceof RateLimitedError) {
    return { status: 429, headers: { 'retry-after': String(error.retryAfter) } };
  }
  if (error instanceof UnavailableError) {
    // `spec`: clients that want application/json get 200 for an operation that was carried out, however it ended.
    return { status: 503, headers: { 'retry-after': String(error.retryAfter) }, spec: true };
  }
  return error instanceof BadRequestError ? { status: 400 } : undefined;
}

export function detailsOf(error: DomainError): Readonly<Record<string, unknown>> {
  const details = error.details;
  if (error instanceof ConflictError) return { ...details, current: stateOf(error.current) };
  const argument = details['argument'];
  return typeof argument === 'string' ? { ...details, argument: ARGUMENTS[argument] ?? argument } : details;
}

/** The state to merge with, under the names of the interface. */
function stateOf(current: object): unknown {
  if ('view' in current) return versionState(current as Version);
  if ('css' in current) return stylesheetState(current as Stylesheet);
  return 'publishedAt' in current ? releaseState(current as Release) : current;
}
