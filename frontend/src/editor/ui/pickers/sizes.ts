/** What an image says of a picture of the host: its addresses, in each of its sizes. */
import type { ImageValues } from '../../../../../src/utils/editing/model/commands/set-image';
import type { Picture, PictureVariant } from '../../../../../src/utils/gateway/catalog/catalog';

export type PickedPicture = Picture & {
  readonly alt: string;
  /** Of a place that comes from data: whether it shall not any more. */
  readonly isOwn?: boolean | undefined;
};

/** What a browser shows of an image without being asked whether it can; AVIF is for those who write a `picture` by hand. */
const EVERYWHERE = 'image/webp';

const weigh = (variants: readonly PictureVariant[]): number => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/** `src` is the picture as it was uploaded; `srcset` has it in the lightest type, in every width. */
export function sizesOf({ src, alt, variants }: PickedPicture): ImageValues & Pick<PickedPicture, 'src' | 'alt'> {
  const own = variants.filter(({ type }) => type === variants.find((each) => each.src === src)?.type);
  const common = variants.filter(({ type }) => type === EVERYWHERE);
  const sizes = common.length && weigh(common) < weigh(own) ? common : own;
  const [only, more] = sizes;
  // One alone has its own width, as `src` has: told by a width, it would be as wide as the window.
  if (only && !more) return { src, alt, ...(only.src === src ? {} : { srcset: only.src }) };
  return { src, alt, ...(more ? { srcset: sizes.map((each) => `${each.src} ${each.width}w`).join(', ') } : {}) };
}
