/** What may be sent again is: queries, and writes that carry a key, by which the backend does them once. */
import { ApolloLink } from '@apollo/client/link';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { retryAfterOf, isTransient } from '../transient-errors';

/** Milliseconds before the first repetition, and the most between two. */
const FIRST = 300;
const LONGEST = 10_000;
/** How often an operation is sent before its failure is told: some seconds, in which a host is started again. */
const ATTEMPTS = 6;

/**
 * Milliseconds until the next attempt: later each time, never all at once, and not before the backend wants it.
 * @param random from 0 to 1: jitter
 */
export const delayOf = (failures: number, error: unknown, random = Math.random()): number =>
  Math.max(
    Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.5 + random / 2),
    retryAfterOf(error) * 1000 * (1 + random / 4),
  );

const isSafe = ({ operationType, variables }: ApolloLink.Operation): boolean =>
  operationType === OperationTypeNode.QUERY ||
  (operationType === OperationTypeNode.MUTATION && typeof variables['idempotencyKey'] === 'string');

export const retryLink = (attempts = ATTEMPTS, delay: (failures: number, error: unknown) => number = delayOf) =>
  new RetryLink({
    attempts: (failures, operation, error) => failures < attempts && isSafe(operation) && isTransient(error),
    delay: (failures, _operation, error) => delay(failures, error),
  });
