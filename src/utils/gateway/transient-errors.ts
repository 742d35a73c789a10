/** Classifies transient errors; separate from the client, for code that has none. */
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

/** In seconds: an operation is not retried if the server asks to wait longer. */
const MAX_RETRY_AFTER = 20;

/** Failures that are transient, and corrupted responses. */
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

/** Returns the seconds that the backend asks to wait. */
export const retryAfterOf = (error: unknown): number =>
  ERRORS_WITH_RETRY_AFTER.some((kind) => error instanceof kind) ? ((error as RateLimitedError).retryAfter ?? 0) : 0;

/** Whether an error is transient. */
export function isTransient(error: unknown): boolean {
  if (retryAfterOf(error) > MAX_RETRY_AFTER) return false;
  if (error instanceof ResponseStatusError) {
    const { status = 0 } = error;
    return status >= 500 ? status !== 501 : [408, 425, 429].includes(status);
  }
  return TRANSIENT_ERRORS.some((kind) => error instanceof kind);
}
