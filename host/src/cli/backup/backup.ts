import { rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exists } from '../../lib/is-there.js';
import { syncFolder } from '../../lib/durable-folders.js';
import type { BlobStore } from '../../storage/blob-store.js';
import { MIGRATIONS } from '../../db/migrate.js';
import { appliedTo } from '../../db/prepare-tables.js';
import { HostError } from '../../lib/host-error.js';
import { IDENTITY_SECRET, INTENDED_SECRET } from '../../publishing/store-identity.js';
import { interruptible } from '../command-line/stop-signal.js';
import { createBlobAttempts, type MissingBlob } from '../storage/blob-attempts.js';
import { checkHeaders } from '../../storage/blob-keys.js';
import { type BackupRecord, checkBackup, currentHead, isBackedUp, writeRecords } from './format.js';
import type { Snapshot } from './snapshot.js';
import { checkTables, rowsOf, TABLE_NAMES, tablesIn } from './tables.js';

export interface Backup {
  readonly rows: number;
  readonly blobs: number;
}

export interface BackupSummary extends Backup {
  /** Path of the backup. */
  readonly path: string;
  /** Missing blobs; the backup is incomplete unless this is empty. */
  readonly missing: readonly MissingBlob[];
  readonly libraries: number;
  /** The newest migration of the tables, if they are not of this version. */
  readonly older: string | undefined;
}

const IDENTITY_SECRETS = new Set([IDENTITY_SECRET, INTENDED_SECRET]);

/** Suffix of a file that is being written. */
export const UNFINISHED = '.unfinished';

/**
 * Writes a snapshot of the whole database, and the blobs that cannot be recreated, to a new file. The file gets its
 * name after it is on disk and verified: it decompresses, and its counts of rows and blobs match. An unreadable blob
 * does not fail the backup: the file and the summary list what is missing.
 * @param incompleteFile used instead of `file` if something is missing
 * @param check called before each record; an error that it throws aborts the backup
 * @throws HostError if the file exists, or its folder does not.
 */
export async function writeBackup(
  file: string,
  snapshot: Snapshot,
  blobs: BlobStore,
  { incompleteFile = file, check = async () => {} }: { incompleteFile?: string; check?: () => Promise<void> } = {},
): Promise<BackupSummary> {
  if (exists(file)) throw new HostError(`'${file}' is there already. Choose another name.`);
  const folder = dirname(file);
  if (!exists(folder) || !statSync(folder).isDirectory())
    throw new HostError(`could not write '${file}': there is no folder '${folder}'. Create it, or choose another one.`);
  const unfinished = file + UNFINISHED;
  await rm(unfinished, { force: true });
  const counts = { rows: 0, blobs: 0 };
  const { attempt, failed, missing } = createBlobAttempts();
  let libraries = 0;
  let older: string | undefined;
  try {
    await interruptible(
      'It wrote no backup. Run it again.',
      async () => {
        await snapshot((queries) => writeRecords(unfinished, checked(generateRecords(queries))));
        await checkBackup(unfinished);
      },
      () => rmSync(unfinished, { force: true }),
    );
    await rename(unfinished, missing.length === 0 ? file : incompleteFile);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // The rename is durable only after its folder is synced.
  await syncFolder(folder);
  return { ...counts, missing, path: missing.length === 0 ? file : incompleteFile, libraries, older };

  async function* checked(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
    for await (const record of records) {
      await check();
      yield record;
    }
  }

  async function* generateRecords(queries: Parameters<Parameters<Snapshot>[0]>[0]): AsyncGenerator<BackupRecord> {
    await checkTables(queries);
    const migrations = await appliedTo(queries);
    older = migrations.length < MIGRATIONS.length ? migrations.at(-1) : undefined;
    const names = await tablesIn(queries);
    yield currentHead(migrations);
    for (const table of TABLE_NAMES) {
      // Tables of an older version may be missing.
      if (!names.has(table)) continue;
      for await (const batch of rowsOf(queries, table)) {
        // The identity of the blob store is useless after a restore.
        const rows = batch.filter((row) => table !== 'secrets' || !IDENTITY_SECRETS.has(String(row['name'])));
        counts.rows += rows.length;
        if (table === 'libraries') libraries += rows.length;
        if (rows.length > 0) yield { table, rows };
      }
    }
    // After the rows: blobs of pictures are written before their rows, so every row has its picture.
    for await (const key of blobs.list('')) {
      if (!isBackedUp(key)) continue;
      const record = await attempt(key, () => recordOf(key));
      if (record) yield record;
    }
    for (const key of failed) {
      const record = await attempt(key, () => recordOf(key));
      if (record) yield record;
    }
    yield { end: missing.length === 0 ? counts : { ...counts, missing: missing.map(({ key }) => key) } };
  }

  /** Undefined if the blob was deleted since it was listed. */
  async function recordOf(key: string): Promise<BackupRecord | undefined> {
    const blob = await blobs.get(key);
    if (!blob) return undefined;
    // A blob of other programs may have headers that no restore could write.
    checkHeaders(key, blob);
    const { contentType, cacheControl, metadata, bytes } = blob;
    counts.blobs++;
    return { blob: key, contentType, cacheControl, metadata, bytes: bytes.toString('base64') };
  }
}
