/** Where the picture of a component is (E4): of one of its versions, or of the component as a whole. */
import { DEFAULT_CDN } from '../../global/defaults';

/** Names what a thumbnail shows. */
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
