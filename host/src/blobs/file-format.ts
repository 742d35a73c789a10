import { hashOf } from '../store/content.js';
import type { Blob, BlobHeaders } from '../domain/blobs.js';

/**
 * A blob as one file, so that headers and bytes are renamed into place together:
 *
 *     "feaasb1\n"  length of the head, 4 bytes, big endian  head, JSON in UTF-8  the bytes
 *
 * The head tells the bytes' number and hash: what a failing disk made of them is an error, never content.
 */
const MAGIC = Buffer.from('feaasb1\n');
const HEAD_AT = MAGIC.length + 4;

interface Head extends BlobHeaders {
  readonly modifiedAt: number;
  readonly size: number;
  readonly hash: string;
}

export function encodeBlob(blob: BlobHeaders & { bytes: Uint8Array }, modifiedAt: number): Buffer {
  const { contentType, cacheControl, metadata } = blob;
  const bytes = Buffer.from(blob.bytes.buffer, blob.bytes.byteOffset, blob.bytes.byteLength);
  const head: Head = { contentType, cacheControl, metadata, modifiedAt, size: bytes.length, hash: hashOf(bytes) };
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(HEAD_AT);
  MAGIC.copy(start);
  start.writeUInt32BE(text.length, MAGIC.length);
  return Buffer.concat([start, text, bytes]);
}

/** @throws Error that names the file and says what is wrong with it. */
export function decodeBlob(file: Buffer, path: string): Blob {
  const damaged = (why: string, cause?: unknown): Error =>
    new Error(`Blob file ${path} is damaged: ${why}.`, { cause });
  if (file.length < HEAD_AT || !file.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged('it is no blob file');
  const bytesAt = HEAD_AT + file.readUInt32BE(MAGIC.length);
  let head: Head;
  try {
    head = JSON.parse(file.toString('utf8', HEAD_AT, bytesAt)) as Head;
  } catch (error) {
    throw damaged('its head is no JSON', error);
  }
  const bytes = file.subarray(bytesAt);
  if (bytes.length !== head.size) throw damaged(`it holds ${bytes.length} bytes, not ${head.size}`);
  if (hashOf(bytes) !== head.hash) throw damaged('its bytes are not those that were written');
  const { contentType, cacheControl, metadata, modifiedAt } = head;
  return { contentType, cacheControl, metadata, modifiedAt, bytes };
}
