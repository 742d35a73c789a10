/**
 * Removes old revisions from histories. It keeps delivered revisions and the last ones. Of an original it also keeps
 * the revisions that were current when its forks were last saved, for comparison.
 */
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, DatabaseKind, Lock } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { subjectOf } from '../addresses.js';
import type { VersionAddress } from '../model.js';
import { knownResults } from './idempotency.js';
import { pinnedNumbers } from './pinned-revisions.js';

/** A revision is kept if either setting keeps it. Without settings, all are kept. */
export interface HistoryRetention {
  /** Number of newest revisions to keep per history. */
  readonly revisions?: number | undefined;
  /** Days for which revisions are kept. */
  readonly days?: number | undefined;
}

const DAY = 86_400_000;
/** Editors and `forks undo` compare the last revision with the one before. */
const MIN_REVISIONS = 2;
/** Entries per query. */
const MAX_ENTRIES = 100;
/** Maximum revisions per transaction, and their approximate total in bytes. */
const MAX_REVISIONS = 100;
const MAX_BYTES = 4 * 1024 * 1024;

interface Candidate extends VersionAddress {
  readonly revision: number;
}

/** Removes revisions outside the retention, and returns their number. Runs on one host at a time. */
export async function trimHistories(
  database: Database,
  { revisions, days }: HistoryRetention,
  now: number,
): Promise<number> {
  let removed = 0;
  if (revisions === undefined && days === undefined) return removed;
  const limits: Limits = {
    newest: Math.max(revisions ?? 0, MIN_REVISIONS),
    before: days === undefined ? undefined : now - days * DAY,
    now,
  };
  await database.withLock('history retention', async (lock) => {
    let answers: ReadonlySet<string> | undefined;
    let after: Candidate | undefined;
    do {
      const page = await findCandidates(database.read, limits, after);
      if (page.length > 0) answers ??= await answersToRetries(database.read, now);
      for (const candidate of page) {
        if (lock.lost) return;
        removed += await trim(database, candidate, { ...limits, answers: answers! }, lock);
        // An in-process database does not yield to the event loop.
        await nextTurn();
      }
      after = page.length === MAX_ENTRIES ? page.at(-1) : undefined;
    } while (after);
  });
  return removed;
}

interface Limits {
  readonly newest: number;
  /** Milliseconds since 1970; undefined to ignore the age. */
  readonly before: number | undefined;
  /** When this run began, in milliseconds since 1970. */
  readonly now: number;
}

/** Identifies revisions that are results of idempotency keys: a retry returns them. */
async function answersToRetries(read: Queries, now: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const page of knownResults(read, now)) {
    for (const result of page as Partial<Candidate>[]) {
      const { library, component, version, revision } = result;
      // Results of picture uploads have no revision.
      if (library === undefined || component === undefined || version === undefined || revision === undefined) continue;
      names.add(answerName({ library, component, version }, revision));
    }
    await nextTurn();
  }
  return names;
}

const answerName = (address: VersionAddress, number: number): string => `${subjectOf(address)} ${number}`;

/** Entries with revisions that may be removed. */
function findCandidates(read: Queries, { newest, before }: Limits, after: Candidate | undefined): Promise<Candidate[]> {
  let query = read
    .selectFrom('documents as d')
    .select(['d.library', 'd.component', 'd.version', 'd.revision'])
    .where(({ exists, selectFrom }) => {
      let oldRevisions = selectFrom('revisions as r')
        .select('r.number')
        .whereRef('r.library', '=', 'd.library')
        .whereRef('r.component', '=', 'd.component')
        .whereRef('r.version', '=', 'd.version')
        .where('r.number', '>', 0)
        .where(sql<boolean>`r.number <= d.revision - ${newest}`);
      if (before !== undefined) oldRevisions = oldRevisions.where('r.at', '<', before);
      return exists(oldRevisions);
    })
    // Erased entries lose their revisions in another way.
    .whereRef('d.removed', '<', 'd.revision');
  if (after)
    query = query.where(
      sql<boolean>`(d.library, d.component, d.version) > (${after.library}, ${after.component}, ${after.version})`,
    );
  return query.orderBy('d.library').orderBy('d.component').orderBy('d.version').limit(MAX_ENTRIES).execute();
}

type LimitsAndAnswers = Limits & { readonly answers: ReadonlySet<string> };

