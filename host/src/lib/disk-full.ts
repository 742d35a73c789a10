/** Errors for a full disk, of the system and of SQLite, which also needs space for the index of its log. */
import { statfsSync } from 'node:fs';
import { codeOf } from './host-error.js';

const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE']);

/** Whether an error or its cause means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (CODES.has(codeOf(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Bytes of free space below which a save fails. */
const NEARLY_NOTHING = 64 * 1024;

/** Whether the disk has too little space to write anything; false if that is unknown. */
export function isNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEARLY_NOTHING;
  } catch {
    return false;
  }
}
