/** Errors that mean "there is no space", of the system and of SQLite, whose index of the log needs some of its own. */
import { statfsSync } from 'node:fs';
import { codeOf } from './host-error.js';

const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE']);

/** Whether an error, or what caused it, is that no space is left. */
export function isDiskFull(error: unknown): boolean {
  if (CODES.has(codeOf(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}

/** Less than that is not enough for a save. */
const NEARLY_NOTHING = 64 * 1024;

/** Whether there is too little space to write anything; false where the system does not tell. */
export function isNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEARLY_NOTHING;
  } catch {
    return false;
  }
}
