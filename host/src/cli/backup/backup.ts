import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { syncFolder } from '../../lib/durable-folders.js';
import { type BlobStore, DamagedBlobError, STORE_IDENTITY_KEY } from '../../storage/blob-store.js';
import { MIGRATIONS } from '../../db/migrate.js';
import { appliedTo } from '../../db/prepare-tables.js';
import { HostError } from '../../lib/host-error.js';
import { IDENTITY_SECRET } from '../../publishing/store-identity.js';
import { type BackupRecord, checkBackup, writeRecords } from './format.js';
import type { Snapshot } from './snapshot.js';
import { checkTables, rowsOf, TABLE_NAMES, tablesIn } from './tables.js';

/** Delivered from the database's own revisions: a restore makes them again. */
const NOT_BACKED_UP = /^(?:components|styles)\//;

export interface Backup {
  readonly rows: number;
  readonly blobs: number;
}

/** A blob that is not in a backup, and why nobody could read it. */
export interface MissingBlob {
  readonly key: string;
  readonly reason: string;
}

export interface BackupSummary extends Backup {
  /** Where it is. */
  readonly path: string;
  /** Without these it is incomplete. */
  readonly missing: readonly MissingBlob[];
  readonly libraries: number;
  /** What the tables are at, if that is not this version. */
  readonly older: string | undefined;
}

/** How the name of a file ends that is being written. */
export const UNFINISHED = '.unfinished';

/** So many blobs in a row that nobody can read, though none is damaged, are a store that does not answer. */
const MAX_FAILURES = 10;

/**
 * Writes the whole database as of one moment, and the blobs that nothing else could bring back, to a new file. The file
 * has its name only once it is on the disk and was read back: all of it unpacks, with as many rows and blobs as were written.
 * One blob that nobody can read does not keep all others out: the file names what it lacks, and so does the summary.
 * @param incompleteFile the name in place of `file` where something is missing
 * @param check called before each record; the backup ends with what it throws
 * @throws HostError if the file is there already.
 */
export async function writeBackup(
  file: string,
  snapshot: Snapshot,
  blobs: BlobStore,
  { incompleteFile = file, check = async () => {} }: { incompleteFile?: string; check?: () => Promise<void> } = {},
): Promise<BackupSummary> {
  if (existsSync(file)) throw new HostError(`'${file}' is there already. Choose another name.`);
  const unfinished = file + UNFINISHED;
  await rm(unfinished, { force: true });
  const counts = { rows: 0, blobs: 0 };
  const missing: MissingBlob[] = [];
  let libraries = 0;
  let older: string | undefined;
  try {
    await snapshot((queries) => writeRecords(unfinished, checked(lines(queries))));
    await checkBackup(unfinished);
    await rename(unfinished, missing.length === 0 ? file : incompleteFile);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // A new name is only on the disk when its folder is.
  await syncFolder(dirname(file));
  return { ...counts, missing, path: missing.length === 0 ? file : incompleteFile, libraries, older };

  async function* checked(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
    for await (const record of records) {
      await check();
      yield record;
    }
  }

  async function* lines(queries: Parameters<Parameters<Snapshot>[0]>[0]): AsyncGenerator<BackupRecord> {
    await checkTables(queries);
    const migrations = await appliedTo(queries);
    older = migrations.length < MIGRATIONS.length ? migrations.at(-1) : undefined;
    const names = await tablesIn(queries);
    yield { format: 'feaas-backup', version: 1, createdAt: Date.now(), migrations };
    for (const table of TABLE_NAMES) {
      // Of an older version: what it did not have yet.
      if (!names.has(table)) continue;
      for await (const all of rowsOf(queries, table)) {
        // Which blob store it was is of no use where it is restored.
        const rows = all.filter((row) => !(table === 'secrets' && row['name'] === IDENTITY_SECRET));
        counts.rows += rows.length;
        if (table === 'libraries') libraries += rows.length;
        if (rows.length > 0) yield { table, rows };
      }
    }
    // After the rows: a picture is stored before its row is written, so no row is without its picture.
    const unread: string[] = [];
    let failures = 0;
    for await (const key of blobs.list('')) {
      if (key === STORE_IDENTITY_KEY || NOT_BACKED_UP.test(key)) continue;
      const record = await recordOf(key).catch((error: unknown) => {
        failures = error instanceof DamagedBlobError ? 0 : failures + 1;
        if (failures === MAX_FAILURES) throw error;
        unread.push(key);
        return undefined;
      });
      if (!record) continue;
      failures = 0;
      yield record;
    }
    // Once more: a store may have been busy.
    for (const key of unread) {
      const record = await recordOf(key).catch((error: unknown) => {
        missing.push({ key, reason: error instanceof Error ? error.message : String(error) });
        return undefined;
      });
      if (record) yield record;
    }
    yield { end: missing.length === 0 ? counts : { ...counts, missing: missing.map(({ key }) => key) } };
  }

  /** Undefined where somebody has deleted it since it was listed. */
  async function recordOf(key: string): Promise<BackupRecord | undefined> {
    const blob = await blobs.get(key);
    if (!blob) return undefined;
    const { contentType, cacheControl, metadata, bytes } = blob;
    counts.blobs++;
    return { blob: key, contentType, cacheControl, metadata, bytes: bytes.toString('base64') };
  }
}
