/** Where delivered bytes are: a folder, or a blob store that a CDN reads. */

export interface BlobHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** `x-ms-meta-*` without that beginning, lower case; values are ASCII. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface BlobHead extends BlobHeaders {
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

export interface Blob extends BlobHead {
  readonly bytes: Buffer;
}

/** What is written. */
export type BlobContent = BlobHeaders & { readonly bytes: Uint8Array };

/** Key of the blob by which a store is known; it is neither delivered nor backed up. */
export const STORE_IDENTITY_KEY = 'host/mark';

/** The store does not give or take what it should; the message names the blob, the cause says why. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError';
}

/** What is stored is not what was written: a disk has failed, or somebody has changed it. */
export class DamagedBlobError extends BlobStoreError {}

/** Somebody has written the blob since it was looked at: nothing changed. */
export class BlobChangedError extends BlobStoreError {}

/** To be put where a blob is awaited by who goes on without it. */
export function damagedBlob(error: unknown): DamagedBlobError {
  if (error instanceof DamagedBlobError) return error;
  throw error;
}

/** Keys are delivery paths without a leading slash: `components/{library}/{component}/{version}/published.html`. */
export interface BlobStore {
  /** Whole or not at all. */
  put(key: string, blob: BlobContent): Promise<void>;
  /**
   * A `put` that writes only if nobody has written the blob since this was called, however late it arrives; it rejects with
   * BlobChangedError otherwise. Left out by stores that can not promise that.
   */
  fence?(key: string): Promise<(blob: BlobContent) => Promise<void>>;
  get(key: string): Promise<Blob | undefined>;
  /** What there is to know of a blob without reading its bytes. */
  head(key: string): Promise<BlobHead | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}
