import { Readable } from 'node:stream';
import type { Blob } from '../storage/blob-store.js';
import { type Content, hashOf } from '../lib/content.js';
import type { DeliveredContent, StoredContent } from './delivery-source.js';

export function contentOf(bytes: Buffer, modifiedAt: number): Content {
  return {
    hash: hashOf(bytes),
    size: bytes.length,
    bytes,
    modifiedAt,
    stream: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
  };
}

const hashedContent = new WeakMap<Blob, StoredContent>();

/** Converts a blob to content. The hash is computed only once per blob object. */
export function storedContent(blob: Blob): StoredContent {
  let content = hashedContent.get(blob);
  if (!content) {
    const { contentType, cacheControl, metadata } = blob;
    content = { ...contentOf(blob.bytes, blob.modifiedAt), contentType, cacheControl, metadata };
    hashedContent.set(blob, content);
  }
  return content;
}

/**
 * Converts a blob of a component or stylesheet. Last-Modified is the time of delivery, not of the save: browsers
 * compare it to detect that another revision was published.
 */
export function toDeliveredContent(blob: Blob): DeliveredContent {
  const content = storedContent(blob);
  const { metadata } = blob;
  const deletedHeader = metadata['versiondeletedat'] ?? metadata['deletedat'];
  if (deletedHeader === undefined) return { content, deletedAt: undefined, metadata };
  const deletedAt = Date.parse(deletedHeader);
  return { content, deletedAt: Number.isNaN(deletedAt) ? blob.modifiedAt : deletedAt, metadata };
}
