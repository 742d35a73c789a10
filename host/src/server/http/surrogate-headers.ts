import { blobTags } from '../../purge/blob-tags.js';
import type { Headers } from './response.js';

/** Returns the headers by which caches identify delivered content, by the key of its blob. */
export type SurrogateHeaders = (key: string) => Headers;

/** Returns no headers, because without such a cache they are useless. */
export const noSurrogateHeaders: SurrogateHeaders = () => NONE;

const NONE: Headers = {};

/** `Surrogate-Key` (Fastly, Varnish) is separated by spaces, `Cache-Tag` (Cloudflare, Netlify) by commas. */
export const surrogateHeaders: SurrogateHeaders = (key) => {
  const tags = blobTags(key);
  return tags.length === 0 ? NONE : { 'surrogate-key': tags.join(' '), 'cache-tag': tags.join(',') };
};
