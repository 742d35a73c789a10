/** Lists, adds and cancels schedules in the database. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { COMMAND_LINE } from '../../auth/identity.js';
import type { Database } from '../../db/database.js';
import type { Queries, ScheduledJobRow } from '../../db/schema.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import type { Clock } from '../../lib/clock.js';
import { checkAddress, checkName, checkNumber } from '../../validation/check-input.js';
import type { ContentValidator } from '../../validation/content-validator.js';
import { subjectOf } from '../addresses.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import type { ContentService } from '../content-service.js';
import { lockAdditions } from '../locks/await-turn.js';
import { requireLibrary } from '../locks/require-library.js';
import { badCursor, checkPage, pageOf } from '../pagination.js';
import type { ReleaseItem } from '../release.js';
import type {
  Schedule,
  ScheduleKind,
  ScheduleState,
  ScheduleSubject,
  ScheduleTime,
  TimeAdjustment,
} from '../schedule.js';
import { checkItems, pinItems } from '../versions/publish-items.js';
import { momentOf, ZONE_DATA } from './local-time.js';
import type { ScheduleClock } from './schedule-clock.js';

/** Maximum pending schedules of one library. */
const MAX_PENDING = 5_000;
/** Maximum milliseconds until a schedule is due. */
const MAX_AHEAD = 10 * 365.25 * 86_400_000;

type ScheduleRepository = Pick<ContentService, 'schedules' | 'schedule' | 'addSchedule' | 'cancelSchedule'>;

export interface ScheduleRepositoryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly now: ScheduleClock;
  readonly validator: ContentValidator;
  readonly releaseItems: (queries: Queries, library: string, release: string) => Promise<readonly ReleaseItem[]>;
  /** Locks the release as open until the transaction ends. @throws NotFoundError, BadInputError */
  readonly requireOpenRelease: (transaction: Queries, library: string, release: string) => Promise<unknown>;
}

export function createScheduleRepository({
  database,
  clock,
  now,
  validator,
  releaseItems,
  requireOpenRelease,
}: ScheduleRepositoryOptions): ScheduleRepository {
  const { read, write, kind: databaseKind } = database;

  const itemsOf = (queries: Queries, subject: ScheduleSubject): Promise<readonly ReleaseItem[]> => {
    if (subject.kind === 'release') return releaseItems(queries, subject.library, subject.release);
    const revision = subject.kind === 'publish' ? subject.revision : null;
    return Promise.resolve([{ ...subject.address, revision }]);
  };

  return {
    async schedules(library, { first, after, state, of: target, affecting }) {
      checkPage({ first });
      // Pending schedules: the next one first. Others: the latest first.
      const isForward = state === 'pending';
      let query = read.selectFrom('scheduled_jobs').selectAll().where('library', '=', library);
      if (state !== undefined) query = query.where('state', '=', state);
      if (target) {
        const { component, version, release } =
          'release' in target ? { component: '', version: '', ...target } : { release: '', ...target };
        query = query.where('component', '=', component).where('version', '=', version).where('release', '=', release);
      }
      if (affecting) {
        const { component, version } = affecting;
        query = query.where(({ and, eb, or, selectFrom }) =>
          or([
            and([eb('component', '=', component), eb('version', '=', version), eb('release', '=', '')]),
            eb(
              'release',
              'in',
              selectFrom('release_items')
                .select('release_items.release')
                .where('library', '=', library)
                .where('component', '=', component)
                .where('version', '=', version),
            ),
          ]),
        );
      }
      if (after !== undefined) {
        const [, dueAt, id] = /^(\d{1,15})-([\da-f]{16})$/.exec(after) ?? [];
        if (dueAt === undefined || id === undefined) throw badCursor(after);
        query = query.where(
          isForward
            ? sql<boolean>`(due_at, id) > (${Number(dueAt)}, ${id})`
            : sql<boolean>`(due_at, id) < (${Number(dueAt)}, ${id})`,
        );
      }
      const direction = isForward ? 'asc' : 'desc';
      const rows = await query
        .orderBy('due_at', direction)
        .orderBy('id', direction)
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, scheduleOf, ({ due_at, id }) => `${due_at}-${id}`);
    },

    async schedule(id) {
      const row = await findJob(read, id);
      return row && scheduleOf(row);
    },

    async addSchedule(subject, time, actor) {
      checkSubject(subject);
      const dueTime = await dueTimeOf(time);
      const currentTime = await now(read);
      const dueText = new Date(dueTime.at).toISOString();
      if (dueTime.at <= currentTime)
        throw new BadInputError(`The time ${dueText} is in the past. Choose a later time.`, dueTime.argument);
      if (dueTime.at > currentTime + MAX_AHEAD)
        throw new BadInputError(
          `The time ${dueText} is over 10 years ahead. Choose an earlier time.`,
          dueTime.argument,
        );
      const library = subject.kind === 'release' ? subject.library : subject.address.library;
      // Checks now, while the user can react. It is checked again when it is due.
      await checkItems(read, validator, library, await itemsOf(read, subject), actor.id);
      const row = await write(async (transaction) => {
        await lockAdditions(transaction, { library, adds: 'schedules' }, databaseKind);
        await requireLibrary(transaction, library, databaseKind);
        if (subject.kind === 'release') await requireOpenRelease(transaction, library, subject.release);
        await pinItems(transaction, databaseKind, await itemsOf(transaction, subject));
        const row = rowOf(subject, dueTime, actor, clock());
        // A retry, whose first response may have been lost.
        const existing = await findPendingDuplicate(transaction, row);
        if (existing) return existing;
        await requireSpace(transaction, library);
        await transaction.insertInto('scheduled_jobs').values(row).execute();
        await addAuditEntry(transaction, auditEntryOf(row, 'schedule', row.created_at), actor);
        return row;
      });
      return scheduleOf(row);
    },

    async cancelSchedule(id, actor) {
      const row = await write(async (transaction) => {
        const at = clock();
        const canceled = await cancelJobs(transaction, { id }, at, actor);
        const row = canceled[0] ?? (await findJob(transaction, id));
        if (!row) throw scheduleNotFound(id);
        if (row.state === 'canceled') return row;
        throw new BadInputError(
          `You can cancel pending schedules only, but '${id}' is ${row.state}. Choose a pending one.`,
          'id',
        );
      });
      return scheduleOf(row);
    },
  };
}

