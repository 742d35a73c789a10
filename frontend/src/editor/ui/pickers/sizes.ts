/** The `src` and `srcset` attributes for a picture of the host. */
import type { ImageValues } from '../../../../../src/utils/editing/model/commands/set-image';
import type { Picture, PictureVariant } from '../../../../../src/utils/gateway/catalog/catalog';

export type PickedPicture = Picture & {
  readonly alt: string;
  /** For a bound image: whether to remove the binding. */
  readonly isOwn?: boolean | undefined;
};

/** An image type that all browsers support. AVIF needs a `picture` element. */
const UNIVERSAL_TYPE = 'image/webp';

const totalBytes = (variants: readonly PictureVariant[]): number => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/** `src` is the uploaded picture. `srcset` has the smallest type in all widths. */
export function sizesOf({ src, alt, variants }: PickedPicture): ImageValues & Pick<PickedPicture, 'src' | 'alt'> {
  const sameType = variants.filter(({ type }) => type === variants.find((each) => each.src === src)?.type);
  const common = variants.filter(({ type }) => type === UNIVERSAL_TYPE);
  const sizes = common.length && totalBytes(common) < totalBytes(sameType) ? common : sameType;
  const [single, second] = sizes;
  // A single size has no width descriptor. With one, the image would be as wide as the window.
  if (single && !second) return { src, alt, ...(single.src === src ? {} : { srcset: single.src }) };
  return { src, alt, ...(second ? { srcset: sizes.map((each) => `${each.src} ${each.width}w`).join(', ') } : {}) };
}
