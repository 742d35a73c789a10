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
  /** Of its blob. */
  readonly key: string;
  readonly surrogateHeaders: SurrogateHeaders;
}

/** A delivered thing as an answer: its own metadata, and the mark of one that was deleted. */
export function deliveryResponse(
  { content, deletedAt, metadata = {}, restricted = false }: DeliveredContent,
  { type, revision, maxAge, deletedHeader, key, surrogateHeaders }: DeliveryDetails,
  headers: Headers,
): ContentResponse {
  // Of what was removed only the mark is left, whatever the source still has.
  const shown = content && deletedAt === undefined ? content : emptyContent(content?.modifiedAt ?? deletedAt ?? 0);
  return {
    kind: 'content',
    ...(deletedAt === undefined ? {} : { status: 410 }),
    content: shown,
    type,
    // Deleting changes no byte, yet who holds the living copy has to notice, by ETag or by date.
    etagSuffix: deletedAt === undefined ? undefined : `deleted-${deletedAt.toString(36)}`,
    modifiedAt: deletedAt,
    headers: {
      ...CORS,
      ...headers,
      // No cache keeps what is not for everybody.
      ...(restricted ? {} : surrogateHeaders(key)),
      'cache-control': restricted ? 'private, no-cache' : cacheControl(revision, maxAge),
      'x-ms-meta-modifiedat': new Date(shown.modifiedAt).toISOString(),
      ...metaHeaders(metadata),
      ...(deletedAt === undefined ? {} : { [deletedHeader]: new Date(deletedAt).toISOString() }),
    },
  };
}

export const metaHeaders = (metadata: Readonly<Record<string, string>>): Headers =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-ms-meta-${name}`, value]));

/**
 * Staged and saved are work in progress and always asked for. Published follows the operator's choice; so does a
 * number, since nothing in a folder keeps a numbered file from being edited.
 */
function cacheControl(revision: string, maxAge: number): string {
  if (revision === 'staged' || revision === 'saved') return 'no-cache';
  return `public, max-age=${maxAge}, must-revalidate`;
}

/** What is left of what was removed: only its mark. */
const emptyContent = (modifiedAt: number): Content => ({
  hash: hashOf(EMPTY),
  size: 0,
  bytes: EMPTY,
  modifiedAt,
  stream: () => Readable.from([]),
});

const EMPTY = Buffer.alloc(0);