const scheduleNotFound = (id: string): NotFoundError =>
  new NotFoundError(`There is no schedule ${JSON.stringify(id)}. Choose one of the list.`);

/** Cancels pending schedules. If another transaction runs one concurrently, the second of both finds it no longer pending. */
export async function cancelJobs(
  transaction: Queries,
  filter: { readonly id: string } | { readonly library: string; readonly release: string },
  now: number,
  actor: PrincipalIdentity = COMMAND_LINE,
): Promise<readonly ScheduledJobRow[]> {
  let update = transaction
    .updateTable('scheduled_jobs')
    .set({ state: 'canceled', finished_at: now })
    .where('state', '=', 'pending');
  update =
    'id' in filter
      ? update.where('id', '=', filter.id)
      : update.where('library', '=', filter.library).where('release', '=', filter.release);
  const rows = await update.returningAll().execute();
  for (const row of rows) await addAuditEntry(transaction, auditEntryOf(row, 'cancelSchedule', now), actor);
  return rows;
}

/** @throws BadInputError */
function checkSubject(subject: ScheduleSubject): void {
  if (subject.kind === 'release') {
    checkName('library', subject.library);
    checkName('release', subject.release);
    return;
  }
  if (subject.address.component === '') checkName('library', subject.address.library);
  else checkAddress(subject.address);
  if (subject.kind === 'publish') checkNumber('revision', subject.revision, 1);
}

type DueTime = Pick<ScheduledJobRow, 'local_time' | 'time_zone' | 'zone_data' | 'adjustment'> & {
  readonly at: number;
  /** The argument that determined the time. */
  readonly argument: string;
};

