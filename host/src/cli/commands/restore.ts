import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { lockFolder } from '../../database/folder-lock.js';
import { HostError } from '../../errors.js';
import { createLedger } from '../../ledger/ledger.js';
import { isMissing } from '../../store/locate.js';
import type { Settings } from '../../settings/read.js';
import { checkBackup } from '../backup/format.js';
import { readBackup } from '../backup/restore.js';
import { openPlaces } from '../open-store.js';
import type { CommandContext, Run } from './command.js';

/** `restore <file>`: brings back all that was backed up, and delivers what was published. */
export const restoreCommand: Run = async (context) => {
  const { arguments: given, settings, folder } = context;
  const file = resolve(folder, given.operands[0]!);
  const force = given.own['force'] === true;
  await checkBackup(file);
  if (settings.databaseUrl !== undefined) return restoreInto(context, settings, file, force);
  return restoreFolder(context, file, force);
};

/** Into a new folder, which takes the place of the old one when it is whole. */
async function restoreFolder(context: CommandContext, file: string, force: boolean): Promise<number> {
  const { data } = context.settings;
  const old = await entriesOf(data);
  if (old.length > 0) {
    if (!force) throw new HostError(`the data folder '${data}' is not empty. --force replaces all it holds.`);
    // Refuses while a host has it.
    lockFolder(data)();
  }
  const fresh = join(dirname(data), `.${basename(data)}.restoring`);
  const aside = join(dirname(data), `.${basename(data)}.replaced`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  try {
    await restoreInto(context, { ...context.settings, data: fresh }, file, force);
    // What an earlier attempt left aside is older than what is there.
    await rm(aside, { recursive: true, force: true });
    const unlock = old.length > 0 ? lockFolder(data) : undefined;
    if (unlock) await rename(data, aside);
    else await rm(data, { recursive: true, force: true });
    await rename(fresh, data);
    unlock?.();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await rm(aside, { recursive: true, force: true });
  return 0;
}

async function restoreInto(
  { log, output }: CommandContext,
  settings: Settings,
  file: string,
  replace: boolean,
): Promise<number> {
  const { database, blobs } = await openPlaces(settings, log);
  let restored;
  try {
    restored = await readBackup(file, database, blobs, { replace });
  } catch (error) {
    await database.close();
    throw error;
  }
  const ledger = createLedger({ database, blobs, log });
  try {
    await ledger.delivered();
  } finally {
    await ledger.close();
  }
  output.out.write(`${restored.rows} rows and ${restored.blobs} blobs restored; all that was published is delivered\n`);
  return 0;
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
