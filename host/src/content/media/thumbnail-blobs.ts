/** Where thumbnails are. */
import { type BlobStore, damagedBlob, DamagedBlobError } from '../../storage/blob-store.js';
import type { VersionAddress } from '../model.js';
import { metaValue } from '../../storage/metadata-value.js';

export const THUMBNAILS = 'thumbnails/';

export const versionKey = ({ library, component, version }: VersionAddress): string =>
  `${THUMBNAILS}${library}/${component}/${version}.jpg`;

export const componentKey = ({ library, component }: Omit<VersionAddress, 'version'>): string =>
  `${THUMBNAILS}${library}/${component}.jpg`;

/** Removes what shows a version: its own, and the component's if that was made of it. */
export async function removeThumbnails(blobs: BlobStore, version: VersionAddress): Promise<void> {
  await blobs.delete(versionKey(version));
  const key = componentKey(version);
  const head = await blobs.head(key).catch(damagedBlob);
  // Nobody can say what a damaged one shows, and nobody can show it.
  if (head instanceof DamagedBlobError || head?.metadata['versionid'] === metaValue(version.version))
    await blobs.delete(key);
}
