/** Retries what is safe to repeat: queries, and mutations with an idempotency key, which the backend executes once. */
import { ApolloLink } from '@apollo/client/link';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { retryAfterOf, isTransient } from '../transient-errors';

/** Milliseconds before the first retry, and their maximum between two. */
const FIRST_DELAY = 300;
const MAX_DELAY = 10_000;
/** Maximum number of attempts of an operation: they take some seconds, in which a host can restart. */
const MAX_ATTEMPTS = 6;

/**
 * Returns the milliseconds until the next attempt: exponential with jitter, and not before the backend's `Retry-After`.
 * @param random from 0 to 1: jitter
 */
export const delayOf = (failures: number, error: unknown, random = Math.random()): number =>
  Math.max(
    Math.min(FIRST_DELAY * 2 ** (failures - 1), MAX_DELAY) * (0.5 + random / 2),
    retryAfterOf(error) * 1000 * (1 + random / 4),
  );

const isSafe = ({ operationType, variables }: ApolloLink.Operation): boolean =>
  operationType === OperationTypeNode.QUERY ||
  (operationType === OperationTypeNode.MUTATION && typeof variables['idempotencyKey'] === 'string');

export const retryLink = (attempts = MAX_ATTEMPTS, delay: (failures: number, error: unknown) => number = delayOf) =>
  new RetryLink({
    attempts: (failures, operation, error) => failures < attempts && isSafe(operation) && isTransient(error),
    delay: (failures, _operation, error) => delay(failures, error),
  });
