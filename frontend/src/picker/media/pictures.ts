/** Chooses variants of pictures and builds their URLs. */
import type { Picture, PictureVariant } from '../../../../src/utils/gateway/catalog/catalog';

/** Minimum width in pixels of a small picture, for high-density screens. */
const SMALL = 320;
/** Image types that all browsers support. */
const COMMON = /^image\/(?:webp|jpeg|png|gif)$/;

/** URL of a host's path: relative on the host's own pages, absolute on others. */
export function hostURL(path: string, frontend: string, page: string = location.href): string {
  const url = new URL(path, frontend);
  return url.origin === new URL(page).origin ? url.pathname + url.search : url.href;
}

/** The smallest variant that is large enough. */
export function smallestVariant({ variants, src }: Picture): string {
  const supported = variants.filter(({ type }) => COMMON.test(type)).sort((one, other) => one.width - other.width);
  const variant: PictureVariant | undefined = supported.find(({ width }) => width >= SMALL) ?? supported.at(-1);
  return variant?.src ?? src;
}
