/** Thumbnails go to the host over GraphQL, which keeps them in its container with what they are of. */
import type { ApolloClient } from '@apollo/client';
import { randomId } from '../../../global/random-id';
import { uploadFetch, type SendFile } from '../catalog/upload';
import { UploadThumbnailDocument } from './operations.generated';

export interface ThumbnailUpload {
  /** `library/component/version` of what was drawn. */
  readonly versionId: string;
  /** The revision that was drawn; the host refuses one that is not the last. */
  readonly revision: number;
  /** Keeps it for the component as a whole. */
  readonly ofComponent: boolean;
  /** Milliseconds since 1970. */
  readonly renderedAt: number;
  /** A JPEG. */
  readonly file: Blob;
}

/** @throws ConflictError when something else was saved meanwhile, and whatever else the gateway rejects with. */
export type UploadThumbnail = (upload: ThumbnailUpload) => Promise<void>;

/** @param send sends the request, which holds a file; the browser's by default. */
export const graphqlThumbnails =
  (client: ApolloClient, send?: SendFile): UploadThumbnail =>
  async ({ versionId, revision, ofComponent, renderedAt, file }) => {
    const variables = { versionId, ofComponent, renderedAt: new Date(renderedAt).toISOString(), file };
    await client.mutate({
      mutation: UploadThumbnailDocument,
      // A repeated upload happens once.
      variables: { ...variables, expectedRevision: revision, idempotencyKey: randomId() },
      fetchPolicy: 'no-cache',
      context: { upload: uploadFetch({ file, name: 'thumbnail.jpg' }, send) },
    });
  };
