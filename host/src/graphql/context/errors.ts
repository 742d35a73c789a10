/** Errors as clients receive them: domain errors in full; for all others, an id that is in the log. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { BlobStoreError } from '../../storage/blob-store.js';
import {
  ConflictError,
  DomainError,
  RateLimitedError,
  storeUnavailable,
  UnavailableError,
} from '../../lib/domain-error.js';
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

/** Names of arguments that differ between the host's code and the GraphQL schema. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  key: 'idempotencyKey',
  expected: 'expectedRevision',
  bytes: 'file',
};

/**
 * Creates a function that converts any thrown value to an error for clients. No response has status 500: a failed
 * operation is a valid response, and intermediaries retry a 500.
 */
export function createMask(log: Log): (error: unknown) => GraphQLError {
  return (error) => {
    const thrown = error instanceof GraphQLError ? originalOf(error) : error;
    const cause = thrown instanceof BlobStoreError ? loggedStoreFailure(thrown, log) : thrown;
    const location = error instanceof GraphQLError ? locationOf(error) : {};
    if (cause instanceof DomainError) {
      const http = httpOf(cause);
      const extensions = { code: cause.code, ...detailsOf(cause), ...(http && { http }) };
      return new GraphQLError(cause.message, { ...location, extensions });
    }
    // The outer error has the location, the inner one was created for clients. So both may be returned.
    if (error instanceof GraphQLError && cause instanceof GraphQLError) return withCode(error);
    if (cause instanceof SyntaxError && cause === error) {
      return new GraphQLError('The JSON in the request is not valid. Correct it.', { extensions: BAD_REQUEST });
    }
    const id = randomUUID();
    log.error(`GraphQL error ${id}.`, cause);
    if (error instanceof GraphQLError) {
      const extensions = { code: 'INTERNAL_SERVER_ERROR', id, http: { status: 200 } };
      return new GraphQLError(`Internal error. Ask the operator for ${id} in the host's log.`, {
        ...location,
        extensions,
      });
    }
    // Errors of resolvers have a location. Others come from parsing the request.
    const extensions = { code: 'BAD_REQUEST', id, http: { status: 400 } };
    return new GraphQLError(`The request is not valid. Ask the operator for ${id} in the host's log.`, { extensions });
  };
}

/** The request may be retried, and the log has the reason. */
function loggedStoreFailure(error: BlobStoreError, log: Log): UnavailableError {
  log.error('The blob store failed.', error);
  return storeUnavailable(error);
}

const BAD_REQUEST = Object.freeze({ code: 'BAD_REQUEST', http: { status: 400 } });

/** The innermost thrown error; a GraphQLError if it was created as one. */
function originalOf(error: GraphQLError): unknown {
  let inner: unknown = error;
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError;
  return inner;
}

const locationOf = ({ nodes, source, positions, path }: GraphQLError) => ({ nodes, source, positions, path });

/** Completes errors of GraphQL and of plugins with a code. Too long batches get 400, as for all limits. */
function withCode(error: GraphQLError): GraphQLError {
  const { extensions } = error;
  const http = (extensions['http'] ?? {}) as { status?: number; spec?: boolean };
  // An error with nodes is about a value in the query; others are about the request.
  extensions['code'] ??= http.status === 403 ? 'FORBIDDEN' : error.nodes ? 'BAD_USER_INPUT' : 'BAD_REQUEST';
  // A code of Yoga that is not in the schema.
  if (extensions['code'] === 'OPERATION_RESOLUTION_FAILURE') extensions['code'] = 'BAD_REQUEST';
  if (extensions['code'] === 'BAD_REQUEST') {
    // `spec` sends 200 for errors of a query to clients of application/json, but this request is invalid.
    const status = http.status === undefined || http.status === 413 ? 400 : http.status;
    extensions['http'] = { ...http, status, spec: false };
  }
  // The original error has internals of the host.
  delete extensions['originalError'];
  return error;
}

interface Http {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly spec?: boolean;
}

/** Status and headers of the response; undefined for the defaults. */
function httpOf(error: DomainError): Http | undefined {
  if (error instanceof RateLimitedError) {
    return { status: 429, headers: { 'retry-after': String(error.retryAfter) } };
  }
  if (error instanceof UnavailableError) {
    // `spec`: clients that accept application/json get 200 for an executed operation, whatever its result.
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

/** The current state, for merging, with the names of the GraphQL schema. */
function stateOf(current: object): unknown {
  if ('view' in current) return versionState(current as Version);
  if ('css' in current) return stylesheetState(current as Stylesheet);
  return 'publishedAt' in current ? releaseState(current as Release) : current;
}
