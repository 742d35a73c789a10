/** What becomes of a schedule when its time comes: each of these is a conditional update, whichever host asks. */
import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Queries, ScheduledJobRow } from '../../db/schema.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { momentOf, ZONE_DATA } from './local-time.js';
import { auditEntryOf } from './schedule-repository.js';

/** Milliseconds until one that failed for a reason that may pass is tried again, at most. */
export const MAX_RETRY = 60_000;

/** Libraries in which something is due. */
export async function librariesWithDueJobs(read: Queries, now: number): Promise<readonly string[]> {
  const rows = await read
    .selectFrom('scheduled_jobs')
    .select('library')
    .distinct()
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .execute();
  return rows.map(({ library }) => library);
}

/** All that is due. */
export const overdueJobs = (read: Queries, now: number): Promise<ScheduledJobRow[]> =>
  read.selectFrom('scheduled_jobs').selectAll().where('state', '=', 'pending').where('due_at', '<=', now).execute();

/** What is due in a library for the longest time. What comes after it waits, so that none is overtaken. */
export const nextDueJob = (read: Queries, library: string, now: number): Promise<ScheduledJobRow | undefined> =>
  read
    .selectFrom('scheduled_jobs')
    .selectAll()
    .where('library', '=', library)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * Marks a schedule as done in the transaction that does it; false where another host has done so, somebody has canceled it, or it
 * is due at another time now. The row stays locked until the transaction ends: who comes second waits for that.
 */
export async function claimJob(
  transaction: Queries,
  { id, library, due_at }: ScheduledJobRow,
  at: number,
): Promise<boolean> {
  const row = await transaction
    .updateTable('scheduled_jobs')
    .set({ state: 'done', error: null, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('due_at', '=', due_at)
    // A host that slept for long may not know that an earlier one waits for its next try.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('scheduled_jobs as earlier')
            .select('earlier.id')
            .where('earlier.library', '=', library)
            .where('earlier.state', '=', 'pending')
            .where(sql<boolean>`(earlier.due_at, earlier.id) < (${sql.val(due_at)}, ${sql.val(id)})`),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a schedule that can not be done; false where it is no longer pending. */
export async function failJob(
  transaction: Queries,
  job: ScheduledJobRow,
  { reason, at, by }: { reason: string; at: number; by: PrincipalIdentity },
): Promise<boolean> {
  const row = await transaction
    .updateTable('scheduled_jobs')
    .set({ state: 'failed', error: reason, finished_at: at })
    .where('id', '=', job.id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  const details = { scheduledBy: row.created_by, reason };
  await addAuditEntry(transaction, auditEntryOf(row, 'failSchedule', at, details), by);
  return true;
}

/** Puts off a schedule after a try that failed for a reason that may pass. */
export async function postponeJob(
  transaction: Queries,
  { id, attempts }: ScheduledJobRow,
  { reason, until }: { reason: string; until: number },
): Promise<void> {
  await transaction
    .updateTable('scheduled_jobs')
    .set({ attempts: attempts + 1, retry_at: until, error: reason })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Rows of one look. */
const BATCH = 100;

/**
 * Computes the moments of pending local times again which an older time zone database gave, so that they keep their local time
 * where a country has changed its rules. Resolves with the schedules that have another moment now.
 */
export async function recomputeDueTimes(
  database: Database,
  zoneData: string = ZONE_DATA,
  compute: typeof momentOf = momentOf,
): Promise<readonly ScheduledJobRow[]> {
  const moved: ScheduledJobRow[] = [];
  for (;;) {
    const rows = await database.read
      .selectFrom('scheduled_jobs')
      .selectAll()
      .where('state', '=', 'pending')
      .where('zone_data', '!=', '')
      .where('zone_data', '<', zoneData)
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const { at, adjustment } = await compute(row.local_time!, row.time_zone!);
      const changed = await database.write((transaction) =>
        transaction
          .updateTable('scheduled_jobs')
          .set({ due_at: at, adjustment, zone_data: zoneData })
          .where('id', '=', row.id)
          .where('state', '=', 'pending')
          .where('zone_data', '=', row.zone_data)
          .returningAll()
          .executeTakeFirst(),
      );
      if (changed && at !== row.due_at) moved.push(changed);
    }
    if (rows.length < BATCH) return moved;
  }
}
