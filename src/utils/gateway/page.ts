/**
 * The connection of a `feaas-context`, as pages see it. Its client is an Apollo Client 4, typed without a package that
 * a page may not have. A page with `@apollo/client` can cast it `as unknown as ApolloClient`.
 */
import type { Auth } from './options';
import type { VersionStore } from './versions/store';

/** A parsed document, as `gateway.document` and Apollo's `gql` return it. */
export interface GraphqlDocument {
  readonly kind: 'Document';
  readonly definitions: readonly unknown[];
}

/** Options of an operation. */
export interface GraphqlOptions {
  readonly variables?: Record<string, unknown>;
  /** Whether the client's cache answers, or the backend. */
  readonly fetchPolicy?: 'cache-first' | 'cache-only' | 'network-only' | 'no-cache';
}

/** Observer of a subscription. */
export interface GraphqlObserver<Data> {
  next?(answer: { readonly data?: Data }): void;
  error?(error: unknown): void;
  complete?(): void;
}

/** Sends operations to the backend. Rejects with the errors of the specification's catalog. */
export interface GraphqlClient {
  query<Data = unknown>(
    options: GraphqlOptions & { readonly query: GraphqlDocument },
  ): Promise<{ readonly data?: Data }>;
  mutate<Data = unknown>(
    options: Pick<GraphqlOptions, 'variables'> & { readonly mutation: GraphqlDocument },
  ): Promise<{ readonly data?: Data }>;
  subscribe<Data = unknown>(
    options: Pick<GraphqlOptions, 'variables'> & { readonly query: GraphqlDocument },
  ): { subscribe(observer: GraphqlObserver<Data>): { unsubscribe(): void } };
}

export interface Gateway {
  /** The edited library. */
  readonly library: string;
  /** For the page's own operations. */
  readonly client: GraphqlClient;
  readonly versions: VersionStore;
  /** Parses a query for the client. @throws GraphQLError for invalid GraphQL */
  readonly document: (text: string) => Promise<GraphqlDocument>;
  /** Sets another user, or a new token of the same one; null if nobody is signed in. @throws TypeError */
  setAuth(auth: Auth | null): void;
  /** The user retries a rejected operation: the page is asked for a token again, even if it had none before. */
  askAgain(): void;
  /** Ends every subscription and operation: `versions` reject with a GatewayClosedError from now on. */
  close(): void;
}
