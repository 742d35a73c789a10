/**
 * A data folder takes over what was restored within it, so that the folder itself, which may be a mounted disk, stays. What
 * was interrupted is completed by whoever opens the folder next: at no time is it a mixture of both.
 */
import { readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { syncFolder } from '../../lib/durable-folders.js';
import { makeFolders } from '../../lib/make-folders.js';
import { isMissing } from '../../lib/locate-file.js';

/** Where a restore goes on. */
export const restoredFolder = (data: string): string => join(data, RESTORING, 'data');

const RESTORING = '.restoring';
/** Names all that is to come; written once it is there: from then on the old content counts no more. */
const COMPLETE_LIST = 'whole';
/** What a restore brings, and so takes away: other files of the folder are not the host's. */
const HOST_FILES = /^(?:feaas\.db(?:-wal|-shm)?|blobs)$/;
/** Says nothing about whether there is content: of the host that ran, of the file system, of a restore that broke off. */
const IDLE = /^(?:host\.(?:lock|pid)|control.*|lost\+found|\.restoring|\.uploads)$/;

/** Whether something would be lost. */
export const hasContent = async (data: string): Promise<boolean> =>
  (await entriesOf(data)).some((name) => !IDLE.test(name));

export const clearRestoring = (data: string): Promise<void> =>
  rm(join(data, RESTORING), { recursive: true, force: true });

/** Takes over what was restored. For who has the folder locked, once nobody has the restored files open. */
export async function adoptRestored(data: string): Promise<void> {
  const unfinished = join(data, RESTORING, `${COMPLETE_LIST}.unfinished`);
  await writeFile(unfinished, JSON.stringify(await hostFilesIn(restoredFolder(data))), { flush: true });
  await rename(unfinished, join(data, RESTORING, COMPLETE_LIST));
  await syncFolder(join(data, RESTORING));
  await move(data);
}

/** Ends a swap that was interrupted, if there is one. @throws HostError where another process has the folder. */
export async function completeRestore(data: string): Promise<void> {
  if (!existsSync(join(data, RESTORING, COMPLETE_LIST))) return;
  const unlock = lockFolder(data);
  try {
    await move(data);
  } finally {
    unlock();
  }
}

/** May be done again after it was interrupted anywhere. */
async function move(data: string): Promise<void> {
  const fresh = restoredFolder(data);
  const aside = join(data, RESTORING, 'replaced');
  const all = new Set(JSON.parse(await readFile(join(data, RESTORING, COMPLETE_LIST), 'utf8')) as string[]);
  const coming = new Set(await hostFilesIn(fresh));
  makeFolders(aside);
  for (const name of await hostFilesIn(data)) {
    // What was to come and is no longer to come has come.
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
