import { S3ServiceException } from '@aws-sdk/client-s3';

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

export const nameOf = (error: unknown): string | undefined =>
  error instanceof S3ServiceException ? error.name : undefined;

/** That something is not there; with `bucket`, that the bucket is not. */
export const isMissing = (error: unknown, what?: 'bucket'): boolean =>
  what === 'bucket' ? nameOf(error) === 'NoSuchBucket' : statusOf(error) === 404;

const CHANGED = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/** Of a write: the object is another by now, or is there by now, or no more, or is being written by another right now. */
export const isConditionNotMet = (error: unknown): boolean =>
  statusOf(error) === 412 || CHANGED.has(nameOf(error) ?? '');

export function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `${status} ${nameOf(error)}`;
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that refuse, the message is empty.
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
