/** Backs up at the times of a cron pattern, for as long as the host runs. */
import { Cron } from 'croner';
import type { Database, Lock } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { HostError } from '../../lib/host-error.js';
import type { MissingBlob } from './backup.js';
import { addBackup, type BackupFile, type BackupFolder, backupsIn, databaseIdOf } from './backup-folder.js';

/** What metrics tell. */
export interface BackupState {
  /** The newest complete backup in the folder, of whichever host; undefined where there is none. */
  readonly last: BackupFile | undefined;
  /** Backups of this process that failed, or are incomplete. */
  readonly failures: number;
}

export interface BackupSchedule {
  state(): BackupState;
  /** Ends a backup that is being written; its file goes. */
  close(): Promise<void>;
}

export interface BackupScheduleOptions extends BackupFolder {
  /** Five fields of cron. */
  readonly pattern: string;
  readonly database: Pick<Database, 'withLock'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between looks for whether a backup is due. */
  readonly interval?: number;
}

/** Held while a backup is written into the folder: hosts of one database take turns. */
export const BACKUP_LOCK = 'backup folder';

const INTERVAL = 15_000;
/** Milliseconds after a failure, which double up to the second. */
const FIRST_RETRY = 60_000;
const MAX_RETRY = 3_600_000;
/** Milliseconds that clocks of hosts may differ. */
const CLOCK_DIFFERENCE = 60_000;

/**
 * A backup is due where a time of the pattern has come since the newest one, so that what a stopped host missed is made up for. It is
 * due at once where there is none: a wrong folder then shows at the first start.
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
    // One of a clock that was ahead would put off all others.
    const made = (await backupsIn(folder, await databaseIdOf(snapshot))).filter(
      ({ at }) => at <= now + CLOCK_DIFFERENCE,
    );
    last = made.find(({ isComplete }) => isComplete);
    // To read all of it again before the next time would find the same.
    const [newest] = made;
    if (newest === undefined) return true;
    const next = cron.nextRun(new Date(newest.at));
    return next !== null && next.getTime() <= now;
  };

  const backUp = async (lock: Lock): Promise<void> => {
    // Another host may have made it while this one waited for its turn.
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
          `still there. Run 'check', restore these blobs or upload them again, then run 'backup': ${described(missing)}`,
      );
      return;
    }
    last = file;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    log.info(
      `backup: '${file.path}' has ${rows} rows and ${blobs} blobs in ${file.bytes} bytes, has passed the check, and took ${seconds} s; ${removed} old ones removed`,
    );
  };

  const look = async (): Promise<void> => {
    try {
      if (clock() < notBefore || !(await isDue())) return;
      await database.withLock(BACKUP_LOCK, backUp);
      failuresInARow = 0;
    } catch (error) {
      if (error instanceof StoppedError) return;
      failures++;
      const wait = Math.min(FIRST_RETRY * 2 ** failuresInARow++, MAX_RETRY);
      notBefore = clock() + wait;
      const reason = error instanceof Error ? error.message : String(error);
      log.error(
        `backup: could not back up into '${folder}'. The host tries again in ${wait / 1000} s. Correct the cause: ${reason}`,
        error instanceof HostError ? undefined : error,
      );
    }
  };
  const start = (): void => {
    if (running || isClosed) return;
    running = look().finally(() => (running = undefined));
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

const described = (missing: readonly MissingBlob[]): string =>
  missing
    .slice(0, MAX_DESCRIBED)
    .map(({ key, reason }) => `${key}: ${reason}`)
    .concat(missing.length > MAX_DESCRIBED ? [`and ${missing.length - MAX_DESCRIBED} more`] : [])
    .join('; ');

/** The host stops. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
