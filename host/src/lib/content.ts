import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { UnavailableError } from './domain-error.js';

/** Bytes and their metadata, wherever they are stored. */
export interface Content {
  /** Changes with every byte; the ETag begins with it. */
  readonly hash: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** All bytes; undefined if they are too large for memory. */
  readonly bytes: Buffer | undefined;
  /** Streams from byte `start` to byte `end`, both inclusive. */
  stream(start: number, end: number): Readable;
  /**
   * Opens content that is not in memory, and verifies that it is still the hashed one. Its stream must be read once or
   * destroyed.
   * @throws ContentChangedError if it has changed
   */
  open?(): Promise<OpenContent>;
}

/** Open content that cannot be replaced while it is read. */
export interface OpenContent {
  /** Streams from byte `start` to byte `end`, both inclusive. Fails before the last byte if the file was changed in place. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** The content no longer equals the hashed one. */
export class ContentChangedError extends UnavailableError {
  override readonly name = 'ContentChangedError';
}

/** 128 bits of SHA-256: enough to avoid collisions, with a short ETag. */
export const newHash = (): { update(bytes: Buffer): unknown; digest(): string } => {
  const hash = createHash('sha256');
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('base64url').slice(0, 22) };
};

export function hashOf(bytes: Buffer): string {
  const hash = newHash();
  hash.update(bytes);
  return hash.digest();
}
