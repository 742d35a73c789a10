/**
 * Ensures that only one host uses a folder. The lock is an exclusive lock of a SQLite file, which the system releases
 * however its process ends. `host.pid` only shows who holds it.
 */
import Libsql from 'libsql';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFailure } from '../../lib/disk-full.js';
import { HostError } from '../../lib/host-error.js';

/** Locks the folder. Returns a function that unlocks it. @throws HostError if another process holds it. */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, 'host.pid');
  const lock = openLock(folder);
  try {
    // A journal file would need disk space.
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new HostError(
      `the folder '${folder}' is in use by ${describeHolder(pidFile)}. Stop that, or choose another folder.`,
      {
        cause: error,
      },
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    // The file is only information, so the host starts even if the disk is full.
    if (isDiskFailure(error)) return () => release(pidFile, lock);
    // Otherwise nobody would release the lock.
    lock.close();
    throw new HostError(
      `could not write '${pidFile}'. Check the permissions and the space: ${(error as Error).message}`,
      { cause: error },
    );
  }
  return () => release(pidFile, lock);
}

function release(pidFile: string, lock: Libsql.Database): void {
  rmSync(pidFile, { force: true });
  lock.close();
}

function openLock(folder: string): Libsql.Database {
  try {
    return new Libsql(join(folder, 'host.lock'));
  } catch (error) {
    throw new HostError(
      `could not use the folder '${folder}': its host.lock does not open (${(error as Error).message}). Check its permissions.`,
      { cause: error },
    );
  }
}

function describeHolder(pidFile: string): string {
  try {
    const pid = /^\d+/.exec(readFileSync(pidFile, 'utf8'))?.[0];
    if (pid !== undefined) return Number(pid) === process.pid ? `this process (${pid})` : `process ${pid}`;
  } catch {
    // The other process has locked the folder but not written its process id yet.
  }
  return 'another process';
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
