/** The forks of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { freshRead, pageVariables } from '../fresh-read';
import type { Forks } from './forks';
import { ForksDocument } from './operations.generated';

/** Forks per page: the host's maximum. */
const PAGE_SIZE = 100;

export const graphqlForks =
  (client: ApolloClient): Forks =>
  async (library, { order = 'NEWEST', inUse = true, originChanged, orphaned, signal, ...request } = {}) => {
    const variables = {
      ...{ library, order, inUse, ...pageVariables(request, PAGE_SIZE) },
      originChanged: originChanged ?? null,
      orphaned: orphaned ?? null,
    };
    return (await freshRead(client, ForksDocument, variables, signal)).forks;
  };
