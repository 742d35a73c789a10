/**
 * The last link: operations as requests (specification §7). One POST with operationName, variables, query and extensions;
 * GET for queries where that is wanted; several queries in one request where that is; `multipart/mixed` for what
 * comes in parts.
 */
import { ApolloLink } from '@apollo/client/link';
import { BaseBatchHttpLink } from '@apollo/client/link/batch-http';
import { BaseHttpLink } from '@apollo/client/link/http';
import { OperationTypeNode } from 'graphql';
import type { BatchOptions } from '../options';
import { watchedFetch } from './watched-fetch';

/** Milliseconds for which queries wait for one another, and most of them in one request (§7). */
const BATCH_INTERVAL = 10;
const BATCH_MAX = 10;

export interface HttpOptions {
  readonly uri: string;
  readonly fetch: typeof fetch;
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly useGetForQueries: boolean;
  readonly batch: boolean | BatchOptions;
  /** Seconds of silence after which a subscription counts as cut off. */
  readonly silence: number;
}

/** What of an operation's context decides how it is sent. */
interface Sent {
  readonly http?: { readonly accept?: readonly string[] };
  readonly fetchOptions?: RequestInit;
  /** Called when the answer of a subscription has begun. */
  readonly opened?: () => void;
  /** Sends it instead: it holds a file. */
  readonly upload?: typeof fetch;
}

/** Whether an operation holds a file: that is sent once, and takes as long as it takes. */
export const isUpload = (operation: ApolloLink.Operation): boolean => !!(operation.getContext() as Sent).upload;

const isQuery = ({ operationType }: ApolloLink.Operation): boolean => operationType === OperationTypeNode.QUERY;

/** A query that is sent again with its whole text is to be a POST. */
const byPost = (operation: ApolloLink.Operation): boolean =>
  (operation.getContext() as Sent).fetchOptions?.method === 'POST';

/** A batch is answered as a whole, so what comes in parts can not be in one. */
const inParts = (operation: ApolloLink.Operation): boolean =>
  !!(operation.getContext() as Sent).http?.accept?.some((type) => type.startsWith('multipart/'));

export function httpLink({ uri, fetch, headers, useGetForQueries, batch, silence }: HttpOptions): ApolloLink {
  const single = new BaseHttpLink({ uri, fetch, headers });
  const subscription = new ApolloLink((operation) => {
    const { opened } = operation.getContext() as Sent;
    return new BaseHttpLink({ uri, headers, fetch: watchedFetch(fetch, silence, opened) }).request(operation, noMore);
  });
  const { interval = BATCH_INTERVAL, max = BATCH_MAX } = batch === true || batch === false ? {} : batch;
  const batched = batch
    ? new BaseBatchHttpLink({ uri, fetch, headers, batchInterval: interval, batchMax: max, batchHybridRequests: true })
    : single;

  return new ApolloLink((operation) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return subscription.request(operation, noMore);
    const { upload } = operation.getContext() as Sent;
    if (upload) return new BaseHttpLink({ uri, headers, fetch: upload }).request(operation, noMore);
    // A write goes by itself: it waits for nobody, and its body may be large.
    if (!isQuery(operation)) return single.request(operation, noMore);
    if (useGetForQueries && !byPost(operation)) {
      operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, method: 'GET' } }));
      return single.request(operation, noMore);
    }
    return (inParts(operation) ? single : batched).request(operation, noMore);
  });
}

const noMore: ApolloLink.ForwardFunction = () => {
  throw new Error('the last link has none after it');
};
