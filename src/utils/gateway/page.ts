/**
 * The connection of a `feaas-context` as pages see it. Its client is an Apollo Client 4, of which this tells as much as needs no
 * types of a package that a page may not have; who has `@apollo/client` may take it `as unknown as ApolloClient`.
 */
import type { Auth } from './options';
import type { VersionStore } from './versions/store';

/** A parsed document, as `gateway.document` and Apollo's `gql` give it. */
export interface GraphqlDocument {
  readonly kind: 'Document';
  readonly definitions: readonly unknown[];
}

/** What an operation is asked with. */
export interface GraphqlOptions {
  readonly variables?: Record<string, unknown>;
  /** Whether the client's cache answers, or the backend. */
  readonly fetchPolicy?: 'cache-first' | 'cache-only' | 'network-only' | 'no-cache';
}

/** Hears a subscription's answers. */
export interface GraphqlObserver<Data> {
  next?(answer: { readonly data?: Data }): void;
  error?(error: unknown): void;
  complete?(): void;
}

/** Asks the backend. Rejects with the errors of the specification's catalog. */
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
  /** The library that is edited. */
  readonly library: string;
  /** For operations of one's own. */
  readonly client: GraphqlClient;
  readonly versions: VersionStore;
  /** A query's text as a document for the client. @throws GraphQLError for what is no GraphQL. */
  readonly document: (text: string) => Promise<GraphqlDocument>;
  /** Somebody else asks from now on, or the same with a new token; null for nobody. @throws TypeError */
  setAuth(auth: Auth | null): void;
  /** Somebody tries again what was refused: who was asked for a token in vain may have one by now. */
  askAgain(): void;
  /** Leaves every subscription, and ends what runs: `versions` reject with a GatewayClosedError from now on. */
  close(): void;
}
