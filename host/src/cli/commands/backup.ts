import { exists } from '../../lib/is-there.js';
import { resolve } from 'node:path';
import { openDatabase } from '../../db/dialects/open-database.js';
import { noDatabase } from '../../db/dialects/embedded.js';
import { pathsIn } from '../../lib/data-folder.js';
import { HostError } from '../../lib/host-error.js';
import { writeBackup, type BackupSummary } from '../backup/backup.js';
import { addBackup } from '../backup/backup-folder.js';
import { BACKUP_LOCK } from '../backup/backup-schedule.js';
import { type Snapshot, snapshotOfDatabase, snapshotOfFile } from '../backup/snapshot.js';
import { completeRestore } from '../content/replace-data-folder.js';
import { openBlobs } from '../content/open-content.js';
import { INCOMPLETE, nameMissing } from '../storage/blob-attempts.js';
import type { CommandHandler } from './command.js';

/** `backup [file]`: also works while a host runs. */
export const backupCommand: CommandHandler = async ({ arguments: { operands }, settings, log, output, folder }) => {
  const { databaseUrl, data, backup } = settings;
  const [file] = operands;
  if (file === undefined && backup.folder === undefined)
    throw new HostError("'backup' needs a file. Name a new one, or set FEAAS_BACKUP_FOLDER.");
  if (databaseUrl === undefined) {
    const path = pathsIn(data).database;
    await completeRestore(data, log);
    if (!exists(path)) throw noDatabase(path);
    return backUp(snapshotOfFile(path));
  }
  const database = await openDatabase({ url: databaseUrl, log, tables: 'read' });
  try {
    const snapshot = snapshotOfDatabase(database);
    if (file !== undefined) return await backUp(snapshot);
    let code = 0;
    if (!(await database.withLock(BACKUP_LOCK, async () => void (code = await backUp(snapshot)))))
      throw new HostError('another host or command backs up this database into a folder now. Wait for its end.');
    return code;
  } finally {
    await database.close();
  }

  async function backUp(snapshot: Snapshot): Promise<number> {
    const blobs = await openBlobs(settings, log);
    if (file !== undefined) {
      const path = resolve(folder, file);
      return report(await writeBackup(path, snapshot, blobs));
    }
    const added = await addBackup({ folder: backup.folder!, keep: backup.keep, snapshot, blobs }, Date.now());
    const code = report(added);
    if (added.removed > 0) output.out.write(`${added.removed} old backups removed\n`);
    return code;
  }

  /** Prints a summary. Returns the exit code. */
  function report({ path, rows, blobs, libraries, older, missing }: BackupSummary): number {
    output.out.write(`${path}: ${rows} rows and ${blobs} blobs\n`);
    if (libraries === 0) log.warn('there is no library in it. If that is not meant: check --data, or DATABASE_URL.');
    if (older !== undefined) {
      log.warn(`its tables are of an older feaas-host (at '${older}'): restore it with that version.`);
    }
    if (missing.length === 0) return 0;
    nameMissing(missing, output);
    log.error(
      `'${path}' is incomplete: nobody could read ${missing.length} blobs, named above. It has all others. ` +
        "Restore these blobs from an earlier backup or upload them again, then run 'backup' again.",
    );
    return INCOMPLETE;
  }
};
