import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMissing } from './locate-file.js';
import { makeDurably } from './durable-folders.js';

/** Milliseconds after which an unfinished file is considered abandoned. */
const STALE_MILLISECONDS = 3_600_000;

const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
/** Distinguishes this process from an earlier one with the same id, as in containers. */
const RUN = randomBytes(6).toString('hex');

export interface TemporaryFiles {
  /**
   * A unique path in the folder's file system, so that the file can be renamed to its destination. Creates the folder
   * again if somebody has removed it.
   */
  path(): Promise<string>;
}

/**
 * Opens a folder for files that are being written. Removes left-over files of ended processes. Other processes may use
 * the folder concurrently.
 */
export async function openTemporaryFiles(folder: string): Promise<TemporaryFiles> {
  await makeDurably(folder);
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if (await isLeftOver(entry, path)) await rm(path, { force: true });
  }
  let count = 0;
  return {
    async path() {
      await makeDurably(folder);
      return join(folder, `${MACHINE}-${process.pid}-${RUN}-${count++}`);
    },
  };
}

async function isLeftOver(entry: string, path: string): Promise<boolean> {
  const [machine, pid, run] = entry.split('-');
  if (machine === MACHINE && run !== RUN && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_MILLISECONDS;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user exists, although it may not be signaled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
