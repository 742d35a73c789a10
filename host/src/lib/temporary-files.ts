import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMissing } from './locate-file.js';
import { makeDurably } from './durable-folders.js';

/** No process writes one file for longer. */
const STALE_MILLISECONDS = 3_600_000;

const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
/** Tells this process from an earlier one with its number, as containers have them. */
const RUN = randomBytes(6).toString('hex');

export interface TemporaryFiles {
  /** A path that nothing has; on the file system of the folder, so that it can be renamed to a place there. */
  path(): string;
}

/**
 * The folder of files that are being written. What processes left there that ended while they wrote is removed;
 * other processes may be writing in it now.
 */
export async function openTemporaryFiles(folder: string): Promise<TemporaryFiles> {
  await makeDurably(folder);
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if (await isLeftOver(entry, path)) await rm(path, { force: true });
  }
  let count = 0;
  return { path: () => join(folder, `${MACHINE}-${process.pid}-${RUN}-${count++}`) };
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
    // Another user's process may not be asked, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
