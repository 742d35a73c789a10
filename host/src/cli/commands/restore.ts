import { resolve } from 'node:path';
import { lockFolder } from '../../database/folder-lock.js';
import { HostError } from '../../errors.js';
import { createLedger } from '../../ledger/ledger.js';
import type { Settings } from '../../settings/read.js';
import type { Backup } from '../backup/backup.js';
import { checkRestorable, readBackup } from '../backup/restore.js';
import { clearRestoring, completeRestore, freshOf, holdsContent, takeOver } from '../backup/swap.js';
import { makeFolder, openPlaces } from '../open-store.js';
import type { CommandContext, Run } from './command.js';

/** `restore <file>`: brings back all that was backed up, and delivers what was published. */
export const restoreCommand: Run = async (context) => {
  const { arguments: given, settings, folder, output } = context;
  const file = resolve(folder, given.operands[0]!);
  const force = given.own['force'] === true;
  await checkRestorable(file);
  const restore = settings.databaseUrl === undefined ? restoreFolder : restoreInto;
  const { rows, blobs } = await restore(context, settings, file, force);
  output.out.write(`${rows} rows and ${blobs} blobs restored; all that was published is delivered\n`);
  return 0;
};

/** Within the folder, which may be a mounted disk; then it takes the place of what was there. */
async function restoreFolder(
  context: CommandContext,
  settings: Settings,
  file: string,
  force: boolean,
): Promise<Backup> {
  const { data } = settings;
  await completeRestore(data);
  if (!force && (await holdsContent(data))) {
    throw new HostError(`the data folder '${data}' is not empty. --force replaces all it holds.`);
  }
  await makeFolder(data);
  // Refuses while a host has it, and keeps one from starting meanwhile.
  const unlock = lockFolder(data);
  try {
    await clearRestoring(data);
    await makeFolder(freshOf(data));
    let restored;
    try {
      restored = await restoreInto(context, { ...settings, data: freshOf(data) }, file, force);
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

async function restoreInto(
  { log }: CommandContext,
  settings: Settings,
  file: string,
  replace: boolean,
): Promise<Backup> {
  const rights = { tables: replace ? 'update' : 'make', alone: true } as const;
  const { database, blobs } = await openPlaces(settings, log, rights);
  let restored;
  try {
    restored = await readBackup(file, database, blobs, { replace });
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
