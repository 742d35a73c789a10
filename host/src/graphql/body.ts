import type { IncomingMessage } from 'node:http';
import { formatSize } from '../lib/limits.js';
import type { GraphQLLimits } from './context/limits.js';

/** Why a body was not read to its end. */
export class BodyRefusedError extends Error {
  constructor(
    readonly status: 408 | 413,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The whole body of a request; one with files is larger only for who may upload any.
 * @throws BodyRefused for one that is too large, or too slow. What still arrives of it is dropped.
 */
export function readBody(request: IncomingMessage, limits: GraphQLLimits, mayUpload = true): Promise<Buffer> {
  const files = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  const limit = files && mayUpload ? limits.uploadBytes : limits.bodyBytes;
  const tooLarge = (): BodyRefusedError =>
    new BodyRefusedError(413, `The request's body is larger than ${formatSize(limit)}.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return Promise.reject(tooLarge());
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const add = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) refuse(tooLarge());
      else chunks.push(chunk);
    };
    const end = (): void => {
      stop();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const refuse = (why: BodyRefusedError): void => {
      fail(why);
      request.resume();
    };
    const close = (): void => fail(new Error('The client left before its request was whole.'));
    const seconds = limits.bodyMilliseconds / 1000;
    const timer = setTimeout(
      () => refuse(new BodyRefusedError(408, `The request's body took longer than ${seconds} s.`)),
      limits.bodyMilliseconds,
    );
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', add).off('end', end).off('error', fail).off('close', close);
      // The stream may still fail while the rest is dropped.
      request.on('error', () => {});
    };
    request.on('data', add).on('end', end).on('error', fail).on('close', close);
  });
}
