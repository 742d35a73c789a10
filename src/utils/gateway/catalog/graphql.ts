/** The catalog of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { randomId } from '../../../global/random-id';
import { freshRead, pageVariables } from '../fresh-read';
import { stripTypename } from '../strip-typename';
import type { Catalog, CatalogRequest } from './catalog';
import {
  CollectionsDocument,
  ComponentsDocument,
  DataSourcesDocument,
  PicturesDocument,
  UploadDocument,
} from './operations.generated';
import { uploadFetch, type SendFile } from './upload';

/** Default number of entries per page: the host's maximum. */
const PAGE_SIZE = 100;

export interface GraphQLCatalogOptions {
  readonly client: ApolloClient;
  /** Sends a request with a file; by default the browser's function, which reports progress. */
  readonly send?: SendFile;
}

export function graphqlCatalog({ client, send }: GraphQLCatalogOptions): Catalog {
  const paged = (request: CatalogRequest) => pageVariables(request, request.first ?? PAGE_SIZE);

  return {
    async components(library, { collection, signal, ...request } = {}) {
      const variables = { library, collection: collection ?? null, ...paged(request) };
      return (await freshRead(client, ComponentsDocument, variables, signal)).components;
    },
    collections: async (library) =>
      (await freshRead(client, CollectionsDocument, { library })).library?.collections ?? [],
    dataSources: async (library) => (await freshRead(client, DataSourcesDocument, { library })).dataSources,
    async pictures(library, { signal, ...request } = {}) {
      return (await freshRead(client, PicturesDocument, { library, ...paged(request) }, signal)).media;
    },
    async upload(library, { file, name, progress, signal }) {
      const { data } = await client.mutate({
        mutation: UploadDocument,
        // A repeated request uploads the file once.
        variables: { library, file, name, expectedRevision: 0, idempotencyKey: randomId() },
        context: { upload: uploadFetch({ file, name, progress, signal }, send) },
      });
      return stripTypename(data!.uploadMedia);
    },
  };
}
