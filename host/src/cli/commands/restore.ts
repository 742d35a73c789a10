import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { HostError } from '../../lib/host-error.js';
import { createContentService } from '../../publishing/create-content-service.js';
import { identityOfDatabase } from '../../publishing/store-identity.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import { storageAt } from '../../storage/drivers/registry.js';
import { pathsIn } from '../../lib/data-folder.js';
import type { Settings } from '../../config/read-settings.js';
import type { Backup } from '../backup/backup.js';
import { checkEmpty, checkRestorable, readBackup } from '../backup/restore.js';
import { snapshotOfFile } from '../backup/snapshot.js';
import {
  clearRestoring,
  completeRestore,
  restoredFolder,
  hasContent,
  adoptRestored,
} from '../content/replace-data-folder.js';
import { identityToRestore } from '../content/check-store-identity.js';
import { describeStorage } from '../content/storage-description.js';
import { openBlobs, openDatabaseAndBlobs, type OpenOptions, type OpenedContent } from '../content/open-content.js';
import type { CommandContext, CommandHandler } from './command.js';

/** `restore <file>`: brings back all that was backed up, and delivers what was published. */
export const restoreCommand: CommandHandler = async (context) => {
  const { arguments: given, settings, folder, output } = context;
  const file = resolve(folder, given.operands[0]!);
  const may = { replace: given.own['force'] === true, foreign: given.own['take-over'] === true };
  await checkRestorable(file);
  const restore = settings.databaseUrl === undefined ? restoreFolder : restoreDatabase;
  const { rows, blobs } = await restore(context, settings, file, may);
  output.out.write(`${rows} rows and ${blobs} blobs restored; the host has delivered all published content\n`);
  return 0;
};

/** What was allowed: to replace what is there, and to take the blob store of another database. */
interface RestorePermissions {
  readonly replace: boolean;
  readonly foreign: boolean;
}

/** Within the folder, which may be a mounted disk; then it takes the place of what was there. */
async function restoreFolder(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign }: RestorePermissions,
): Promise<Backup> {
  const { data } = settings;
  const storage = storageAt(settings.storage);
  await completeRestore(data);
  if (!replace && (await hasContent(data))) {
    throw new HostError(`the data folder '${data}' is not empty. --force replaces all it holds.`);
  }
  makePrivateFolder(data);
  // Refuses while a host has it, and keeps one from starting meanwhile.
  const unlock = lockFolder(data);
  try {
    await clearRestoring(data);
    let identity: string | undefined;
    if (storage.mayExist(data)) {
      const store = await openBlobs(settings, context.log);
      identity = await identityToRestore(store, await identityIn(data), describeStorage(settings), foreign);
    }
    makePrivateFolder(restoredFolder(data));
    let restored;
    try {
      const fresh = await openDatabaseAndBlobs(
        { ...settings, data: restoredFolder(data) },
        context.log,
        rightsTo(replace),
      );
      // A folder of blobs is as new as the database, and bears no mark yet.
      restored = await restoreInto(context, fresh, file, {
        replace,
        ...(!storage.isInDataFolder && identity !== undefined ? { identity } : {}),
      });
    } catch (error) {
      await clearRestoring(data).catch(() => {});
      throw error;
    }
    // If it fails on the way, the next who opens the folder completes it.
    await adoptRestored(data);
    return restored;
  } finally {
    unlock();
  }
}

/** The mark of the database in a data folder; undefined where there is none, or it can not be read. */
async function identityIn(data: string): Promise<string | undefined> {
  const { database } = pathsIn(data);
  if (!existsSync(database)) return undefined;
  // What is broken is a reason to restore, not to refuse it.
  return snapshotOfFile(database)(identityOfDatabase).catch(() => undefined);
}

async function restoreDatabase(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign }: RestorePermissions,
): Promise<Backup> {
  const stores = await openDatabaseAndBlobs(settings, context.log, rightsTo(replace));
  let identity: string | undefined;
  try {
    const { database, blobs } = stores;
    if (!replace) await checkEmpty(database);
    identity = await identityToRestore(
      blobs,
      await identityOfDatabase(database.read),
      describeStorage(settings),
      foreign,
    );
  } catch (error) {
    await stores.database.close();
    throw error;
  }
  return restoreInto(context, stores, file, { replace, ...(identity === undefined ? {} : { identity }) });
}

const rightsTo = (replace: boolean): OpenOptions => ({ tables: replace ? 'update' : 'make', alone: true });

async function restoreInto(
  { log }: CommandContext,
  { database, blobs }: Pick<OpenedContent, 'database' | 'blobs'>,
  file: string,
  options: { replace: boolean; identity?: string },
): Promise<Backup> {
  let restored;
  try {
    restored = await readBackup(file, database, blobs, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  const contentService = createContentService({ database, blobs, log });
  try {
    await contentService.delivered({ once: true });
  } finally {
    await contentService.close();
  }
  return restored;
}
