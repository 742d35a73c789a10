import Libsql from 'libsql';
import { HostError } from '../../lib/host-error.js';

/** Milliseconds to wait for other connections. */
const TIMEOUT = 5_000;

/**
 * Moves the content of SQLite's write-ahead log into the file of the database, which is then complete without the log.
 * @throws HostError if another connection still uses the log
 */
export function checkpoint(file: string): void {
  const connection = new Libsql(file, { timeout: TIMEOUT });
  try {
    const [result] = connection.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
    if (result!.busy)
      throw new HostError(
        `could not complete the database '${file}', which another process reads. Run the command again.`,
      );
  } finally {
    connection.close();
  }
}