/** @throws BadInputError */
async function dueTimeOf({ at, localTime, timeZone }: ScheduleTime): Promise<DueTime> {
  if (at !== undefined && localTime === undefined && timeZone === undefined) {
    const noLocalTime = { local_time: null, time_zone: null, zone_data: '', adjustment: null };
    return { ...noLocalTime, at: checkNumber('at', at, 0), argument: 'at' };
  }
  if (at !== undefined || localTime === undefined || timeZone === undefined) {
    throw new BadInputError('The time must be either at, or localTime with timeZone. Send one of the two.', 'at');
  }
  const moment = await momentOf(localTime, timeZone);
  return {
    at: moment.at,
    argument: 'localTime',
    local_time: moment.localTime,
    time_zone: moment.timeZone,
    zone_data: ZONE_DATA,
    adjustment: moment.adjustment,
  };
}

function rowOf(
  subject: ScheduleSubject,
  { at: due_at, local_time, time_zone, zone_data, adjustment }: DueTime,
  actor: PrincipalIdentity,
  now: number,
): ScheduledJobRow {
  const { library, component, version } =
    subject.kind === 'release' ? { library: subject.library, component: '', version: '' } : subject.address;
  return {
    id: createId(now),
    ...{ library, kind: subject.kind, component, version },
    release: subject.kind === 'release' ? subject.release : '',
    revision: subject.kind === 'publish' ? subject.revision : null,
    ...{ due_at, local_time, time_zone, zone_data, adjustment },
    ...{ state: 'pending', attempts: 0, retry_at: 0, error: null },
    ...{ created_by: actor.id, created_by_name: actor.name, created_at: now, finished_at: null },
  };
}

let lastTime = 0;

/**
 * Returns an id greater than all earlier ones: schedules of the same moment run in the order of their ids. It has no
 * leading dash, which a command line would parse as an option.
 * @param time milliseconds since 1970
 */
function createId(time: number): string {
  lastTime = Math.max(time, lastTime + 1);
  return lastTime.toString(16).padStart(11, '0') + randomBytes(3).toString('hex').slice(1);
}

const findPendingDuplicate = (
  transaction: Queries,
  { library, kind, component, version, release, revision, due_at }: ScheduledJobRow,
): Promise<ScheduledJobRow | undefined> =>
  transaction
    .selectFrom('scheduled_jobs')
    .selectAll()
    .where('state', '=', 'pending')
    .where('due_at', '=', due_at)
    .where('library', '=', library)
    .where('kind', '=', kind)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('release', '=', release)
    .where('revision', revision === null ? 'is' : '=', revision)
    .executeTakeFirst();

/** @throws BadInputError */
async function requireSpace(transaction: Queries, library: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('scheduled_jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('library', '=', library)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (count < MAX_PENDING) return;
  throw new BadInputError(
    `The library '${library}' has ${count} pending schedules, which is the maximum. Wait for some, or remove them.`,
    'library',
  );
}

const findJob = (queries: Queries, id: string): Promise<ScheduledJobRow | undefined> =>
  queries.selectFrom('scheduled_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Id of the version or release. For a stylesheet: the library's id. */
export const subjectOfJob = ({ library, component, version, release }: ScheduledJobRow): string =>
  release === '' ? subjectOf({ library, component, version }) : `${library}/${release}`;

export const auditEntryOf = <Action extends 'schedule' | 'cancelSchedule' | 'failSchedule'>(
  row: ScheduledJobRow,
  action: Action,
  at: number,
  details: Readonly<Record<string, unknown>> = {},
) => ({
  ...{ at, action, library: row.library, subject: subjectOfJob(row) },
  details: {
    ...{ schedule: row.id, kind: row.kind, dueAt: new Date(row.due_at).toISOString() },
    ...(row.revision === null ? {} : { revision: row.revision }),
    ...(row.time_zone === null ? {} : { localTime: row.local_time, timeZone: row.time_zone }),
    ...details,
  },
});

const scheduleOf = (row: ScheduledJobRow): Schedule => ({
  id: row.id,
  library: row.library,
  subject: subjectOfJob(row),
  revision: row.revision,
  dueAt: row.due_at,
  kind: row.kind as ScheduleKind,
  state: row.state as ScheduleState,
  localTime: row.local_time,
  timeZone: row.time_zone,
  adjustment: row.adjustment as TimeAdjustment | null,
  attempts: row.attempts,
  error: row.error,
  createdBy: row.created_by_name,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
