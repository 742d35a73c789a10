/** Removes what is kept for a while only: idempotency keys and old changes. */
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { CHANGE_RETENTION } from './change-feed.js';
import { KEY_RETENTION } from './idempotency.js';

const INTERVAL = 3_600_000;

/** Returns a function that ends it. */
export function startCleanupJob(database: Database, clock: Clock, log: Log): () => void {
  const sweep = (): void => {
    removeOld(database, clock()).catch((error: unknown) => log.error('housekeeping failed.', error));
  };
  const timer = setInterval(sweep, INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

export async function removeOld(database: Database, now: number): Promise<void> {
  await database.write((transaction) =>
    transaction
      .deleteFrom('operations')
      .where('at', '<=', now - KEY_RETENTION)
      .execute(),
  );
  await database.write((transaction) =>
    transaction
      .deleteFrom('changes')
      .where('at', '<=', now - CHANGE_RETENTION)
      .execute(),
  );
}
