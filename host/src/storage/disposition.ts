import { isDocument } from '../lib/media-types.js';

/**
 * The Content-Disposition of a blob that a store serves directly. Blob stores send no Content-Security-Policy. So HTML
 * and SVG that is opened by its URL is downloaded; otherwise its scripts would run on the store's origin. Fetches and
 * images are not affected.
 */
export const dispositionOf = (contentType: string): string | undefined =>
  isDocument(contentType) ? 'attachment' : undefined;
