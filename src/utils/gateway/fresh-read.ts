/** Reads that return the backend's state after the call, and the variables that lists have in common. */
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { CatalogRequest } from './catalog/catalog';
import { stripTypename } from './strip-typename';

/**
 * Options of such a query. Otherwise Apollo Client would reuse the response of an equal pending query, which may have
 * been read before the change that this query is about.
 */
export const FRESH_READ = { fetchPolicy: 'network-only', context: { queryDeduplication: false } } as const;

/** Returns the data of a query. Its entries are cached in the client by their ids, so that its watchers are updated. */
export async function freshRead<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  signal?.throwIfAborted();
  const options = { query, variables, ...FRESH_READ };
  const { data } = await client.query<Data>(options as ApolloClient.QueryOptions<Data>);
  signal?.throwIfAborted();
  return stripTypename(data as Data);
}

/** Returns the variables for the page of a list, and for the search in it. */
export const pageVariables = ({ search, after }: CatalogRequest, first: number) => ({
  ...{ search: search?.trim() || null, first, after: after ?? null },
});
