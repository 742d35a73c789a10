/** Which of a picture's variants is shown where, and under which URL. */
import type { Picture, PictureVariant } from '../../../../src/utils/gateway/catalog/catalog';

/** CSS pixels of a small picture, on a dense screen. */
const SMALL = 320;
/** What every browser shows. */
const COMMON = /^image\/(?:webp|jpeg|png|gif)$/;

/** URL of a host's path: itself on the host's own pages, whole on others. */
export function hostURL(path: string, frontend: string, page: string = location.href): string {
  const url = new URL(path, frontend);
  return url.origin === new URL(page).origin ? url.pathname + url.search : url.href;
}

/** The smallest variant that is large enough. */
export function smallOf({ variants, src }: Picture): string {
  const shown = variants.filter(({ type }) => COMMON.test(type)).sort((one, other) => one.width - other.width);
  const found: PictureVariant | undefined = shown.find(({ width }) => width >= SMALL) ?? shown.at(-1);
  return found?.src ?? src;
}
