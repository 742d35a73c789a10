import { isDocument } from '../lib/media-types.js';

/**
 * The Content-Disposition of a blob that a store delivers itself. Blob stores send no Content-Security-Policy, so a template or
 * an SVG that is opened by its own address is downloaded: a script in it would run on the store's origin. Fetched by a page or
 * used as an image, it is not affected.
 */
export const dispositionOf = (contentType: string): string | undefined =>
  isDocument(contentType) ? 'attachment' : undefined;
