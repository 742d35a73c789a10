import type { Principal } from '../auth/principal.js';

/** An operation as text, with its variables. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An error as GraphQL clients receive it. */
export interface ExecutionError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ExecutionResponse {
  readonly data?: unknown;
  readonly errors?: readonly ExecutionError[];
}

/** Executes one operation for a principal. The result equals that of GraphQL over HTTP. */
export type Execute = (request: GraphQLRequest) => Promise<ExecutionResponse>;

/** A request to another endpoint of the host that passed the checks of GraphQL. */
export interface AdmittedRequest {
  readonly principal: Principal;
  /** Counts this many reads in the rate limits. @throws RateLimitedError */
  charge(messages: number): Promise<void>;
  /**
   * Reads the body within the limits of GraphQL. The body counts as held in memory until `answer` completes.
   * @throws BodyRefusedError, RateLimitedError
   */
  receive(answer: (body: Buffer<ArrayBuffer>) => Promise<void>): Promise<void>;
  /** Executes an operation for the principal. Each operation has its own cost budget and counts in the rate limits. */
  readonly execute: Execute;
}
