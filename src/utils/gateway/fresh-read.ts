/** Reads of the backend's state at a moment after they were asked for, and the variables that lists have in common. */
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { CatalogRequest } from './catalog/catalog';
import { stripTypename } from './strip-typename';

/**
 * Options of such a query. Apollo would otherwise answer it with an equal query that is still under way, which may have been read
 * before the change that this one was asked for.
 */
export const FRESH_READ = { fetchPolicy: 'network-only', context: { queryDeduplication: false } } as const;

/** The data of a query. Its entries are in the client's cache by their ids, so others see what changed. */
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

/** Which page of a list is read, and what its items are searched for. */
export const pageVariables = ({ search, after }: CatalogRequest, first: number) => ({
  ...{ search: search?.trim() || null, first, after: after ?? null },
});
