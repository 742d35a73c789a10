import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { UnavailableError } from './domain-error.js';

/** Bytes and what is known about them, wherever they are kept. */
export interface Content {
  /** Changes when a byte changes; the stem of the ETag. */
  readonly hash: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** All of it, unless it is too large to be held in memory. */
  readonly bytes: Buffer | undefined;
  /** From byte `start` to byte `end`, both included. */
  stream(start: number, end: number): Readable;
  /**
   * For what is not held in memory: the same content, of which it is certain that it is still what was hashed. Its stream is read
   * once, or destroyed.
   * @throws ContentChangedError where it is not
   */
  open?(): Promise<OpenContent>;
}

/** Content that nobody can exchange while it is read. */
export interface OpenContent {
  /** From byte `start` to byte `end`, both included; fails before its last byte where the content was changed in place. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** What is there is no longer what was hashed. */
export class ContentChangedError extends UnavailableError {
  override readonly name = 'ContentChangedError';
}

/** 128 bits of SHA-256: no two contents meet by chance, and the ETag stays short. */
export const newHash = (): { update(bytes: Buffer): unknown; digest(): string } => {
  const hash = createHash('sha256');
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('base64url').slice(0, 22) };
};

export function hashOf(bytes: Buffer): string {
  const hash = newHash();
  hash.update(bytes);
  return hash.digest();
}
