import { resolve } from 'node:path';
import { openDatabase } from '../../database/database.js';
import { placesOf } from '../../settings/places.js';
import { writeBackup } from '../backup/backup.js';
import { snapshotOfDatabase, snapshotOfFile } from '../backup/snapshot.js';
import { openBlobs } from '../open-store.js';
import type { Run } from './command.js';

/** `backup <file>`: of a running host too, which goes on meanwhile. */
export const backupCommand: Run = async ({ arguments: { operands }, settings, log, output, folder }) => {
  const file = resolve(folder, operands[0]!);
  const blobs = await openBlobs(settings, log);
  if (settings.databaseUrl === undefined) {
    return say(await writeBackup(file, snapshotOfFile(placesOf(settings.data).database), blobs));
  }
  const database = await openDatabase({ url: settings.databaseUrl, log });
  try {
    return say(await writeBackup(file, snapshotOfDatabase(database), blobs));
  } finally {
    await database.close();
  }

  function say({ rows, blobs: stored }: { rows: number; blobs: number }): number {
    output.out.write(`${file}: ${rows} rows and ${stored} blobs\n`);
    return 0;
  }
};
