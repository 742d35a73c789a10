/** The overview of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { stripTypename } from '../strip-typename';
import { OverviewDocument, type OverviewQuery } from './operations.generated';
import type { Overview, VersionOverview } from './overview';

/** Components on a page: the states of each are a query of the host's database. */
const PAGE = 48;
/** Versions of a component. Forks come after them and are not listed. */
const VERSIONS = 20;

export const graphqlOverview =
  (client: ApolloClient): Overview =>
  async (library, { search, collection, first = PAGE, after, signal } = {}) => {
    signal?.throwIfAborted();
    const variables = {
      ...{ library, first, versions: VERSIONS, after: after ?? null },
      search: search?.trim() || null,
      collection: collection || null,
    };
    // Somebody else may have published meanwhile.
    const { data } = await client.query<OverviewQuery>({
      query: OverviewDocument,
      variables,
      fetchPolicy: 'network-only',
    });
    signal?.throwIfAborted();
    const { items, next } = stripTypename(data!.components);
    return {
      next,
      items: items.map(({ versions, ...component }) => ({
        ...component,
        versions: versions
          .filter(({ forkOriginId }) => forkOriginId === null)
          .map(({ name, revision, staged, published, unpublishedAt, deletedAt }): VersionOverview => ({
            ...{ name, revision, staged, published, unpublishedAt, deletedAt },
          })),
        hasMoreVersions: versions.length === VERSIONS && versions.at(-1)!.forkOriginId === null,
      })),
    };
  };
