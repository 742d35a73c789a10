import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './locate-file.js';
import { makeFolders } from './make-folders.js';

/**
 * Writes a file, and the folders above it that are missing. Who reads it sees the old bytes or the new ones, also when this process
 * ends half-way.
 */
export async function replaceFile(path: string, bytes: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  makeFolders(folder);
  // Hidden from watchers and imports. Of one length, for a name may be as long as the file system takes.
  const unfinished = join(folder, `.${createHash('sha256').update(basename(path)).digest('hex')}.new`);
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Undefined if there is no such file. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
