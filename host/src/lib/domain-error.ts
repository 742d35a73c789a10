/** Errors that the host reports to clients. GraphQL returns their code in `extensions.code`. */

export abstract class DomainError extends Error {
  abstract readonly code: string;
  /** Further `extensions`. */
  get details(): Readonly<Record<string, unknown>> {
    return {};
  }
}

/** Another write was first, so nothing changed. `current` is the current state, for merging. */
export class ConflictError<Current = unknown> extends DomainError {
  readonly code = 'CONFLICT';
  constructor(
    readonly subject: string,
    readonly expected: number,
    readonly current: Current & { revision: number },
  ) {
    super(
      `${subject} is at revision ${current.revision}, not ${expected}: nothing changed. Read it again, then retry with the current revision.`,
    );
  }
  override get details(): Readonly<Record<string, unknown>> {
    return { expected: this.expected, current: this.current };
  }
}

export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';
}

/** An invalid argument. The message names it and its value. */
export class BadInputError extends DomainError {
  readonly code = 'BAD_USER_INPUT';
  constructor(
    message: string,
    readonly argument: string,
  ) {
    super(message);
  }
  override get details(): Readonly<Record<string, unknown>> {
    return { argument: this.argument };
  }
}

/** A dependency is temporarily unavailable. A running write may have succeeded nevertheless. */
export class UnavailableError extends DomainError {
  readonly code = 'SERVICE_UNAVAILABLE';
  /** Seconds after which to retry. */
  readonly retryAfter = 5;
  override get details(): Readonly<Record<string, unknown>> {
    return { retryAfter: this.retryAfter };
  }
}

/** The database is unreachable, or does not respond. */
export const databaseUnavailable = (cause?: unknown): UnavailableError =>
  new UnavailableError('The database does not answer: try again in a few seconds.', { cause });

/** The disk of the blob store is full, or the store cannot be reached. */
export const storeUnavailable = (cause: unknown): UnavailableError =>
  new UnavailableError('The store of files failed: try again in a few seconds.', { cause });

/** The idempotency key belongs to a different write. */
export class KeyReusedError extends DomainError {
  readonly code = 'IDEMPOTENCY_KEY_REUSED';
}

export class ForbiddenError extends DomainError {
  readonly code = 'FORBIDDEN';
}

export class UnauthenticatedError extends DomainError {
  readonly code = 'UNAUTHENTICATED';
}

/** A limit was exceeded. */
export class RateLimitedError extends DomainError {
  readonly code = 'RATE_LIMITED';
  /** @param retryAfter seconds */
  constructor(
    readonly retryAfter: number,
    readonly what = 'operations',
  ) {
    super(`Too many ${what}: try again in ${retryAfter} s.`);
  }
  override get details(): Readonly<Record<string, unknown>> {
    return { retryAfter: this.retryAfter };
  }
}
