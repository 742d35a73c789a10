/** Makes backups at the times of a cron pattern while the host runs. */
import { Cron } from 'croner';
import type { Database, Lock } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { HostError } from '../../lib/host-error.js';
import { remainingWait } from '../../lib/remaining-wait.js';
import type { MissingBlob } from '../storage/blob-attempts.js';
import { addBackup, type BackupFile, type BackupFolder, backupsIn, databaseIdOf } from './backup-folder.js';

/** The state for metrics. */
export interface BackupState {
  /** The newest complete backup in the folder, of any host; undefined if there is none. */
  readonly last: BackupFile | undefined;
  /** Number of backups of this process that failed or are incomplete. */
  readonly failures: number;
}

export interface BackupSchedule {
  state(): BackupState;
  /** Aborts a running backup and removes its file. */
  close(): Promise<void>;
}

export interface BackupScheduleOptions extends BackupFolder {
  /** A cron pattern with five fields. */
  readonly pattern: string;
  readonly database: Pick<Database, 'withLock'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between checks whether a backup is due. */
  readonly interval?: number;
}

/** Held during a backup, so that hosts of one database do not run concurrently. */
export const BACKUP_LOCK = 'backup folder';

const INTERVAL = 15_000;
/** Milliseconds until a retry after a failure, doubled up to the maximum. */
const FIRST_RETRY = 60_000;
const MAX_RETRY = 3_600_000;
/** Tolerated difference between the clocks of hosts, in milliseconds. */
const CLOCK_DIFFERENCE = 60_000;

/**
 * A backup is due if a time of the pattern has passed since the newest one, so that a stopped host catches up. Without
 * any backup it is due at once, so that a wrong folder is detected at the first start.
 */
export function startBackupSchedule(options: BackupScheduleOptions): BackupSchedule {
  const { pattern, database, clock, log, interval = INTERVAL, folder, snapshot } = options;
  const cron = new Cron(pattern, { mode: '5-part', paused: true });
  let last: BackupFile | undefined;
  let failures = 0;
  let failuresInARow = 0;
  let notBefore = 0;
  let isClosed = false;
  let running: Promise<void> | undefined;

  const isDue = async (): Promise<boolean> => {
    const now = clock();
    // A backup with a time in the future, from a wrong clock, would delay all others.
    const backups = (await backupsIn(folder, await databaseIdOf(snapshot))).filter(
      ({ at }) => at <= now + CLOCK_DIFFERENCE,
    );
    last = backups.find(({ isComplete }) => isComplete);
    // Incomplete backups count, too: repeating one before the next time would have the same result.
    const [newest] = backups;
    if (newest === undefined) return true;
    const next = cron.nextRun(new Date(newest.at));
    return next !== null && next.getTime() <= now;
  };

  const backUp = async (lock: Lock): Promise<void> => {
    // Another host may have made it while this one waited for the lock.
    if (!(await isDue())) return;
    const started = performance.now();
    const { file, rows, blobs, removed, missing } = await addBackup(options, clock(), () => {
      if (isClosed) throw new StoppedError();
      if (lock.lost)
        throw new HostError(
          'the connection to the database broke during the backup. Check the database: the host tries again by itself.',
        );
    });
    if (missing.length > 0) {
      failures++;
      log.error(
        `backup: '${file.path}' is incomplete: nobody could read ${missing.length} blobs. It has all others, and the earlier backups are ` +
          `still there. Run 'check', restore these blobs or upload them again, then run 'backup': ${describeMissing(missing)}`,
      );
      return;
    }
    last = file;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    log.info(
      `backup: '${file.path}' has ${rows} rows and ${blobs} blobs in ${file.bytes} bytes, has passed the check, and took ${seconds} s; ${removed} old ones removed`,
    );
  };

  const runIfDue = async (): Promise<void> => {
    try {
      if (remainingWait(notBefore, clock(), MAX_RETRY) > 0 || !(await isDue())) return;
      await database.withLock(BACKUP_LOCK, backUp);
      failuresInARow = 0;
    } catch (error) {
      if (error instanceof StoppedError) return;
      failures++;
      const delay = Math.min(FIRST_RETRY * 2 ** failuresInARow++, MAX_RETRY);
      notBefore = clock() + delay;
      const reason = error instanceof Error ? error.message : String(error);
      log.error(
        `backup: could not back up into '${folder}'. The host tries again in ${delay / 1000} s. Correct the cause: ${reason}`,
        error instanceof HostError ? undefined : error,
      );
    }
  };
  const start = (): void => {
    if (running || isClosed) return;
    running = runIfDue().finally(() => (running = undefined));
  };
  const timer = setInterval(start, interval);
  timer.unref();
  start();

  return {
    state: () => ({ last, failures }),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

const MAX_DESCRIBED = 20;

const describeMissing = (missing: readonly MissingBlob[]): string =>
  missing
    .slice(0, MAX_DESCRIBED)
    .map(({ key, reason }) => `${key}: ${reason}`)
    .concat(missing.length > MAX_DESCRIBED ? [`and ${missing.length - MAX_DESCRIBED} more`] : [])
    .join('; ');

/** The host is stopping. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
