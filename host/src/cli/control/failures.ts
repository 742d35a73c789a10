import {
  BadInputError,
  ConflictError,
  DomainError,
  ForbiddenError,
  KeyReusedError,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
} from '../../domain/failures.js';
import { HostError } from '../../errors.js';

/** An error on its way through the control socket. */
export interface WireFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Undefined for a fault of the host's own, which only its log may tell of. */
export function toWire(error: unknown): WireFailure | undefined {
  if (error instanceof HostError) return { code: HOST, message: error.message, details: {} };
  if (!(error instanceof DomainError)) return undefined;
  const details = error instanceof ConflictError ? { ...error.details, subject: error.subject } : error.details;
  return { code: error.code, message: error.message, details };
}

/** The same error again, of the class that callers look for. */
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
    default:
      return new HostError(message);
  }
}

const HOST = 'HOST';
