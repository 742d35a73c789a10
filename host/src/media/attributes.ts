/** HTML attributes of a stored picture. */
import type { Media, MediaVariant } from '../domain/model.js';

export interface PictureSource {
  readonly type: string;
  readonly srcset: string;
}

/** Of an `img`; width and height are the picture's own, so that a page keeps its place before it is loaded. */
export interface PictureAttributes {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  /** Attributes of `source` elements before the `img`, best compression first. */
  readonly sources: readonly PictureSource[];
}

/** `/media/…/320.webp 320w, …`, narrowest first. Of one type: without it, that of `src`. */
export function srcset(media: Media, type = media.variants[0]?.type, base = '/media'): string {
  return media.variants
    .filter((variant) => variant.type === type)
    .sort((a, b) => a.width - b.width)
    .map((variant) => `${addressOf(media, variant, base)} ${variant.width}w`)
    .join(', ');
}

/**
 * What an `img` or `picture` element needs. `base` is where `/media` is.
 * @throws RangeError for a picture without variants.
 */
export function pictureAttributes(media: Media, base = '/media'): PictureAttributes {
  const [first] = media.variants;
  if (!first) throw new RangeError(`The picture ${media.library}/${media.id} has no variants.`);
  const types = new Set(media.variants.map(({ type }) => type));
  return {
    src: addressOf(media, first, base),
    srcset: srcset(media, first.type, base),
    width: media.width,
    height: media.height,
    sources: BEST_FIRST.filter((type) => type !== first.type && types.has(type)).map((type) => ({
      type,
      srcset: srcset(media, type, base),
    })),
  };
}

const BEST_FIRST: readonly string[] = Object.freeze(['image/avif', 'image/webp']);

const addressOf = ({ library }: Media, { path }: MediaVariant, base: string): string =>
  [base, encodeURIComponent(library), ...path.split('/').map(encodeURIComponent)].join('/');
