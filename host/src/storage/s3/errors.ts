import { S3ServiceException } from '@aws-sdk/client-s3';
import { codeOf } from '../../lib/host-error.js';
import { parseRetryAfter } from '../../lib/retry-after.js';
import type { BlobStoreErrorOptions } from '../blob-store.js';
import { statusText } from '../status-text.js';

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

export const nameOf = (error: unknown): string | undefined =>
  error instanceof S3ServiceException ? error.name : undefined;

/** Whether something is missing; with `bucket`, whether the bucket is missing. */
export const isMissing = (error: unknown, target?: 'bucket'): boolean =>
  target === 'bucket' ? nameOf(error) === 'NoSuchBucket' : statusOf(error) === 404;

const CHANGED = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/** Whether a conditional write failed: the object has changed, was created or deleted, or another write is in progress. */
export const isConditionNotMet = (error: unknown): boolean =>
  statusOf(error) === 412 || CHANGED.has(nameOf(error) ?? '');

/** A proxy or a page of an outage, for example. */
export const notOfS3 = (): Error => new Error('the response is not one of S3. Check the endpoint and proxies');

/** Status and code, and what to check. */
export const reasonOf = (error: unknown): string => [briefReasonOf(error), ...hintsOf(error)].join(' ');

export function failure(error: unknown): BlobStoreErrorOptions {
  // Without a response, the message may name the store.
  const reason = statusOf(error) === undefined ? codeOf(error) : briefReasonOf(error);
  return {
    ...{ cause: error, ...(reason !== undefined && { reason }) },
    retryAfter: parseRetryAfter(headerOf(error, 'retry-after'), headerOf(error, 'date')),
  };
}

/** Name of the library for an error without a code, as in responses to HEAD. */
const NO_CODE = 'Unknown';

/** Status and code of the response; without a response, the message. */
export function briefReasonOf(error: unknown): string {
  const status = statusOf(error);
  const name = nameOf(error);
  if (status !== undefined) return statusText(status, name === NO_CODE ? undefined : name);
  if (!(error instanceof Error)) return String(error);
  // If several addresses refuse a connection, the message is empty.
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

function hintsOf(error: unknown): string[] {
  const region = headerOf(error, 'x-amz-bucket-region');
  const status = statusOf(error) ?? 0;
  if ((status >= 300 && status < 400) || (status === 400 && region !== undefined))
    return [
      `(check region and endpoint in FEAAS_STORAGE${region === undefined ? '' : `: the bucket is in ${region}`})`,
    ];
  if (nameOf(error) === 'RequestTimeTooSkewed') return ['(set the clock of this machine)'];
  if (status === 401 || status === 403 || EXPIRED.has(nameOf(error) ?? ''))
    return ['(check the access key, its permissions and its expiry, and the clock of this machine)'];
  return [];
}

const EXPIRED = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired']);

const headerOf = (error: unknown, name: string): string | undefined =>
  error instanceof S3ServiceException ? error.$response?.headers[name] : undefined;
