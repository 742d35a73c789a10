import { BlobStoreError, DamagedBlobError } from '../../storage/blob-store.js';
import {
  BadInputError,
  ConflictError,
  DomainError,
  ForbiddenError,
  KeyReusedError,
  NotFoundError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { formatError } from '../command-line/format-error.js';

/** A serialized error of the admin socket. */
export interface WireFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Serializes an error; undefined for an internal error, which is only logged. */
export function toWire(error: unknown): WireFailure | undefined {
  if (error instanceof HostError) return { code: HOST, message: error.message, details: {} };
  if (error instanceof BlobStoreError) {
    const code = error instanceof DamagedBlobError ? DAMAGED_BLOB : BLOB_STORE;
    return { code, message: error.message, details: { why: formatError(error.cause) } };
  }
  if (!(error instanceof DomainError)) return undefined;
  return { code: error.code, message: error.message, details: { ...error.details, ...argumentsOf(error) } };
}

/** Constructor arguments of the error besides its details. */
function argumentsOf(error: DomainError): Readonly<Record<string, unknown>> {
  if (error instanceof ConflictError) return { subject: error.subject };
  return error instanceof RateLimitedError ? { what: error.what } : {};
}

/** Recreates the error with its class, which callers check. */
export function fromWire({ code, message, details }: WireFailure): Error {
  switch (code) {
    case 'CONFLICT':
      return new ConflictError(
        String(details['subject']),
        Number(details['expected']),
        details['current'] as { revision: number },
      );
    case 'NOT_FOUND':
      return new NotFoundError(message);
    case 'BAD_USER_INPUT':
      return new BadInputError(message, String(details['argument']));
    case 'IDEMPOTENCY_KEY_REUSED':
      return new KeyReusedError(message);
    case 'FORBIDDEN':
      return new ForbiddenError(message);
    case 'UNAUTHENTICATED':
      return new UnauthenticatedError(message);
    case 'SERVICE_UNAVAILABLE':
      return new UnavailableError(message);
    case 'RATE_LIMITED':
      return new RateLimitedError(Number(details['retryAfter']), String(details['what']));
    case BLOB_STORE:
      return new BlobStoreError(message, causeOf(details['why']));
    case DAMAGED_BLOB:
      return new DamagedBlobError(message, causeOf(details['why']));
    default:
      return new HostError(message);
  }
}

/** The cause is transferred as a message, which commands show. */
const causeOf = (text: unknown): ErrorOptions => (typeof text === 'string' ? { cause: new HostError(text) } : {});

const HOST = 'HOST';
const BLOB_STORE = 'BLOB_STORE';
const DAMAGED_BLOB = 'DAMAGED_BLOB';
