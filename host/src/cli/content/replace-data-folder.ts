/**
 * Replaces the content of a data folder by restored content in a subfolder. The folder itself stays, because it may be
 * a mounted disk. The next process that opens the folder completes an interrupted replacement, so that old and new
 * content are never mixed.
 */
import { rmSync } from 'node:fs';
import { readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { exists } from '../../lib/is-there.js';
import { join } from 'node:path';
import { checkpoint } from '../../db/dialects/checkpoint.js';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { syncFolder } from '../../lib/durable-folders.js';
import { makeFolders } from '../../lib/make-folders.js';
import { pathsIn } from '../../lib/data-folder.js';
import { isMissing } from '../../lib/locate-file.js';
import type { Log } from '../../lib/log.js';

/** The data folder that a restore fills. */
export const restoredFolder = (data: string): string => join(data, RESTORING, 'data');

const RESTORING = '.restoring';
/** Lists all restored files but the log. Once it exists, the old content is obsolete. */
const COMPLETE_LIST = 'whole';
/** Files that a restore replaces. Other files in the folder do not belong to the host. */
const HOST_FILES = /^(?:feaas\.db(?:-wal|-shm)?|blobs)$/;
/** SQLite's log and its index. SQLite removes them once its last connection has ended, which may be during the replacement. */
const LOG_FILES = /^feaas\.db-(?:wal|shm)$/;
/** Files that do not count as content: of a stopped host, of the file system, of an interrupted restore. */
const IGNORED_FILES = /^(?:host\.(?:lock|pid)|control.*|lost\+found|\.restoring|\.uploads)$/;

/** Whether a restore would replace content. */
export const hasContent = async (data: string): Promise<boolean> =>
  (await entriesOf(data)).some((name) => !IGNORED_FILES.test(name));

/** For an interruption, where nothing can wait. */
export const clearRestoringNow = (data: string): void =>
  rmSync(join(data, RESTORING), { recursive: true, force: true });

export const clearRestoring = (data: string): Promise<void> =>
  rm(join(data, RESTORING), { recursive: true, force: true });

/** Replaces the content. The caller must have locked the folder, and closed the restored files. */
export async function adoptRestored(data: string): Promise<void> {
  const names = (await hostFilesIn(restoredFolder(data))).filter((name) => !LOG_FILES.test(name));
  const unfinished = join(data, RESTORING, `${COMPLETE_LIST}.unfinished`);
  await writeFile(unfinished, JSON.stringify(names), { flush: true });
  await rename(unfinished, join(data, RESTORING, COMPLETE_LIST));
  await syncFolder(join(data, RESTORING));
  await replaceContent(data);
}

/**
 * Completes an interrupted replacement, or removes what a restore left that ended before it.
 * @throws HostError if another process has locked the folder during a replacement.
 */
export async function completeRestore(data: string, log: Pick<Log, 'warn'>): Promise<void> {
  if (!exists(join(data, RESTORING))) return;
  const isReplacing = (): boolean => exists(join(data, RESTORING, COMPLETE_LIST));
  let unlock: () => void;
  try {
    unlock = lockFolder(data);
  } catch (error) {
    if (isReplacing()) throw error;
    // A host that runs meanwhile needs no space, and a restore that runs uses the folder.
    return;
  }
  try {
    if (isReplacing()) {
      await replaceContent(data);
      log.warn(`completed an interrupted restore: '${data}' has the content of the backup. Run 'check'.`);
    } else {
      await clearRestoring(data);
      log.warn(`removed what an interrupted restore left: '${data}' has its old content. Run 'restore' again.`);
    }
  } finally {
    unlock();
  }
}

/** Can be repeated after any interruption. */
async function replaceContent(data: string): Promise<void> {
  const restored = restoredFolder(data);
  const replaced = join(data, RESTORING, 'replaced');
  const restoredFiles = new Set(JSON.parse(await readFile(join(data, RESTORING, COMPLETE_LIST), 'utf8')) as string[]);
  const { database } = pathsIn(restored);
  if (exists(database)) checkpoint(database);
  const pending = new Set((await hostFilesIn(restored)).filter((name) => restoredFiles.has(name)));
  makeFolders(replaced);
  for (const name of await hostFilesIn(data)) {
    // A listed file that is no longer in the subfolder has already been moved.
    if (restoredFiles.has(name) && !pending.has(name)) continue;
    await rm(join(replaced, name), { recursive: true, force: true });
    await rename(join(data, name), join(replaced, name));
  }
  for (const name of pending) await rename(join(restored, name), join(data, name));
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
