/** What the host refuses, each with the code that GraphQL clients see in `extensions.code`. */

export abstract class DomainError extends Error {
  abstract readonly code: string;
  /** Further `extensions`. */
  get details(): Readonly<Record<string, unknown>> {
    return {};
  }
}

/** Another write was faster: nothing changed; `current` is what there is now, to merge with. */
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

/** An argument that cannot be; the message names it and its value. */
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

/** What an answer needs is away, for a while. A write that was under way may have happened all the same. */
export class UnavailableError extends DomainError {
  readonly code = 'SERVICE_UNAVAILABLE';
  /** Seconds after which to try again. */
  readonly retryAfter = 5;
  override get details(): Readonly<Record<string, unknown>> {
    return { retryAfter: this.retryAfter };
  }
}

/** The database can not be reached, or does not answer. */
export const databaseUnavailable = (cause?: unknown): UnavailableError =>
  new UnavailableError('The database does not answer: try again in a few seconds.', { cause });

/** An idempotency key that belongs to another write. */
export class KeyReusedError extends DomainError {
  readonly code = 'IDEMPOTENCY_KEY_REUSED';
}

export class ForbiddenError extends DomainError {
  readonly code = 'FORBIDDEN';
}

export class UnauthenticatedError extends DomainError {
  readonly code = 'UNAUTHENTICATED';
}

/** Too much at once. */
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
