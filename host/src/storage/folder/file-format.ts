import { hashOf } from '../../lib/content.js';
import { type Blob, type BlobHead, type BlobHeaders, DamagedBlobError } from '../blob-store.js';

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

const damaged = (path: string, why: string, cause?: unknown): DamagedBlobError =>
  new DamagedBlobError(`Blob file ${path} has an invalid form: ${why}.`, { cause });

/** Where the bytes begin in a file that begins so. @throws DamagedBlobError for what is no blob file. */
function bytesAtOf(start: Buffer, path: string): number {
  if (start.length < HEAD_AT || !start.subarray(0, MAGIC.length).equals(MAGIC))
    throw damaged(path, 'it is no blob file');
  return HEAD_AT + start.readUInt32BE(MAGIC.length);
}

function headOf(file: Buffer, bytesAt: number, path: string): Head {
  try {
    return JSON.parse(file.toString('utf8', HEAD_AT, bytesAt)) as Head;
  } catch (error) {
    throw damaged(path, 'its head is no JSON', error);
  }
}

const shown = ({ contentType, cacheControl, metadata, modifiedAt }: Head): BlobHead => ({
  ...{ contentType, cacheControl, metadata, modifiedAt },
});

/** @throws DamagedBlobError that names the file and says what is wrong with it. */
export function decodeBlob(file: Buffer, path: string): Blob {
  const bytesAt = bytesAtOf(file, path);
  const head = headOf(file, bytesAt, path);
  const bytes = file.subarray(bytesAt);
  if (bytes.length !== head.size) throw damaged(path, `it holds ${bytes.length} bytes, not ${head.size}`);
  if (hashOf(bytes) !== head.hash) throw damaged(path, 'its bytes do not match its hash');
  return { ...shown(head), bytes };
}

/**
 * The head of a file that begins so; undefined where it goes on behind that.
 * @throws DamagedBlobError that names the file and says what is wrong with it.
 */
export function decodeHead(start: Buffer, path: string): BlobHead | undefined {
  const bytesAt = bytesAtOf(start, path);
  return bytesAt <= start.length ? shown(headOf(start, bytesAt, path)) : undefined;
}
