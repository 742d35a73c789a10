/** The forks of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { FRESH_READ } from '../fresh-read';
import { stripTypename } from '../strip-typename';
import type { Fork, Forks } from './forks';
import { ForksDocument, type ForksQuery } from './operations.generated';

/** Forks on a page: the most that the host gives. */
const PAGE = 100;

export const graphqlForks =
  (client: ApolloClient): Forks =>
  async (library, { order = 'NEWEST', inUse = true, search, originChanged, orphaned, after, signal } = {}) => {
    signal?.throwIfAborted();
    const variables = {
      ...{ library, order, inUse, first: PAGE },
      search: search?.trim() || null,
      originChanged: originChanged ?? null,
      orphaned: orphaned ?? null,
      after: after ?? null,
    };
    // Entries are in the client's cache by their ids: a fork that is reset is changed there, too.
    const { data } = await client.query<ForksQuery>({ query: ForksDocument, variables, ...FRESH_READ });
    signal?.throwIfAborted();
    const { items, next } = data!.forks;
    return { items: stripTypename<readonly Fork[]>(items), next };
  };
