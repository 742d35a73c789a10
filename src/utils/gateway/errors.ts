/**
 * The GraphQL errors of the error catalog (specification §8), and the errors of the backend.
 * Each has its own class, so that the editor can handle it.
 * All are FeaasErrors: `name` identifies the kind; `status` and `url` are set if there was a response.
 */
import { FeaasError, type ErrorDetails } from '../../global/errors';
import type { Version } from './versions/store';

/** Details of a response, if there was one. */
export interface ResponseDetails extends ErrorDetails {
  /** Body of the response as text. */
  bodyText?: string;
}

/**
 * There was no usable response.
 * @public
 */
export class GatewayError extends FeaasError {
  /** Body of the response as text, if there was one. */
  readonly bodyText?: string;
  constructor(name: string, message: string, { bodyText, ...details }: ResponseDetails = {}) {
    super(name, message, details);
    if (bodyText !== undefined) this.bodyText = bodyText;
  }
}

/** A response that is not OK; `status` and `bodyText` are its own (§8). */
export class ResponseStatusError extends GatewayError {
  /** Seconds that the server asks to wait (`Retry-After`). */
  readonly retryAfter?: number;
  constructor(status: number, { retryAfter, ...details }: ResponseDetails & { retryAfter?: number } = {}) {
    super('ResponseStatusError', `Response not successful: Received status code ${status}`, { ...details, status });
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** A body with neither data nor errors (§8). */
export class MissingResponseError extends GatewayError {
  constructor(query: string, details?: ResponseDetails) {
    super('MissingResponseError', `Server response was missing for query '${query}'.`, details);
  }
}

/** A body that is not JSON; the message is the parser's (§8). */
export class ResponseParseError extends GatewayError {
  constructor(message: string, details: ResponseDetails) {
    super('ResponseParseError', message, details);
  }
}

/** An empty body. */
export class EmptyResponseError extends GatewayError {
  constructor(details: ResponseDetails) {
    super('EmptyResponseError', 'Response is empty', { ...details, bodyText: '' });
  }
}

/** A part of a multipart response that is not JSON (§8). */
export class PatchTypeError extends GatewayError {
  constructor(details?: ResponseDetails) {
    super('PatchTypeError', 'Unsupported patch content type: use application/json', details);
  }
}

/** The response to a batch does not have one result for each of its queries. */
export class BatchLengthError extends GatewayError {
  constructor(message: string, details?: ResponseDetails) {
    super('BatchLengthError', message, details);
  }
}

/** There was no response: the network or the server is down. */
export class NetworkError extends GatewayError {
  constructor(details: ResponseDetails) {
    super('NetworkError', 'The backend does not respond', details);
  }
}

/** The response ended early. */
export class InterruptedError extends GatewayError {
  constructor(details: ResponseDetails) {
    super('InterruptedError', 'The answer stopped before its end', details);
  }
}

/** There was no complete response within the timeout. */
export class RequestTimeoutError extends GatewayError {
  /** @param seconds the timeout */
  constructor(seconds: number, details?: ResponseDetails) {
    super('RequestTimeoutError', `The backend did not answer within ${seconds} s`, details);
  }
}

/** The gateway was closed before the response arrived, or before the request was sent. A write may have happened anyway. */
export class GatewayClosedError extends GatewayError {
  constructor(details?: ResponseDetails) {
    super('GatewayClosedError', 'The connection to the backend ended', details);
  }
}

/** A query with `@client` fields, which no server has (§8). */
export class ClientOnlyQueryError extends FeaasError {
  constructor(query: string) {
    const problem = `Trying to send a client-only query to the server: '${query}' has fields with @client.`;
    super('ClientOnlyQueryError', `${problem} Leave them out.`);
  }
}

/** One error of a GraphQL response. */
export interface ErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface OperationErrorDetails extends ErrorDetails {
  /** All errors of the response; the first one determines the class. */
  readonly errors: readonly ErrorEntry[];
  /** The data beside the errors. */
  readonly data?: unknown;
}

/** The backend returned errors; those with a known code have their own class below. */
export class OperationError extends FeaasError {
  readonly errors: readonly ErrorEntry[];
  /** `extensions.code` of the first error. */
  readonly code?: string;
  /** The data beside the errors; null if there is none. */
  readonly data: unknown;
  constructor(name: string, { errors, data, ...details }: OperationErrorDetails) {
    // Without a message, the whole error may help the reader of a log.
    super(name, errors[0]?.message || JSON.stringify(errors[0]) || '', details);
    this.errors = errors;
    this.data = data ?? null;
    const code = errors[0]?.extensions?.['code'];
    if (typeof code === 'string') this.code = code;
  }
  protected extension(name: string): unknown {
    return this.errors[0]?.extensions?.[name];
  }
}

/** A response with partial data: `data` has it, and `errors` explain why the rest is null, by `path`. */
export class PartialDataError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('PartialDataError', details);
  }
}

