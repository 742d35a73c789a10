import { blobTags } from '../../purge/blob-tags.js';
import type { Headers } from './response.js';

/** The headers by which caches find what is delivered of a blob, by its key. */
export type SurrogateHeaders = (key: string) => Headers;

/** Without a cache that reads them they are only bytes. */
export const noSurrogateHeaders: SurrogateHeaders = () => NONE;

const NONE: Headers = {};

/** `Surrogate-Key` of Fastly and Varnish has spaces between its values, `Cache-Tag` of Cloudflare and Netlify commas. */
export const surrogateHeaders: SurrogateHeaders = (key) => {
  const tags = blobTags(key);
  return tags.length === 0 ? NONE : { 'surrogate-key': tags.join(' '), 'cache-tag': tags.join(',') };
};
