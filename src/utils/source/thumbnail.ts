/** URLs of thumbnails (E4), of a version of a component or of the whole component. */
import { DEFAULT_CDN } from '../../global/defaults';

/** The subject of a thumbnail. */
export interface ThumbnailSource {
  readonly cdn?: string | undefined;
  readonly library: string;
  readonly component: string;
  readonly version?: string | undefined;
}

/** `{cdn}/thumbnails/{library}/{component}[/{version}].jpg`. */
export function thumbnailURL({ cdn, library, component, version }: ThumbnailSource): string {
  const names = [library, component, ...(version ? [version] : [])].map(encodeURIComponent).join('/');
  return `${(cdn || DEFAULT_CDN).replace(/\/+$/, '')}/thumbnails/${names}.jpg`;
}
