/** Fails a request without a complete response within the timeout. Subscriptions have their own check; the caller aborts uploads. */
import { ApolloLink } from '@apollo/client/link';
import { OperationTypeNode } from 'graphql';
import { catchError, throwError } from 'rxjs';
import { RequestTimeoutError } from '../errors';
import { isUpload } from './http';

/** Names of the errors of a request that its signal has aborted. */
const ABORTED = /^(?:TimeoutError|AbortError)$/;

/** @param seconds for one attempt, up to its last byte */
export const timeoutLink = (seconds: number, url: string): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.SUBSCRIPTION && !isUpload(operation)) {
      const signal = AbortSignal.timeout(seconds * 1000);
      operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, signal } }));
    }
    return forward(operation).pipe(
      catchError((error: unknown) => {
        // An upload is aborted by its caller, which is no timeout.
        const isTimeout = error instanceof Error && ABORTED.test(error.name) && !isUpload(operation);
        return throwError(() => (isTimeout ? new RequestTimeoutError(seconds, { url, cause: error }) : error));
      }),
    );
  });
