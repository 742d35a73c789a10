/**
 * The folder of repeated backups. Names contain the time, and old backups are removed after a new one succeeds. Names
 * also contain an id of the database, so that one database never removes backups of another.
 */
import { createHash } from 'node:crypto';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';
import { identityOfDatabase } from '../../publishing/store-identity.js';
import type { BlobStore } from '../../storage/blob-store.js';
import { type BackupSummary, UNFINISHED, writeBackup } from './backup.js';
import type { Snapshot } from './snapshot.js';

export interface BackupFile {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /** False if blobs are missing because they could not be read. */
  readonly isComplete: boolean;
}

export interface BackupFolder {
  readonly folder: string;
  /** Number of newest backups to keep; undefined for all. */
  readonly keep: number | undefined;
  readonly snapshot: Snapshot;
  readonly blobs: BlobStore;
}

export interface FolderBackup extends BackupSummary {
  readonly file: BackupFile;
  /** Number of older backups removed. */
  readonly removed: number;
}

/** Bytes of disk space to leave free, because the database may be on the same disk. */
const RESERVED_BYTES = 64 * 2 ** 20;
/** Milliseconds after which an unfinished file is considered abandoned. */
const STALE_AFTER = 3_600_000;

const NAME = /^feaas-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z-([0-9a-f]{8})(\.incomplete)?\.jsonl\.gz$/;

const nameAt = (time: number, databaseId: string, suffix = ''): string =>
  `feaas-${new Date(time).toISOString().replaceAll(':', '-')}-${databaseId}${suffix}.jsonl.gz`;

/** An id that distinguishes databases. A restore may change it. */
export async function databaseIdOf(snapshot: Snapshot): Promise<string> {
  const identity = await snapshot(identityOfDatabase);
  return createHash('sha256')
    .update(identity ?? '')
    .digest('hex')
    .slice(0, 8);
}

/** The backups of a database, newest first. @throws HostError if the folder is missing. */
export async function backupsIn(folder: string, databaseId: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of await namesIn(folder)) {
    const [, day, hour, minute, second, other, incomplete] = NAME.exec(name) ?? [];
    if (other !== databaseId) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(ignoreMissing);
    const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    if (stats) files.push({ path, at, bytes: stats.size, isComplete: incomplete === undefined });
  }
  return files.sort((one, other) => other.at - one.at);
}

/**
 * Writes a backup. After it is complete, on disk and verified, old ones beyond `keep` are removed. An incomplete backup
 * replaces only incomplete ones, and is removed after the next complete one.
 * @param check called before each record; an error that it throws aborts the backup
 * @throws HostError if the folder is missing, or has too little space.
 */
export async function addBackup(
  { folder, keep, snapshot, blobs }: BackupFolder,
  now: number,
  check: () => void = () => {},
): Promise<FolderBackup> {
  const databaseId = await databaseIdOf(snapshot);
  await removeUnfinished(folder, databaseId, now);
  const [last] = await backupsIn(folder, databaseId);
  await checkSpace(folder, last?.bytes ?? 0);
  const summary = await writeBackup(join(folder, nameAt(now, databaseId)), snapshot, blobs, {
    incompleteFile: join(folder, nameAt(now, databaseId, '.incomplete')),
    async check() {
      check();
      await checkSpace(folder, 0);
    },
  });
  const { path } = summary;
  const isComplete = summary.missing.length === 0;
  const others = (await backupsIn(folder, databaseId)).filter((file) => file.path !== path);
  const complete = others.filter((file) => file.isComplete);
  // The new backup is always kept. If a clock was ahead, an older file may have a later time.
  const expired = isComplete && keep !== undefined ? complete.slice(keep - 1) : [];
  for (const file of [...expired, ...others.filter((each) => !each.isComplete)]) await rm(file.path, { force: true });
  return { ...summary, file: { path, at: now, bytes: (await stat(path)).size, isComplete }, removed: expired.length };
}

/** @throws HostError */
async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = Math.ceil(bytes * 1.1) + RESERVED_BYTES;
  if (free >= needed) return;
  throw new HostError(
    `the folder of backups '${folder}' has ${inMebibytes(free)} MiB free, but a backup needs ${inMebibytes(needed)} MiB with ` +
      `${inMebibytes(RESERVED_BYTES)} that stay free. The earlier backups are still there. Free some space, or keep fewer backups (FEAAS_BACKUP_KEEP).`,
  );
}

/** Removes unfinished files of processes that ended. */
async function removeUnfinished(folder: string, databaseId: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(UNFINISHED) || NAME.exec(name.slice(0, -UNFINISHED.length))?.[5] !== databaseId) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(ignoreMissing);
    if (stats && now - stats.mtimeMs > STALE_AFTER) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // The folder is not created: an unmounted disk would look like an empty folder.
    throw new HostError(
      `the folder of backups '${folder}' is missing. Create it, mount its disk, or correct FEAAS_BACKUP_FOLDER.`,
      { cause: error },
    );
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

const inMebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