async function trim(database: Database, candidate: Candidate, limits: LimitsAndAnswers, lock: Lock): Promise<number> {
  const revisions = await findRemovable(database.read, candidate, limits);
  let removed = 0;
  while (revisions.length > 0 && !lock.lost) {
    let bytes = 0;
    const batch: number[] = [];
    while (revisions.length > 0 && batch.length < MAX_REVISIONS && bytes < MAX_BYTES) {
      const revision = revisions.shift()!;
      bytes += revision.bytes;
      batch.push(revision.number);
    }
    removed += await database.write((transaction) => removeRevisions(transaction, candidate, batch, database.kind));
  }
  return removed;
}

interface OldRevision {
  readonly number: number;
  readonly at: number;
  readonly bytes: number;
}

/**
 * Revisions that are not needed, oldest first. The result stays valid: only last or pinned revisions are staged,
 * published, or saved beside later. The removal checks pinned ones again.
 */
async function findRemovable(
  read: Queries,
  candidate: Candidate,
  { newest, before = Infinity, now, answers }: LimitsAndAnswers,
): Promise<OldRevision[]> {
  const { library, component, version, revision } = candidate;
  const revisions = await read
    .selectFrom('revisions')
    .select(['number', 'at', sql<number>`octet_length(content)`.as('bytes')])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('number', '>', 0)
    .orderBy('number')
    .execute();
  const retained = new Set([
    ...(await deliveredNumbers(read, candidate)),
    ...(await pinnedNumbers(read, candidate)),
    ...basesOf(revisions, await forkTimes(read, candidate)),
  ]);
  return revisions.filter(({ number, at }, index) => {
    if (number > revision - newest || at >= before || retained.has(number)) return false;
    // While it was the last revision, a write may have returned it after `answers` were read.
    const wasLastSince = (revisions[index + 1]?.at ?? Infinity) > now;
    return !wasLastSince && !answers.has(answerName(candidate, number));
  });
}

/** Revisions that were ever delivered by number. Such an address is never reused, even if it is no longer delivered. */
async function deliveredNumbers(
  read: Queries,
  { library, component, version }: VersionAddress,
): Promise<readonly number[]> {
  const rows = await read
    .selectFrom('deliveries')
    .select('number')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .execute();
  return rows.map(({ number }) => number);
}

/** The times at which its forks were last saved. */
async function forkTimes(read: Queries, address: VersionAddress): Promise<readonly number[]> {
  const { library, component } = address;
  if (component === '') return [];
  const rows = await read
    .selectFrom('documents as f')
    .innerJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'f.library')
        .onRef('r.component', '=', 'f.component')
        .onRef('r.version', '=', 'f.version')
        .onRef('r.number', '=', 'f.revision'),
    )
    .select('r.at')
    .distinct()
    .where('f.library', '=', library)
    .where('f.component', '=', component)
    .where('f.fork_origin', '=', subjectOf(address))
    .execute();
  return rows.map(({ at }) => at);
}

/** The revisions that were the last ones at these times, or the first revision. */
function basesOf(revisions: readonly OldRevision[], times: readonly number[]): readonly number[] {
  const first = revisions[0];
  if (!first) return [];
  return times.map((time) => revisions.findLast(({ at }) => at <= time)?.number ?? first.number);
}

async function removeRevisions(
  transaction: Queries,
  { library, component, version }: VersionAddress,
  numbers: readonly number[],
  kind: DatabaseKind,
): Promise<number> {
  // Writers that pin or publish a revision lock the row. The queries after this one see their changes.
  await transaction
    .selectFrom('documents')
    .select('revision')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute();
  const address = { library, component, version };
  const retained = [...(await pinnedNumbers(transaction, address)), ...(await deliveredNumbers(transaction, address))];
  const removed = numbers.filter((number) => !retained.includes(number));
  if (removed.length === 0) return 0;
  const rows = await transaction
    .deleteFrom('revisions')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('number', 'in', removed)
    .returning('number')
    .execute();
  if (rows.length === 0) return 0;
  await transaction
    .updateTable('documents')
    .set(({ ref, eb }) => ({ removed: eb(ref('removed'), '+', rows.length) }))
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    // An entry that was erased meanwhile already counts all its revisions as removed.
    .whereRef('removed', '<', 'revision')
    .execute();
  return rows.length;
}
