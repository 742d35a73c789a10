import type { IncomingMessage } from 'node:http';
import type { RateLimitedError } from '../lib/domain-error.js';
import { dropBody } from '../lib/drop-body.js';
import { formatSize } from '../lib/limits.js';

/** The reason why a body was not read completely. */
export class BodyRefusedError extends Error {
  constructor(
    readonly status: 408 | 413 | 415,
    message: string,
  ) {
    super(message);
  }

  /** What a client may send instead (RFC 9110, 15.5.16). */
  get headers(): Readonly<Record<string, string>> {
    return this.status === 415 ? { 'accept-encoding': 'identity' } : {};
  }
}

const bodyTooLarge = (limit: number): BodyRefusedError =>
  new BodyRefusedError(413, `The request's body is larger than ${formatSize(limit)}. Send less at once.`);

export const bodyTimeout = (milliseconds: number): BodyRefusedError =>
  new BodyRefusedError(408, `The request's body took longer than ${milliseconds / 1000} s. Try again.`);

export const clientLeft = (): Error => new Error('The client left before its request was whole. Send it again.');

/** Rejects a body by its headers if it is too long or compressed. @throws BodyRefusedError, result of `tooLarge` */
export function checkBodyHeaders(request: IncomingMessage, limit: number, tooLarge: () => Error): void {
  const { 'content-encoding': coding = 'identity' } = request.headers;
  if (coding.trim().toLowerCase() !== 'identity') {
    dropBody(request);
    const quoted = JSON.stringify(coding.slice(0, 100));
    throw new BodyRefusedError(
      415,
      `The host does not unpack bodies with Content-Encoding ${quoted}. Send it as it is.`,
    );
  }
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  dropBody(request);
  throw tooLarge();
}

/** Limits the bytes held in memory at once, in total and per address. */
export interface MemoryBudget {
  /** Opens a share, which grows with what a request holds. */
  open(address: string): MemoryShare;
}

export interface MemoryShare {
  /** @throws RateLimitedError if the budget has not enough bytes left. */
  take(bytes: number): void;
  /** Returns all bytes to the budget. */
  release(): void;
}

/** @param refusal creates the error for an exhausted budget */
export function createMemoryBudget(total: number, perAddress: number, refusal: () => RateLimitedError): MemoryBudget {
  let usedBytes = 0;
  const usedByAddress = new Map<string, number>();
  const add = (address: string, bytes: number): void => {
    usedBytes += bytes;
    const used = (usedByAddress.get(address) ?? 0) + bytes;
    if (used > 0) usedByAddress.set(address, used);
    else usedByAddress.delete(address);
  };
  return {
    open(address) {
      let taken = 0;
      return {
        take(bytes) {
          if (usedBytes + bytes > total || (usedByAddress.get(address) ?? 0) + bytes > perAddress) throw refusal();
          taken += bytes;
          add(address, bytes);
        },
        release() {
          add(address, -taken);
          taken = 0;
        },
      };
    },
  };
}

export interface BodyLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Chunks that are concatenated at a time. Each takes some hundred bytes of overhead, even with a single byte of content. */
const CHUNKS_PER_BUFFER = 256;

/**
 * Reads the whole body of a request.
 * @throws BodyRefusedError for a body that is too large, too slow or compressed; RateLimitedError. The rest of the body
 * is discarded.
 */
export async function readBody(
  request: IncomingMessage,
  { bytes: limit, milliseconds }: BodyLimits,
  share: MemoryShare,
): Promise<Buffer<ArrayBuffer>> {
  checkBodyHeaders(request, limit, () => bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const buffers: Buffer<ArrayBuffer>[] = [];
    let chunks: Buffer<ArrayBuffer>[] = [];
    let length = 0;
    const add = (chunk: Buffer<ArrayBuffer>): void => {
      length += chunk.length;
      try {
        if (length > limit) throw bodyTooLarge(limit);
        share.take(chunk.length);
        chunks.push(chunk);
        if (chunks.length < CHUNKS_PER_BUFFER) return;
        buffers.push(Buffer.concat(chunks));
        chunks = [];
      } catch (error) {
        refuse(error as Error);
      }
    };
    const end = (): void => {
      stop();
      const parts = [...buffers, ...chunks];
      resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts, length));
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const refuse = (error: Error): void => {
      fail(error);
      dropBody(request);
    };
    const close = (): void => fail(clientLeft());
    const timer = setTimeout(() => refuse(bodyTimeout(milliseconds)), milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', add).off('end', end).off('error', fail).off('close', close);
      // The stream may still fail while the rest is discarded.
      request.on('error', () => {});
    };
    request.on('data', add).on('end', end).on('error', fail).on('close', close);
  });
}
