/** Removes what is kept for a while only: idempotency keys, old changes, and the end of the audit log. */
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { removeAuditEntries } from '../audit/audit-repository.js';
import { CHANGE_RETENTION } from './change-feed.js';
import { KEY_RETENTION } from './idempotency.js';

const INTERVAL = 3_600_000;
const DAY = 86_400_000;

/** Returns a function that ends it. */
export function startCleanupJob(database: Database, clock: Clock, log: Log, auditDays?: number): () => void {
  const sweep = (): void => {
    removeOld(database, clock(), auditDays).catch((error: unknown) => log.error('housekeeping failed.', error));
  };
  const timer = setInterval(sweep, INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

export async function removeOld(database: Database, now: number, auditDays?: number): Promise<void> {
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
  if (auditDays === undefined) return;
  await database.write((transaction) => removeAuditEntries(transaction, now - auditDays * DAY));
}
