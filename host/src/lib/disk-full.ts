/** Errors for a disk that takes no writes, of the system and of SQLite, which also needs space for the index of its log. */
import { statfsSync } from 'node:fs';
import { codeOf } from './host-error.js';

const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE']);

/** SQLite reports a missing byte by its own code. This one is for other reasons, such as a read-only file system or a quota. */
const OTHER_REASONS = new Set(['SQLITE_IOERR_WRITE']);

/** The code if an error or its cause means that the disk is full or takes no writes. */
export function diskCodeOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== undefined && CODES.has(code)) return code;
  return error instanceof Error && error.cause !== undefined ? diskCodeOf(error.cause) : undefined;
}

/** Whether an error or its cause means that the disk is full, or takes no writes. */
export const isDiskFailure = (error: unknown): boolean => diskCodeOf(error) !== undefined;

/** Whether more space helps. */
export const isOutOfSpace = (code: string): boolean => !OTHER_REASONS.has(code);

/** SQLite reports by this code that it could not enlarge the index of its log, whatever the reason. */
const ANY_REASON = 'SQLITE_IOERR_SHMSIZE';

/** Whether more space helps after a failure in this folder. */
export const isFolderFull = (folder: string, code: string): boolean =>
  code === ANY_REASON ? isNearlyFull(folder) : isOutOfSpace(code);

/** Bytes of free space below which a save fails. */
const MIN_FREE_BYTES = 64 * 1024;

/** Whether the disk has too little space to write anything; false if that is unknown. */
export function isNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
