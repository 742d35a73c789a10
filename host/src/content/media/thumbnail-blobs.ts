/** Blob keys of thumbnails. */
import { type BlobStore, damagedBlob, DamagedBlobError } from '../../storage/blob-store.js';
import type { VersionAddress } from '../model.js';
import { metaValue } from '../../storage/metadata-value.js';

export const THUMBNAILS = 'thumbnails/';

export const versionKey = ({ library, component, version }: VersionAddress): string =>
  `${THUMBNAILS}${library}/${component}/${version}.jpg`;

export const componentKey = ({ library, component }: Omit<VersionAddress, 'version'>): string =>
  `${THUMBNAILS}${library}/${component}.jpg`;

/** Removes the thumbnail of a version. Removes the component's thumbnail, too, if it shows this version. */
export async function removeThumbnails(blobs: BlobStore, version: VersionAddress): Promise<void> {
  await blobs.delete(versionKey(version));
  const key = componentKey(version);
  const head = await blobs.head(key).catch(damagedBlob);
  // The version of a damaged thumbnail is unknown, and it cannot be displayed, so it is removed.
  if (head instanceof DamagedBlobError || head?.metadata['versionid'] === metaValue(version.version))
    await blobs.delete(key);
}
