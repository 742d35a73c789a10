/**
 * Removes the old end of histories. What is delivered stays, and so does whatever somebody still needs: the last revisions, and of
 * an original what its forks were last saved beside, to compare with.
 */
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, DatabaseKind, Lock } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { subjectOf } from '../addresses.js';
import type { VersionAddress } from '../model.js';
import { knownResults } from './idempotency.js';
import { pinnedNumbers } from './pinned-revisions.js';

/** What is kept is what either keeps; all of it without both. */
export interface HistoryRetention {
  /** The newest revisions of each history. */
  readonly revisions?: number | undefined;
  /** Revisions that are younger. */
  readonly days?: number | undefined;
}

const DAY = 86_400_000;
/** What editors and `forks undo` compare with: the last revision, and the one before. */
const MIN_REVISIONS = 2;
/** Documents looked at in one query. */
const DOCUMENTS = 100;
/** Revisions removed in one transaction, and about how many bytes they may have. */
const REVISIONS = 100;
const BYTES = 4 * 1024 * 1024;

interface Candidate extends VersionAddress {
  readonly revision: number;
}

/** Removes what the retention does not keep; resolves with how many revisions that was. One host at a time does so. */
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
      const page = await candidates(database.read, limits, after);
      if (page.length > 0) answers ??= await answersToRetries(database.read, now);
      for (const document of page) {
        if (lock.lost) return;
        removed += await trim(database, document, { ...limits, answers: answers! }, lock);
        // A database in this process answers in the same turn.
        await nextTurn();
      }
      after = page.length === DOCUMENTS ? page.at(-1) : undefined;
    } while (after);
  });
  return removed;
}

interface Limits {
  readonly newest: number;
  /** Milliseconds since 1970; undefined where their age does not matter. */
  readonly before: number | undefined;
  /** When this began. */
  readonly now: number;
}

/** Names of the revisions that a retry with an idempotency key is answered with. */
async function answersToRetries(read: Queries, now: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const page of knownResults(read, now)) {
    for (const result of page as Partial<Candidate>[]) {
      const { library, component, version, revision } = result;
      // A picture has none.
      if (library === undefined || component === undefined || version === undefined || revision === undefined) continue;
      names.add(answerName({ library, component, version }, revision));
    }
    await nextTurn();
  }
  return names;
}

const answerName = (address: VersionAddress, number: number): string => `${subjectOf(address)} ${number}`;

/** Documents with revisions that may be removed. */
function candidates(read: Queries, { newest, before }: Limits, after: Candidate | undefined): Promise<Candidate[]> {
  let query = read
    .selectFrom('documents as d')
    .select(['d.library', 'd.component', 'd.version', 'd.revision'])
    .where(({ exists, selectFrom }) => {
      let old = selectFrom('revisions as r')
        .select('r.number')
        .whereRef('r.library', '=', 'd.library')
        .whereRef('r.component', '=', 'd.component')
        .whereRef('r.version', '=', 'd.version')
        .where('r.number', '>', 0)
        .where(sql<boolean>`r.number <= d.revision - ${newest}`);
      if (before !== undefined) old = old.where('r.at', '<', before);
      return exists(old);
    })
    // One that is erased has its own way to lose them.
    .whereRef('d.removed', '<', 'd.revision');
  if (after)
    query = query.where(
      sql<boolean>`(d.library, d.component, d.version) > (${after.library}, ${after.component}, ${after.version})`,
    );
  return query.orderBy('d.library').orderBy('d.component').orderBy('d.version').limit(DOCUMENTS).execute();
}

type LimitsAndAnswers = Limits & { readonly answers: ReadonlySet<string> };

async function trim(database: Database, document: Candidate, limits: LimitsAndAnswers, lock: Lock): Promise<number> {
  const old = await removable(database.read, document, limits);
  let removed = 0;
  while (old.length > 0 && !lock.lost) {
    let bytes = 0;
    const batch: number[] = [];
    while (old.length > 0 && batch.length < REVISIONS && bytes < BYTES) {
      const next = old.shift()!;
      bytes += next.bytes;
      batch.push(next.number);
    }
    removed += await database.write((transaction) => removeRevisions(transaction, document, batch, database.kind));
  }
  return removed;
}

interface OldRevision {
  readonly number: number;
  readonly at: number;
  readonly bytes: number;
}

/**
 * Revisions that nobody needs, oldest first. What is decided here stays right: what is staged, published, or saved beside later
 * is the last revision, or one that is pinned, of which the removal asks again.
 */
async function removable(
  read: Queries,
  document: Candidate,
  { newest, before = Infinity, now, answers }: LimitsAndAnswers,
): Promise<OldRevision[]> {
  const { library, component, version, revision } = document;
  const all = await read
    .selectFrom('revisions')
    .select(['number', 'at', sql<number>`octet_length(content)`.as('bytes')])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('number', '>', 0)
    .orderBy('number')
    .execute();
  const kept = new Set([
    ...(await deliveredNumbers(read, document)),
    ...(await pinnedNumbers(read, document)),
    ...basesOf(all, await forkTimes(read, document)),
  ]);
  return all.filter(({ number, at }, index) => {
    if (number > revision - newest || at >= before || kept.has(number)) return false;
    // While it was the last one, a write may have been answered with it that is not among `answers`, which were read since.
    const wasLastSince = (all[index + 1]?.at ?? Infinity) > now;
    return !wasLastSince && !answers.has(answerName(document, number));
  });
}

/** Those that an address has been given to, whether it still delivers them or not: it is never given to another. */
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

/** When forks of it were saved last. */
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

/** The last revisions of those times, or the first where there was none yet. */
function basesOf(all: readonly OldRevision[], times: readonly number[]): readonly number[] {
  const first = all[0];
  if (!first) return [];
  return times.map((time) => all.findLast(({ at }) => at <= time)?.number ?? first.number);
}

async function removeRevisions(
  transaction: Queries,
  { library, component, version }: VersionAddress,
  numbers: readonly number[],
  kind: DatabaseKind,
): Promise<number> {
  // Whoever pins or publishes one holds the row. What they have done is seen by the queries after this one.
  await transaction
    .selectFrom('documents')
    .select('revision')
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute();
  const address = { library, component, version };
  const kept = [...(await pinnedNumbers(transaction, address)), ...(await deliveredNumbers(transaction, address))];
  const removed = numbers.filter((number) => !kept.includes(number));
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
    // Of one that was erased meanwhile, all are counted.
    .whereRef('removed', '<', 'revision')
    .execute();
  return rows.length;
}
