/** Uploads thumbnails over GraphQL to the host, which stores them in its container with their versions. */
import type { ApolloClient } from '@apollo/client';
import { randomId } from '../../../global/random-id';
import { uploadFetch, type SendFile } from '../catalog/upload';
import { UploadThumbnailDocument } from './operations.generated';

export interface ThumbnailUpload {
  /** `library/component/version` of the rendered version. */
  readonly versionId: string;
  /** The rendered revision; the host rejects one that is not the last. */
  readonly revision: number;
  /** Whether it is stored for the component as a whole. */
  readonly ofComponent: boolean;
  /** Milliseconds since 1970. */
  readonly renderedAt: number;
  /** A JPEG. */
  readonly file: Blob;
}

/** @throws ConflictError if another revision was saved meanwhile, and whatever else the gateway rejects with */
export type UploadThumbnail = (upload: ThumbnailUpload) => Promise<void>;

/** @param send sends the request with the file; the browser's function by default */
export const graphqlThumbnails =
  (client: ApolloClient, send?: SendFile): UploadThumbnail =>
  async ({ versionId, revision, ofComponent, renderedAt, file }) => {
    const variables = { versionId, ofComponent, renderedAt: new Date(renderedAt).toISOString(), file };
    await client.mutate({
      mutation: UploadThumbnailDocument,
      // A repeated request uploads the file once.
      variables: { ...variables, expectedRevision: revision, idempotencyKey: randomId() },
      fetchPolicy: 'no-cache',
      context: { upload: uploadFetch({ file, name: 'thumbnail.jpg' }, send) },
    });
  };
