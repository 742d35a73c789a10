/** The `src` and `srcset` attributes for a picture of the host. */
import type { ImageValues } from '../../../../../src/utils/editing/model/commands/set-image';
import type { Picture, PictureVariant } from '../../../../../src/utils/gateway/catalog/catalog';

export type PickedPicture = Picture & {
  readonly alt: string;
  /** For a bound image: whether to remove the binding. */
  readonly isOwn?: boolean | undefined;
};

/** An image type that all browsers support. AVIF needs a `picture` element. */
const EVERYWHERE = 'image/webp';

const weigh = (variants: readonly PictureVariant[]): number => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/** `src` is the uploaded picture. `srcset` has the smallest type in all widths. */
export function sizesOf({ src, alt, variants }: PickedPicture): ImageValues & Pick<PickedPicture, 'src' | 'alt'> {
  const own = variants.filter(({ type }) => type === variants.find((each) => each.src === src)?.type);
  const common = variants.filter(({ type }) => type === EVERYWHERE);
  const sizes = common.length && weigh(common) < weigh(own) ? common : own;
  const [only, more] = sizes;
  // A single size has no width descriptor. With one, the image would be as wide as the window.
  if (only && !more) return { src, alt, ...(only.src === src ? {} : { srcset: only.src }) };
  return { src, alt, ...(more ? { srcset: sizes.map((each) => `${each.src} ${each.width}w`).join(', ') } : {}) };
}
