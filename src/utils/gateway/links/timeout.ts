/** Every answer has to be whole within the time-out; subscriptions are watched elsewhere, and uploads by who waits for them. */
import { ApolloLink } from '@apollo/client/link';
import { OperationTypeNode } from 'graphql';
import { catchError, throwError } from 'rxjs';
import { RequestTimeoutError } from '../errors';
import { isUpload } from './http';

/** Names of what a request fails with when its signal ends it. */
const ENDED = /^(?:TimeoutError|AbortError)$/;

/** @param seconds for one attempt, to its last byte */
export const timeoutLink = (seconds: number, url: string): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.SUBSCRIPTION && !isUpload(operation)) {
      const signal = AbortSignal.timeout(seconds * 1000);
      operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, signal } }));
    }
    return forward(operation).pipe(
      catchError((error: unknown) => {
        // Who uploads may change their mind; that is no time-out.
        const ended = error instanceof Error && ENDED.test(error.name) && !isUpload(operation);
        return throwError(() => (ended ? new RequestTimeoutError(seconds, { url, cause: error }) : error));
      }),
    );
  });
