/** The overview of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { freshRead, pageVariables } from '../fresh-read';
import { OverviewDocument } from './operations.generated';
import type { Overview, VersionOverview } from './overview';

/** Components per page: the states of each are a query of the host's database. */
const PAGE_SIZE = 48;
/** Maximum number of versions of a component. Forks come after them and are not listed. */
const MAX_VERSIONS = 20;

export const graphqlOverview =
  (client: ApolloClient): Overview =>
  async (library, { collection, first = PAGE_SIZE, signal, ...request } = {}) => {
    // One more than is listed is requested, to find out whether there are more.
    const variables = {
      ...{ library, versions: MAX_VERSIONS + 1, ...pageVariables(request, first) },
      collection: collection || null,
    };
    const { items, next } = (await freshRead(client, OverviewDocument, variables, signal)).components;
    return {
      next,
      items: items.map(({ versions, ...component }) => {
        const originals = versions.filter(({ forkOriginId }) => forkOriginId === null);
        return {
          ...component,
          versions: originals
            .slice(0, MAX_VERSIONS)
            .map(({ name, revision, staged, published, unpublishedAt, deletedAt }): VersionOverview => ({
              ...{ name, revision, staged, published, unpublishedAt, deletedAt },
            })),
          hasMoreVersions: originals.length > MAX_VERSIONS,
        };
      }),
    };
  };
