/** Removes what is kept for a while only: idempotency keys and old changes. */
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { KEPT as CHANGES_KEPT } from './change-feed.js';
import { KEPT as KEYS_KEPT } from './idempotency.js';

const EVERY = 3_600_000;

/** Returns a function that ends it. */
export function keepHouse(database: Database, clock: Clock, log: Log): () => void {
  const sweep = (): void => {
    removeOld(database, clock()).catch((error: unknown) => log.error('housekeeping failed.', error));
  };
  const timer = setInterval(sweep, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

export async function removeOld(database: Database, now: number): Promise<void> {
  await database.write((transaction) =>
    transaction
      .deleteFrom('operations')
      .where('at', '<=', now - KEYS_KEPT)
      .execute(),
  );
  await database.write((transaction) =>
    transaction
      .deleteFrom('changes')
      .where('at', '<=', now - CHANGES_KEPT)
      .execute(),
  );
}
