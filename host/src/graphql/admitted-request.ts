import type { Principal } from '../auth/principal.js';

/** An operation as text, with the values of its variables. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An error as clients of GraphQL see it. */
export interface ExecutionError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ExecutionAnswer {
  readonly data?: unknown;
  readonly errors?: readonly ExecutionError[];
}

/** Executes one operation for a principal. The answer has what GraphQL over HTTP would answer. */
export type Execute = (request: GraphQLRequest) => Promise<ExecutionAnswer>;

/** A request to another endpoint of the host, as GraphQL admitted it. */
export interface AdmittedRequest {
  readonly principal: Principal;
  /** Takes so many reads from the rates. @throws RateLimitedError */
  charge(messages: number): Promise<void>;
  /**
   * Reads the body within the limits of GraphQL. The body counts as held in memory until `answer` is over.
   * @throws BodyRefusedError, RateLimitedError
   */
  receive(answer: (body: Buffer<ArrayBuffer>) => Promise<void>): Promise<void>;
  /** On behalf of the principal. Each operation has its own budget of cost and counts in the rates. */
  readonly execute: Execute;
}
