/** Metadata of responses, and its comparison with later responses of the host. */
import { hash } from '../../global/hash';
import { FetchFailedError } from '../../global/errors';
import { metadataHeader } from '../../global/metadata-header';
import { byteLength } from './cache/cache-store';
import type { CachedResource, Metadata, Resource } from './resource';

/** The absolute form of a URL, as the cache stores it. */
export const absoluteURL = (url: string): string => new URL(url, globalThis.document?.baseURI).href;

/** The library in `…/components/{library}/…` or `…/styles/{library}/…`. */
const libraryOf = (url: string): string => /\/(?:components|styles)\/([^/]+)/.exec(url)?.[1] ?? '';

interface Description {
  readonly headers?: Headers | undefined;
  readonly text?: string;
  readonly base?: string | undefined;
  readonly now: number;
  readonly checkedAt?: number;
  readonly deletedAt?: string | null;
  readonly requirements?: readonly string[] | undefined;
}

export function createMetadata(
  { url, type }: Pick<Resource, 'url' | 'type'>,
  { headers, text = '', base, now, checkedAt = now, deletedAt = null, requirements }: Description,
): Metadata {
  return {
    url: absoluteURL(url),
    etag: headers?.get('etag') ?? null,
    lastModified: headers?.get('last-modified') ?? null,
    fetchedAt: now,
    checkedAt,
    usedAt: now,
    deletedAt,
    fork: !!type.isFork,
    size: byteLength(text),
    hash: hash(text),
    library: libraryOf(url),
    ...(base && { base }),
    ...(requirements?.length && { requirements }),
  };
}

/** The deletion time according to the host; otherwise the status of the error. */
export function deletedAtOf({ type, error }: Resource): string {
  const { status, cause } = error as FetchFailedError;
  return (cause instanceof Response && metadataHeader(cause.headers, type.deletedAt)) || String(status);
}

/** Creates a response from a cache entry. */
export const cachedResponse = (url: string, { etag, lastModified, base }: Metadata, text: string): CachedResource => ({
  url,
  text,
  base,
  headers: new Headers({ ...(etag && { etag }), ...(lastModified && { 'last-modified': lastModified }) }),
});

/** Removes the marks of compressing proxies from an ETag. */
const plainETag = (etag: string): string => etag.replace(/^W\/|-(?:gzip|br)(?="$)/g, '');

/** Whether validators confirm that nothing changed: last-modified must be equal, and the ETag if both have one. */
export function isNotModified(metadata: Pick<Metadata, 'etag' | 'lastModified'>, headers: Headers): boolean {
  const etag = headers.get('etag');
  if (etag && metadata.etag && plainETag(etag) !== plainETag(metadata.etag)) return false;
  const lastModified = headers.get('last-modified');
  if (!lastModified && !(etag && metadata.etag)) return false;
  return lastModified === metadata.lastModified;
}
