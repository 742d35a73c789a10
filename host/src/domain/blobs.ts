/** Where delivered bytes are: a folder, or a blob store that a CDN reads. */

export interface BlobHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  /** `x-ms-meta-*` without that beginning, lower case; values are ASCII. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Blob extends BlobHeaders {
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Keys are delivery paths without a leading slash: `components/{library}/{component}/{version}/published.html`. */
export interface BlobStore {
  /** Whole or not at all. */
  put(key: string, blob: BlobHeaders & { bytes: Uint8Array }): Promise<void>;
  get(key: string): Promise<Blob | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}
