import { hashOf } from '../../lib/content.js';
import { type Blob, type BlobHead, type BlobHeaders, DamagedBlobError } from '../blob-store.js';

/**
 * The file format of a blob. One file contains headers and bytes, so that both are replaced atomically:
 *
 *     "feaasb1\n"  length of the head, 4 bytes, big endian  head, JSON in UTF-8  the bytes
 *
 * The head contains the size and hash of the bytes, so that a failing disk causes an error instead of wrong content.
 */
const MAGIC = Buffer.from('feaasb1\n');
const HEAD_OFFSET = MAGIC.length + 4;

interface Head extends BlobHeaders {
  readonly modifiedAt: number;
  readonly size: number;
  readonly hash: string;
}

export function encodeBlob(blob: BlobHeaders & { bytes: Uint8Array }, modifiedAt: number): Buffer {
  const { contentType, cacheControl, metadata } = blob;
  const bytes = Buffer.from(blob.bytes.buffer, blob.bytes.byteOffset, blob.bytes.byteLength);
  const head: Head = { contentType, cacheControl, metadata, modifiedAt, size: bytes.length, hash: hashOf(bytes) };
  const encodedHead = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(HEAD_OFFSET);
  MAGIC.copy(start);
  start.writeUInt32BE(encodedHead.length, MAGIC.length);
  return Buffer.concat([start, encodedHead, bytes]);
}

const damagedError = (path: string, reason: string, cause?: unknown): DamagedBlobError =>
  new DamagedBlobError(`Blob file ${path} has an invalid form: ${reason}.`, { cause });

/** The offset of the bytes, from the beginning of the file. @throws DamagedBlobError if it is not a blob file. */
function bytesOffsetOf(start: Buffer, path: string): number {
  if (start.length < HEAD_OFFSET || !start.subarray(0, MAGIC.length).equals(MAGIC))
    throw damagedError(path, 'it is no blob file');
  return HEAD_OFFSET + start.readUInt32BE(MAGIC.length);
}

function headOf(file: Buffer, bytesOffset: number, path: string): Head {
  try {
    return JSON.parse(file.toString('utf8', HEAD_OFFSET, bytesOffset)) as Head;
  } catch (error) {
    throw damagedError(path, 'its head is no JSON', error);
  }
}

const toBlobHead = ({ contentType, cacheControl, metadata, modifiedAt }: Head): BlobHead => ({
  ...{ contentType, cacheControl, metadata, modifiedAt },
});

/** @throws DamagedBlobError with the file and the reason. */
export function decodeBlob(file: Buffer, path: string): Blob {
  const bytesOffset = bytesOffsetOf(file, path);
  const head = headOf(file, bytesOffset, path);
  const bytes = file.subarray(bytesOffset);
  if (bytes.length !== head.size) throw damagedError(path, `it holds ${bytes.length} bytes, not ${head.size}`);
  if (hashOf(bytes) !== head.hash) throw damagedError(path, 'its bytes do not match its hash');
  return { ...toBlobHead(head), bytes };
}

/**
 * Parses the head from the beginning of a file; undefined if the head is longer.
 * @throws DamagedBlobError with the file and the reason.
 */
export function decodeHead(start: Buffer, path: string): BlobHead | undefined {
  const bytesOffset = bytesOffsetOf(start, path);
  return bytesOffset <= start.length ? toBlobHead(headOf(start, bytesOffset, path)) : undefined;
}
