import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '../../db/dialects/open-database.js';
import { noDatabase } from '../../db/dialects/embedded.js';
import { pathsIn } from '../../lib/data-folder.js';
import { writeBackup, type BackupSummary } from '../backup/backup.js';
import { snapshotOfDatabase, snapshotOfFile } from '../backup/snapshot.js';
import { completeRestore } from '../content/replace-data-folder.js';
import { openBlobs } from '../content/open-content.js';
import type { CommandHandler } from './command.js';

/** `backup <file>`: of a running host too, which goes on meanwhile. */
export const backupCommand: CommandHandler = async ({ arguments: { operands }, settings, log, output, folder }) => {
  const file = resolve(folder, operands[0]!);
  const { databaseUrl, data } = settings;
  if (databaseUrl === undefined) {
    const path = pathsIn(data).database;
    await completeRestore(data);
    if (!existsSync(path)) throw noDatabase(path);
    return report(await writeBackup(file, snapshotOfFile(path), await openBlobs(settings, log)));
  }
  const database = await openDatabase({ url: databaseUrl, log, tables: 'read' });
  try {
    return report(await writeBackup(file, snapshotOfDatabase(database), await openBlobs(settings, log)));
  } finally {
    await database.close();
  }

  function report({ rows, blobs, libraries, older }: BackupSummary): number {
    output.out.write(`${file}: ${rows} rows and ${blobs} blobs\n`);
    if (libraries === 0) log.warn('there is no library in it. If that is not meant: check --data, or DATABASE_URL.');
    if (older !== undefined) {
      log.warn(`its tables are of an older feaas-host (at '${older}'): restore it with that version.`);
    }
    return 0;
  }
};
