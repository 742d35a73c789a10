/** The preview links of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { freshRead } from '../fresh-read';
import { CreatePreviewLinkDocument, PreviewLinksDocument, RevokePreviewLinkDocument } from './operations.generated';
import type { PreviewLinks } from './preview-links';

/** Links per page: the host's maximum. */
const PAGE_SIZE = 100;

export const graphqlPreviewLinks = (client: ApolloClient): PreviewLinks => ({
  async list(library) {
    return (await freshRead(client, PreviewLinksDocument, { library, first: PAGE_SIZE })).previewLinks.items;
  },
  async create(library, id, pinned) {
    const variables = { library, ids: [id], pinned };
    // Only the caller gets the path, which is a secret: it is not cached.
    const { data } = await client.mutate({
      ...{ mutation: CreatePreviewLinkDocument, variables, fetchPolicy: 'no-cache' },
    });
    const { path, link } = data!.createPreviewLink;
    return { id: link.id, path };
  },
  async revoke(library, id) {
    await client.mutate({ mutation: RevokePreviewLinkDocument, variables: { library, id } });
  },
});
