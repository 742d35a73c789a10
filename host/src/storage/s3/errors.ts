import { S3ServiceException } from '@aws-sdk/client-s3';

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

export const nameOf = (error: unknown): string | undefined =>
  error instanceof S3ServiceException ? error.name : undefined;

/** Whether something is missing; with `bucket`, whether the bucket is missing. */
export const isMissing = (error: unknown, what?: 'bucket'): boolean =>
  what === 'bucket' ? nameOf(error) === 'NoSuchBucket' : statusOf(error) === 404;

const CHANGED = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/** Whether a conditional write failed: the object has changed, was created or deleted, or another write is in progress. */
export const isConditionNotMet = (error: unknown): boolean =>
  statusOf(error) === 412 || CHANGED.has(nameOf(error) ?? '');

export function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `${status} ${nameOf(error)}`;
  if (!(error instanceof Error)) return String(error);
  // If several addresses refuse a connection, the message is empty.
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
