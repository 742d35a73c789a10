import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { HostError } from '../../lib/host-error.js';
import { createLedger } from '../../publishing/create-content-service.js';
import { markOfDatabase } from '../../publishing/store-identity.js';
import { placesOf } from '../../lib/data-folder.js';
import type { Settings } from '../../config/read-settings.js';
import type { Backup } from '../backup/backup.js';
import { checkEmpty, checkRestorable, readBackup } from '../backup/restore.js';
import { snapshotOfFile } from '../backup/snapshot.js';
import { clearRestoring, completeRestore, freshOf, holdsContent, takeOver } from '../content/replace-data-folder.js';
import { markToRestore } from '../content/check-store-identity.js';
import { keptIn } from '../content/storage-description.js';
import { makeFolder, openBlobs, openPlaces, type Rights, type Store } from '../content/open-content.js';
import type { CommandContext, Run } from './command.js';

/** `restore <file>`: brings back all that was backed up, and delivers what was published. */
export const restoreCommand: Run = async (context) => {
  const { arguments: given, settings, folder, output } = context;
  const file = resolve(folder, given.operands[0]!);
  const may = { replace: given.own['force'] === true, foreign: given.own['take-over'] === true };
  await checkRestorable(file);
  const restore = settings.databaseUrl === undefined ? restoreFolder : restoreDatabase;
  const { rows, blobs } = await restore(context, settings, file, may);
  output.out.write(`${rows} rows and ${blobs} blobs restored; all that was published is delivered\n`);
  return 0;
};

/** What was allowed: to replace what is there, and to take the blob store of another database. */
interface May {
  readonly replace: boolean;
  readonly foreign: boolean;
}

/** Within the folder, which may be a mounted disk; then it takes the place of what was there. */
async function restoreFolder(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign }: May,
): Promise<Backup> {
  const { data, azure } = settings;
  await completeRestore(data);
  if (!replace && (await holdsContent(data))) {
    throw new HostError(`the data folder '${data}' is not empty. --force replaces all it holds.`);
  }
  await makeFolder(data);
  // Refuses while a host has it, and keeps one from starting meanwhile.
  const unlock = lockFolder(data);
  try {
    await clearRestoring(data);
    let mark: string | undefined;
    if (azure || existsSync(placesOf(data).blobs)) {
      const store = await openBlobs(settings, context.log);
      mark = await markToRestore(store, await markIn(data), keptIn(settings), foreign);
    }
    await makeFolder(freshOf(data));
    let restored;
    try {
      const fresh = await openPlaces({ ...settings, data: freshOf(data) }, context.log, rightsTo(replace));
      // A folder of blobs is as new as the database, and bears no mark yet.
      restored = await restoreInto(context, fresh, file, { replace, ...(azure && mark !== undefined ? { mark } : {}) });
    } catch (error) {
      await clearRestoring(data).catch(() => {});
      throw error;
    }
    // If it fails on the way, the next who opens the folder completes it.
    await takeOver(data);
    return restored;
  } finally {
    unlock();
  }
}

/** The mark of the database in a data folder; undefined where there is none, or it can not be read. */
async function markIn(data: string): Promise<string | undefined> {
  const { database } = placesOf(data);
  if (!existsSync(database)) return undefined;
  // What is broken is a reason to restore, not to refuse it.
  return snapshotOfFile(database)(markOfDatabase).catch(() => undefined);
}

async function restoreDatabase(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign }: May,
): Promise<Backup> {
  const places = await openPlaces(settings, context.log, rightsTo(replace));
  let mark: string | undefined;
  try {
    const { database, blobs } = places;
    if (!replace) await checkEmpty(database);
    mark = await markToRestore(blobs, await markOfDatabase(database.read), keptIn(settings), foreign);
  } catch (error) {
    await places.database.close();
    throw error;
  }
  return restoreInto(context, places, file, { replace, ...(mark === undefined ? {} : { mark }) });
}

const rightsTo = (replace: boolean): Rights => ({ tables: replace ? 'update' : 'make', alone: true });

async function restoreInto(
  { log }: CommandContext,
  { database, blobs }: Pick<Store, 'database' | 'blobs'>,
  file: string,
  options: { replace: boolean; mark?: string },
): Promise<Backup> {
  let restored;
  try {
    restored = await readBackup(file, database, blobs, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  const ledger = createLedger({ database, blobs, log });
  try {
    await ledger.delivered({ once: true });
  } finally {
    await ledger.close();
  }
  return restored;
}
