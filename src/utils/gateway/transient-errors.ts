/** Which failures pass by themselves; apart from the client, for who reacts to them without having one. */
import {
  BatchLengthError,
  EmptyResponseError,
  InterruptedError,
  MissingResponseError,
  NetworkError,
  OperationTimeoutError,
  RateLimitedError,
  RequestTimeoutError,
  ResponseParseError,
  ResponseStatusError,
  ServiceUnavailableError,
} from './errors';

/** Seconds: a server that wants to be left alone for longer is not waited for. */
const MAX_RETRY_AFTER = 20;

/** Failures that pass by themselves, and answers that were damaged on the way. */
const TRANSIENT_ERRORS = [
  NetworkError,
  InterruptedError,
  RequestTimeoutError,
  EmptyResponseError,
  ResponseParseError,
  MissingResponseError,
  BatchLengthError,
  OperationTimeoutError,
  RateLimitedError,
  ServiceUnavailableError,
];

const ERRORS_WITH_RETRY_AFTER = [RateLimitedError, ServiceUnavailableError, ResponseStatusError];

/** Seconds that the backend asks to wait for. */
export const retryAfterOf = (error: unknown): number =>
  ERRORS_WITH_RETRY_AFTER.some((kind) => error instanceof kind) ? ((error as RateLimitedError).retryAfter ?? 0) : 0;

/** Whether a failure may be gone the next time. */
export function isTransient(error: unknown): boolean {
  if (retryAfterOf(error) > MAX_RETRY_AFTER) return false;
  if (error instanceof ResponseStatusError) {
    const { status = 0 } = error;
    return status >= 500 ? status !== 501 : [408, 425, 429].includes(status);
  }
  return TRANSIENT_ERRORS.some((kind) => error instanceof kind);
}
