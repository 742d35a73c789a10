import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './locate-file.js';
import { makeFolders } from './make-folders.js';

/**
 * Replaces a file atomically, and creates missing folders. Readers see either the old or the new bytes, even if the
 * process ends during the write.
 */
export async function replaceFile(path: string, bytes: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  makeFolders(folder);
  // Hidden from watchers and imports. The name has a fixed length, because the original may have the maximum length.
  const unfinished = join(folder, `.${createHash('sha256').update(basename(path)).digest('hex')}.new`);
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Undefined if the file does not exist. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
