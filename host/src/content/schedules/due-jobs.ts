/** State changes of due schedules. Each is a conditional update that any host can attempt. */
import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Queries, ScheduledJobRow } from '../../db/schema.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { momentOf, ZONE_DATA } from './local-time.js';
import { auditEntryOf } from './schedule-repository.js';

/** Maximum milliseconds until the next attempt after a temporary failure. */
export const MAX_RETRY = 60_000;

/** Libraries with due schedules. */
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

/** All due schedules. */
export const overdueJobs = (read: Queries, now: number): Promise<ScheduledJobRow[]> =>
  read.selectFrom('scheduled_jobs').selectAll().where('state', '=', 'pending').where('due_at', '<=', now).execute();

/** The due schedule of a library with the earliest time. Later ones wait, so that the order is kept. */
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
 * Marks a schedule as done, in the transaction that executes it. False if another host has executed it, or if it was
 * canceled or rescheduled. The row stays locked until the transaction ends, so a concurrent claim waits.
 */
export async function claimJob(
  transaction: Queries,
  { id, library, due_at }: ScheduledJobRow,
  now: number,
): Promise<boolean> {
  const row = await transaction
    .updateTable('scheduled_jobs')
    .set({ state: 'done', error: null, finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('due_at', '=', due_at)
    // A host that was suspended for long may not have seen that an earlier schedule waits for its next attempt.
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

/** Marks a schedule as failed; false if it is no longer pending. */
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

/** Postpones a schedule after a temporary failure. */
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

/** Rows per query. */
const BATCH = 100;

/**
 * Recomputes the moments of pending local times that an older time zone database computed. They keep their local time
 * if a country has changed its rules. Resolves with the schedules whose moment changed.
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
