/**
 * The folder of backups that are made again and again: each has the time in its name, and old ones are removed once a new one
 * is good. The names also have a mark of the database, so that one database never removes the backups of another.
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
  /** False where it lacks blobs that nobody could read. */
  readonly isComplete: boolean;
}

export interface BackupFolder {
  readonly folder: string;
  /** How many of the newest stay; undefined for all. */
  readonly keep: number | undefined;
  readonly snapshot: Snapshot;
  readonly blobs: BlobStore;
}

export interface FolderBackup extends BackupSummary {
  readonly file: BackupFile;
  /** How many older ones were removed. */
  readonly removed: number;
}

/** Bytes that a backup leaves free: the database may be on the same disk. */
const RESERVED_BYTES = 64 * 2 ** 20;
/** Milliseconds after which nobody writes to an unfinished file any more. */
const STALE = 3_600_000;

const NAME = /^feaas-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z-([0-9a-f]{8})(\.incomplete)?\.jsonl\.gz$/;

const nameAt = (at: number, mark: string, more = ''): string =>
  `feaas-${new Date(at).toISOString().replaceAll(':', '-')}-${mark}${more}.jsonl.gz`;

/** What distinguishes a database from others; a restore may change it. */
export async function databaseIdOf(snapshot: Snapshot): Promise<string> {
  const identity = await snapshot(identityOfDatabase);
  return createHash('sha256')
    .update(identity ?? '')
    .digest('hex')
    .slice(0, 8);
}

/** The backups of a database, newest first. @throws HostError where the folder is missing. */
export async function backupsIn(folder: string, mark: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of await namesIn(folder)) {
    const [, day, hour, minute, second, other, incomplete] = NAME.exec(name) ?? [];
    if (other !== mark) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    if (found) files.push({ path, at, bytes: found.size, isComplete: incomplete === undefined });
  }
  return files.sort((one, other) => other.at - one.at);
}

/**
 * Writes one more backup. Only once it is whole, on the disk and read back, the old ones beyond `keep` go. An incomplete one takes the
 * place of earlier incomplete ones only, and goes with the next that is complete.
 * @param check called before each record; the backup ends with what it throws
 * @throws HostError where the folder is missing, or has too little space.
 */
export async function addBackup(
  { folder, keep, snapshot, blobs }: BackupFolder,
  now: number,
  check: () => void = () => {},
): Promise<FolderBackup> {
  const mark = await databaseIdOf(snapshot);
  await removeUnfinished(folder, mark, now);
  const [last] = await backupsIn(folder, mark);
  await checkSpace(folder, last?.bytes ?? 0);
  const summary = await writeBackup(join(folder, nameAt(now, mark)), snapshot, blobs, {
    incompleteFile: join(folder, nameAt(now, mark, '.incomplete')),
    async check() {
      check();
      await checkSpace(folder, 0);
    },
  });
  const { path } = summary;
  const isComplete = summary.missing.length === 0;
  const others = (await backupsIn(folder, mark)).filter((file) => file.path !== path);
  const complete = others.filter((file) => file.isComplete);
  // The new one stays whatever the clock said before: a file of the future would otherwise take its place.
  const old = isComplete && keep !== undefined ? complete.slice(keep - 1) : [];
  for (const file of [...old, ...others.filter((each) => !each.isComplete)]) await rm(file.path, { force: true });
  return { ...summary, file: { path, at: now, bytes: (await stat(path)).size, isComplete }, removed: old.length };
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

/** What a process left that ended while it wrote. */
async function removeUnfinished(folder: string, mark: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(UNFINISHED) || NAME.exec(name.slice(0, -UNFINISHED.length))?.[5] !== mark) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (found && now - found.mtimeMs > STALE) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // It is not made: a disk that is not mounted would be taken for an empty folder.
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
