import { BlobStoreError } from '../../storage/blob-store.js';
import { DomainError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';

/** The message of an error for operators; undefined for an internal error, which needs its stack. */
export function formatError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof HostError || error instanceof DomainError) return error.message;
  if (error instanceof BlobStoreError) {
    const reason = error.cause === undefined ? undefined : formatError(error.cause);
    return reason === undefined ? error.message : `${error.message} ${reason}`;
  }
  const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (code?.startsWith('SQLITE_')) return `could not use the database file: ${error.message} (${code}).`;
  if (code === undefined || syscall === undefined) return undefined;
  const paths = [path, dest].flatMap((each) => (each === undefined ? [] : `'${each}'`)).join(' to ');
  return `${syscall}${paths && ` ${paths}`} failed: ${CODE_REASONS[code] ?? error.message} (${code}).`;
}

/** Explanations of system error codes, with advice. */
const CODE_REASONS: Readonly<Record<string, string>> = Object.freeze({
  EACCES: 'this user may not. Change the permissions, or run as the user whose folder it is',
  EPERM: 'this user may not. Change the permissions, or run as the user whose folder it is',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EBUSY: 'it is in use, or is where a disk is mounted',
  EXDEV: 'they are on different disks',
  EMFILE: 'too many files are open (ulimit -n)',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already',
});
