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
const PATIENCE = 20;

/** Failures that pass by themselves, and answers that were damaged on the way. */
const PASSING = [
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

const WITH_A_WISH = [RateLimitedError, ServiceUnavailableError, ResponseStatusError];

/** Seconds that the backend asks to wait for. */
export const askedToWait = (error: unknown): number =>
  WITH_A_WISH.some((kind) => error instanceof kind) ? ((error as RateLimitedError).retryAfter ?? 0) : 0;

/** Whether a failure may be gone the next time. */
export function passes(error: unknown): boolean {
  if (askedToWait(error) > PATIENCE) return false;
  if (error instanceof ResponseStatusError) {
    const { status = 0 } = error;
    return status >= 500 ? status !== 501 : [408, 425, 429].includes(status);
  }
  return PASSING.some((kind) => error instanceof kind);
}
