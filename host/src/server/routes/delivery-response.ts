import type { ContentResponse, Headers } from '../http/response.js';
import type { SurrogateHeaders } from '../http/surrogate-headers.js';
import { CORS } from '../../lib/http-policies.js';
import { type Content, hashOf } from '../../lib/content.js';
import type { DeliveredContent } from '../../publishing/delivery-source.js';
import { Readable } from 'node:stream';

interface DeliveryDetails {
  readonly type: string;
  readonly revision: string;
  /** Seconds. */
  readonly maxAge: number;
  readonly deletedHeader: string;
  /** Key of its blob. */
  readonly key: string;
  readonly surrogateHeaders: SurrogateHeaders;
}

/** A response with delivered content: its metadata, and the header of a deleted one. */
export function deliveryResponse(
  { content, deletedAt, metadata = {}, restricted = false }: DeliveredContent,
  { type, revision, maxAge, deletedHeader, key, surrogateHeaders }: DeliveryDetails,
  headers: Headers,
): ContentResponse {
  // The content of a deleted one is empty, even if the source still has it.
  const served = content && deletedAt === undefined ? content : emptyContent(content?.modifiedAt ?? deletedAt ?? 0);
  return {
    kind: 'content',
    ...(deletedAt === undefined ? {} : { status: 410 }),
    content: served,
    type,
    // The same bytes have another meaning, so caches need a different ETag and date.
    etagSuffix: deletedAt === undefined ? undefined : `deleted-${deletedAt.toString(36)}`,
    modifiedAt: deletedAt,
    headers: {
      ...CORS,
      ...headers,
      // Restricted content must not be cached by shared caches, so they need no keys.
      ...(restricted ? {} : surrogateHeaders(key)),
      'cache-control': restricted ? 'private, no-cache' : cacheControl(revision, maxAge),
      'x-ms-meta-modifiedat': new Date(served.modifiedAt).toISOString(),
      ...metaHeaders(metadata),
      ...(deletedAt === undefined ? {} : { [deletedHeader]: new Date(deletedAt).toISOString() }),
    },
  };
}

export const metaHeaders = (metadata: Readonly<Record<string, string>>): Headers =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-ms-meta-${name}`, value]));

/**
 * Staged and saved content is always revalidated. Published content and numbered revisions use the configured max-age,
 * because files of a folder may be edited.
 */
function cacheControl(revision: string, maxAge: number): string {
  if (revision === 'staged' || revision === 'saved') return 'no-cache';
  return `public, max-age=${maxAge}, must-revalidate`;
}

/** The empty content of a deleted one. */
const emptyContent = (modifiedAt: number): Content => ({
  hash: hashOf(EMPTY),
  size: 0,
  bytes: EMPTY,
  modifiedAt,
  stream: () => Readable.from([]),
});

const EMPTY = Buffer.alloc(0);