/** `PERSISTED_QUERY_NOT_FOUND` or `PERSISTED_QUERY_NOT_SUPPORTED` of a query that was sent with its text (§8). */
export class PersistedQueryError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('PersistedQueryError', details);
  }
}

/** Another writer was faster, and nothing changed. */
export class ConflictError<Current = Version> extends OperationError {
  /** The revision that the writer expected. */
  readonly expected: number;
  /** The current state, to merge with. */
  readonly current: Current & { readonly revision: number };
  constructor(details: OperationErrorDetails) {
    super('ConflictError', details);
    this.expected = Number(this.extension('expected'));
    this.current = withNames(
      this.extension('current') as Current & { readonly revision: number; readonly id?: string },
    );
  }
}

/** Adds library and component, which a conflict omits, since they are in the version's id. */
function withNames<State extends { readonly id?: string }>(state: State): State {
  const [library, component, name] = String(state.id).split('/');
  return name === undefined ? state : { ...state, library, component: `${library}/${component}` };
}

/** The token is missing, invalid or expired. */
export class UnauthenticatedError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('UnauthenticatedError', details);
  }
}

/** The caller's role is insufficient. */
export class ForbiddenError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('ForbiddenError', details);
  }
}

/** The object does not exist, or the caller may not see it. */
export class NotFoundError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('NotFoundError', details);
  }
}

/** A rejected position in markup or in a stylesheet. */
export interface Problem {
  readonly path?: string;
  /** Starts at 1. */
  readonly line?: number;
  readonly column?: number;
  readonly problem: string;
}

/** An invalid argument; `argument` is its name, and `problems` lists every rejected position in markup. */
export class BadInputError extends OperationError {
  readonly argument?: string;
  readonly problems: readonly Problem[];
  constructor(details: OperationErrorDetails) {
    super('BadInputError', details);
    const argument = this.extension('argument');
    if (typeof argument === 'string') this.argument = argument;
    const problems = this.extension('problems');
    this.problems = Array.isArray(problems) ? (problems as readonly Problem[]) : [];
  }
}

/** The idempotency key was used for another write. */
export class KeyReusedError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('KeyReusedError', details);
  }
}

/** Returns the seconds to wait; 1 if the backend does not specify them. */
const secondsIn = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 1);

/** Too many operations. */
export class RateLimitedError extends OperationError {
  /** Seconds to wait. */
  readonly retryAfter: number;
  constructor(details: OperationErrorDetails) {
    super('RateLimitedError', details);
    this.retryAfter = secondsIn(this.extension('retryAfter'));
  }
}

/** The backend has to wait for something else. A write may still have happened: repeat it with its key. */
export class ServiceUnavailableError extends OperationError {
  /** Seconds to wait. */
  readonly retryAfter: number;
  constructor(details: OperationErrorDetails) {
    super('ServiceUnavailableError', details);
    this.retryAfter = secondsIn(this.extension('retryAfter'));
  }
}

/** The backend took too long. A write may still happen: it is safe to repeat it with its key. */
export class OperationTimeoutError extends OperationError {
  constructor(details: OperationErrorDetails) {
    super('OperationTimeoutError', details);
  }
}

/** An internal error of the backend; `id` is in its log. */
export class BackendFaultError extends OperationError {
  readonly id?: string;
  constructor(details: OperationErrorDetails) {
    super('BackendFaultError', details);
    const id = this.extension('id');
    if (typeof id === 'string') this.id = id;
  }
}

type Refusal = new (details: OperationErrorDetails) => OperationError;

/** Class of each `extensions.code`; other errors are plain OperationErrors. */
const CLASSES: Readonly<Record<string, Refusal>> = Object.freeze({
  CONFLICT: ConflictError,
  UNAUTHENTICATED: UnauthenticatedError,
  FORBIDDEN: ForbiddenError,
  NOT_FOUND: NotFoundError,
  BAD_USER_INPUT: BadInputError,
  IDEMPOTENCY_KEY_REUSED: KeyReusedError,
  RATE_LIMITED: RateLimitedError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  TIMEOUT: OperationTimeoutError,
  INTERNAL_SERVER_ERROR: BackendFaultError,
  PERSISTED_QUERY_NOT_FOUND: PersistedQueryError,
  PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryError,
});

/** Returns the error of a response with errors. */
export function toOperationError(details: OperationErrorDetails): OperationError {
  const { errors, data } = details;
  if (data !== null && data !== undefined && Object.values(data).some((value) => value !== null)) {
    return new PartialDataError(details);
  }
  const { code, current } = errors[0]?.extensions ?? {};
  const found = typeof code === 'string' && Object.hasOwn(CLASSES, code) ? CLASSES[code] : undefined;
  // Without a current state, there is nothing to merge with.
  if (found === ConflictError && typeof (current as { revision?: unknown } | null | undefined)?.revision !== 'number')
    return new OperationError('OperationError', details);
  return found ? new found(details) : new OperationError('OperationError', details);
}
