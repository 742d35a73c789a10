/** The store of delivered bytes: a folder, or a blob store behind a CDN. */

export interface BlobHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** `x-ms-meta-*` headers without that prefix, in lower case; values are ASCII. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface BlobHead extends BlobHeaders {
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

export interface Blob extends BlobHead {
  readonly bytes: Buffer;
}

/** The content and headers to write. */
export type BlobContent = BlobHeaders & { readonly bytes: Uint8Array };

/** Key of the blob with the store's identity. It is neither delivered nor backed up. */
export const STORE_IDENTITY_KEY = 'host/mark';

export interface BlobStoreErrorOptions extends ErrorOptions {
  /** Status and code of the store, or another short reason. It names neither the store nor a secret. */
  readonly reason?: string;
  /** Seconds after which the store asked to try again. */
  readonly retryAfter?: number | undefined;
}

/** The store failed. The message names the blob; the cause is the reason. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError';
  readonly reason: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, options: BlobStoreErrorOptions = {}) {
    super(message, options);
    this.reason = options.reason;
    this.retryAfter = options.retryAfter;
  }
}

/** Stored bytes differ from those written: the disk failed, or someone changed them. */
export class DamagedBlobError extends BlobStoreError {}

/**
 * The blob has changed since the fence was taken: by another writer, or by this write if its response was lost and the
 * driver repeated it. Take a new fence and write again.
 */
export class BlobChangedError extends BlobStoreError {}

/** For `catch`: turns a DamagedBlobError into a value, and throws all others. */
export function damagedBlob(error: unknown): DamagedBlobError {
  if (error instanceof DamagedBlobError) return error;
  throw error;
}

/** Whether a blob, or its head, exists and is intact. */
export const isWhole = <Found extends BlobHead>(found: Found | DamagedBlobError | undefined): found is Found =>
  found !== undefined && !(found instanceof DamagedBlobError);

/** A blob store. Keys are delivery paths: `components/{library}/{component}/{version}/published.html`. */
export interface BlobStore {
  /** Writes atomically. */
  put(key: string, blob: BlobContent): Promise<void>;
  /**
   * Returns a `put` that writes only if nobody has written the blob since this call, however late it runs. Otherwise it
   * rejects with BlobChangedError. Undefined for stores that cannot guarantee this.
   */
  fence?(key: string): Promise<(blob: BlobContent) => Promise<void>>;
  get(key: string): Promise<Blob | undefined>;
  /** The headers of a blob, without reading its bytes. */
  head(key: string): Promise<BlobHead | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}
