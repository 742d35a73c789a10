/**
 * Removes expired data: idempotency keys, old changes, schedules, the webhook log, expired preview links, sign-ins,
 * people without a recent sign-in, old audit entries, abandoned purges, and old revisions.
 */
import { removeOldSignIns } from '../../auth/sign-in-store.js';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { removeAuditEntries } from '../audit/audit-repository.js';
import { WEBHOOK_LIMITS } from '../webhook.js';
import { removeWebhookLog } from '../webhooks/webhook-repository.js';
import { removePreviewLinks } from '../preview-links/preview-link-repository.js';
import { CHANGE_RETENTION } from '../entries/change-feed.js';
import { type HistoryRetention, trimHistories } from '../entries/history-retention.js';
import { KEY_RETENTION } from '../entries/idempotency.js';

const INTERVAL = 3_600_000;
const DAY = 86_400_000;
/** Milliseconds for which schedules that are no longer pending stay listed. */
const SCHEDULE_RETENTION = 90 * DAY;
/** Milliseconds after which purges that nobody has tried to send are abandoned. Until then, a setting that was left out by mistake loses none. */
const PURGE_RETENTION = DAY;

export interface CleanupOptions {
  readonly auditDays?: number | undefined;
  readonly history?: HistoryRetention | undefined;
  /** Called with the number of removed revisions. */
  readonly onRevisionsRemoved?: ((count: number) => void) | undefined;
  /** Whether to remove queued purges that nothing sends any more. */
  readonly removesPurges: boolean;
}

/** Starts the job. Returns a function that stops it. */
export function startCleanupJob(
  database: Database,
  clock: Clock,
  log: Log,
  { auditDays, history = {}, onRevisionsRemoved, removesPurges }: CleanupOptions,
): () => void {
  const sweep = async (): Promise<void> => {
    if (removesPurges) await removeAbandonedPurges(database, clock(), log);
    await removeOld(database, clock(), auditDays);
    const removed = await trimHistories(database, history, clock());
    if (removed === 0) return;
    onRevisionsRemoved?.(removed);
    log.info(`histories: ${removed} old revisions removed.`);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error('housekeeping failed. The host tries again by itself.', error));
  }, INTERVAL);
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
  await database.write((transaction) => removeWebhookLog(transaction, now - WEBHOOK_LIMITS.retention));
  await database.write((transaction) =>
    transaction
      .deleteFrom('scheduled_jobs')
      .where('state', '!=', 'pending')
      .where('finished_at', '<=', now - SCHEDULE_RETENTION)
      .execute(),
  );
  await database.write((transaction) => removePreviewLinks(transaction, now));
  await database.write((transaction) => removeOldSignIns(transaction, now));
  if (auditDays === undefined) return;
  await database.write((transaction) => removeAuditEntries(transaction, now - auditDays * DAY));
}

/** Removes purges that were queued for a CDN before its setting was removed. Nothing sends them any more. */
async function removeAbandonedPurges(database: Database, now: number, log: Log): Promise<void> {
  const { numDeletedRows } = await database.write((transaction) =>
    transaction
      .deleteFrom('purges')
      // A host with a CDN postpones a failed purge again and again.
      .where('due_at', '<=', now - PURGE_RETENTION)
      .executeTakeFirstOrThrow(),
  );
  if (numDeletedRows > 0n)
    log.warn(
      `purge: the host discarded ${numDeletedRows} queued purges, because neither FEAAS_PURGE nor FEAAS_PURGE_URL has a value. ` +
        'If you use the CDN again, remove all copies there.',
    );
}
