/**
 * The last link sends operations as requests (specification §7): one POST with operationName, variables, query and
 * extensions. Options are GET for queries, and several queries in one request. A response in parts is
 * `multipart/mixed`.
 */
import { ApolloLink } from '@apollo/client/link';
import { BaseBatchHttpLink } from '@apollo/client/link/batch-http';
import { BaseHttpLink } from '@apollo/client/link/http';
import { OperationTypeNode } from 'graphql';
import type { BatchOptions } from '../options';
import { watchedFetch } from './watched-fetch';

/** Milliseconds to collect queries for one request, and their maximum number (§7). */
const BATCH_INTERVAL = 10;
const BATCH_MAX = 10;

export interface HttpOptions {
  readonly uri: string;
  readonly fetch: typeof fetch;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly useGetForQueries: boolean;
  readonly batch: boolean | BatchOptions;
  /** Seconds of silence after which a subscription is considered disconnected. */
  readonly silence: number;
}

/** The members of an operation's context that determine how it is sent. */
interface RequestContext {
  readonly http?: { readonly accept?: readonly string[] };
  readonly fetchOptions?: RequestInit;
  /** Called when the response of a subscription has begun. */
  readonly opened?: () => void;
  /** Sends the operation instead: it has a file. */
  readonly upload?: typeof fetch;
}

/** Whether an operation has a file: it is sent once, and without a timeout. */
export const isUpload = (operation: ApolloLink.Operation): boolean =>
  !!(operation.getContext() as RequestContext).upload;

/** Whether an operation is sent while its page is closed. */
export const outlivesPage = (operation: ApolloLink.Operation): boolean =>
  !!(operation.getContext() as RequestContext).fetchOptions?.keepalive;

const isQuery = ({ operationType }: ApolloLink.Operation): boolean => operationType === OperationTypeNode.QUERY;

/** Whether a query is sent again with its whole text, which requires a POST. */
const isByPost = (operation: ApolloLink.Operation): boolean =>
  (operation.getContext() as RequestContext).fetchOptions?.method === 'POST';

/** Whether a response comes in parts: it can not be in a batch, which is answered as a whole. */
const isMultipart = (operation: ApolloLink.Operation): boolean =>
  !!(operation.getContext() as RequestContext).http?.accept?.some((type) => type.startsWith('multipart/'));

export function httpLink({ uri, fetch, headers, useGetForQueries, batch, silence }: HttpOptions): ApolloLink {
  const single = new BaseHttpLink({ uri, fetch, headers });
  const subscription = new ApolloLink((operation) => {
    const { opened } = operation.getContext() as RequestContext;
    return new BaseHttpLink({ uri, headers, fetch: watchedFetch(fetch, silence, opened) }).request(
      operation,
      noForward,
    );
  });
  const { interval = BATCH_INTERVAL, max = BATCH_MAX } = batch === true || batch === false ? {} : batch;
  const batched = batch
    ? new BaseBatchHttpLink({ uri, fetch, headers, batchInterval: interval, batchMax: max, batchHybridRequests: true })
    : single;

  return new ApolloLink((operation) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return subscription.request(operation, noForward);
    const { upload } = operation.getContext() as RequestContext;
    if (upload) return new BaseHttpLink({ uri, headers, fetch: upload }).request(operation, noForward);
    // A mutation is not batched: it does not wait for others, and its body may be large.
    if (!isQuery(operation)) return single.request(operation, noForward);
    if (useGetForQueries && !isByPost(operation)) {
      operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, method: 'GET' } }));
      return single.request(operation, noForward);
    }
    return (isMultipart(operation) ? single : batched).request(operation, noForward);
  });
}

const noForward: ApolloLink.ForwardFunction = () => {
  throw new Error('the last link has none after it');
};
