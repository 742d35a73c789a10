/**
 * Replaces the content of a data folder by restored content in a subfolder. The folder itself stays, because it may be
 * a mounted disk. The next process that opens the folder completes an interrupted replacement, so that old and new
 * content are never mixed.
 */
import { readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { isThere } from '../../lib/is-there.js';
import { join } from 'node:path';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { syncFolder } from '../../lib/durable-folders.js';
import { makeFolders } from '../../lib/make-folders.js';
import { isMissing } from '../../lib/locate-file.js';

/** The data folder that a restore fills. */
export const restoredFolder = (data: string): string => join(data, RESTORING, 'data');

const RESTORING = '.restoring';
/** Lists all restored files. Once it exists, the old content is obsolete. */
const COMPLETE_LIST = 'whole';
/** Files that a restore replaces. Other files in the folder do not belong to the host. */
const HOST_FILES = /^(?:feaas\.db(?:-wal|-shm)?|blobs)$/;
/** Files that do not count as content: of a stopped host, of the file system, of an interrupted restore. */
const IDLE = /^(?:host\.(?:lock|pid)|control.*|lost\+found|\.restoring|\.uploads)$/;

/** Whether a restore would replace content. */
export const hasContent = async (data: string): Promise<boolean> =>
  (await entriesOf(data)).some((name) => !IDLE.test(name));

export const clearRestoring = (data: string): Promise<void> =>
  rm(join(data, RESTORING), { recursive: true, force: true });

/** Replaces the content. The caller must have locked the folder, and closed the restored files. */
export async function adoptRestored(data: string): Promise<void> {
  const unfinished = join(data, RESTORING, `${COMPLETE_LIST}.unfinished`);
  await writeFile(unfinished, JSON.stringify(await hostFilesIn(restoredFolder(data))), { flush: true });
  await rename(unfinished, join(data, RESTORING, COMPLETE_LIST));
  await syncFolder(join(data, RESTORING));
  await move(data);
}

/** Completes an interrupted replacement. @throws HostError if another process has locked the folder. */
export async function completeRestore(data: string): Promise<void> {
  if (!isThere(join(data, RESTORING, COMPLETE_LIST))) return;
  const unlock = lockFolder(data);
  try {
    await move(data);
  } finally {
    unlock();
  }
}

/** Can be repeated after any interruption. */
async function move(data: string): Promise<void> {
  const fresh = restoredFolder(data);
  const aside = join(data, RESTORING, 'replaced');
  const all = new Set(JSON.parse(await readFile(join(data, RESTORING, COMPLETE_LIST), 'utf8')) as string[]);
  const coming = new Set(await hostFilesIn(fresh));
  makeFolders(aside);
  for (const name of await hostFilesIn(data)) {
    // A listed file that is no longer in the subfolder has already been moved.
    if (all.has(name) && !coming.has(name)) continue;
    await rm(join(aside, name), { recursive: true, force: true });
    await rename(join(data, name), join(aside, name));
  }
  for (const name of coming) await rename(join(fresh, name), join(data, name));
  await syncFolder(data);
  await unlink(join(data, RESTORING, COMPLETE_LIST));
  await clearRestoring(data);
}

const hostFilesIn = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder)).filter((name) => HOST_FILES.test(name));

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
