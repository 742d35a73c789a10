/** What happened, in order: rows with a number per library, written in the transaction of what they tell of. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { kindOf, subjectOf } from '../addresses.js';
import type { Action, Change, VersionAddress } from '../model.js';
import type { ContentService } from '../content-service.js';
import { BadInputError, databaseUnavailable } from '../../lib/domain-error.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { within } from '../../lib/timeout.js';
import type { Database } from '../../db/database.js';
import type { ChangeRow, Queries } from '../../db/schema.js';

/** Milliseconds for which changes are kept. */
export const CHANGE_RETENTION = 7 * 24 * 3_600_000;
const PAGE = 100;
/** Milliseconds in which a database that is well answers, and in which it says whether there is news. */
const RESPONSE_TIMEOUT = 5_000;
const POLL_TIMEOUT = 2_000;
/** Looks in a row that may fail before readers are told that they hear nothing. */
const MAX_FAILURES = 2;
/** Readers that are told of a change in one turn of the event loop: each takes some tenths of a millisecond to tell its client. */
const READERS_PER_TURN = 4;

/**
 * Numbers are given out under the lock of the library's counter, which is kept until the commit: a reader that sees
 * one has seen all before it. So this is the last thing a transaction does.
 */
export async function addChange(
  transaction: Queries,
  address: VersionAddress,
  { action, revision, at }: { action: Action; revision: number; at: number },
): Promise<void> {
  await addChanges(transaction, address.library, [{ ...address, action, revision, at }]);
}

type NewChange = VersionAddress & Pick<Change, 'action' | 'revision' | 'at'>;

/** The same of several things of one library. */
export async function addChanges(transaction: Queries, library: string, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { last } = await transaction
    .updateTable('sequences')
    .set(({ ref, eb }) => ({ last: eb(ref('last'), '+', changes.length) }))
    .where('library', '=', library)
    .returning('last')
    .executeTakeFirstOrThrow();
  const first = last - changes.length + 1;
  await transaction
    .insertInto('changes')
    .values(
      changes.map(({ action, revision, at, ...address }, index) => ({
        ...{ library, sequence: first + index, action, revision, at },
        ...{ subject: subjectOf(address), kind: kindOf(address) },
      })),
    )
    .execute();
}

/** A stylesheet is deleted with its library, and that is the last thing that happens in it. */
export const isEndOfLibrary = ({ kind, action }: Pick<Change, 'kind' | 'action'>): boolean =>
  kind === 'stylesheet' && action === 'delete';

export interface ChangeFeed extends Pick<ContentService, 'changes'> {
  /** Ends every iteration. */
  close(): void;
}

/** Ends a wait: there is news, or an error that keeps it away. */
type Wake = (error?: unknown) => void;

interface WatchedLibrary {
  /** Grows with each piece of news, so that none is missed between a look and the wait for the next. */
  changeCount: number;
  /** Who waits, with the last change each has seen. */
  readonly waiting: Map<Wake, number>;
  /** Looks since the last news, by the change after which they look: readers who are equally far share one. */
  readonly reads: Map<number, Promise<ChangeRow[]>>;
  readers: number;
}

export function createChangeFeed(database: Database): ChangeFeed {
  const watched = new Map<string, WatchedLibrary>();
  const closed = new AbortController();
  const takeTurn = createSemaphore(READERS_PER_TURN);
  let isPolling = false;
  let failures = 0;

  const wake = (each: WatchedLibrary | undefined): void => {
    if (!each) return;
    each.changeCount++;
    each.reads.clear();
    for (const wakeOne of [...each.waiting.keys()]) wakeOne();
  };

  /** One look for everybody, where it is not known who has news. */
  const findChanges = async (): Promise<void> => {
    const rows = await database.read
      .selectFrom('sequences')
      .selectAll()
      .where('library', 'in', [...watched.keys()])
      .execute();
    for (const { library, last } of rows) {
      const each = watched.get(library);
      if (each && [...each.waiting.values()].some((lastSeen) => lastSeen < last)) wake(each);
    }
  };

  /** What waits for news that can not come would take for current what others have changed since. */
  const poll = async (): Promise<void> => {
    if (isPolling || watched.size === 0) return;
    isPolling = true;
    try {
      await within(POLL_TIMEOUT, findChanges(), databaseUnavailable);
      failures = 0;
    } catch (error) {
      if (++failures < MAX_FAILURES) return;
      for (const { waiting } of watched.values()) for (const wakeOne of [...waiting.keys()]) wakeOne(error);
    } finally {
      isPolling = false;
    }
  };

  const unsubscribe = database.subscribe((library) => {
    if (library === undefined) void poll();
    else wake(watched.get(library));
  });

  const lastOf = async (library: string): Promise<number> => {
    const row = await database.read
      .selectFrom('sequences')
      .select('last')
      .where('library', '=', library)
      .executeTakeFirst();
    return row?.last ?? 0;
  };

  const isDeleted = async (library: string): Promise<boolean> => {
    const query = database.read.selectFrom('libraries').select('id').where('id', '=', library);
    return (await query.where('deleted_at', 'is not', null).executeTakeFirst()) !== undefined;
  };

  /** Where to go on. @throws BadInputError where changes since are not known: the reader would take old content for current. */
  const startAfter = async (library: string, after: number | undefined): Promise<number> => {
    // It asks for whatever is kept.
    if (after === 0) return after;
    // Before the changes: one that is made meanwhile is the next.
    const last = await lastOf(library);
    if (after === undefined || after === last) return last;
    const [next] = after < last ? await changesAfter(library, after, 1) : [];
    if (next?.sequence === after + 1) return after;
    throw new BadInputError(
      `The host does not know all changes of the library "${library}" after ${after}: it runs on a restored backup, or ` +
        'has removed older changes. Read the content again, and subscribe without "after".',
      'after',
    );
  };

  const changesAfter = (library: string, after: number, limit = PAGE): Promise<ChangeRow[]> =>
    database.read
      .selectFrom('changes')
      .selectAll()
      .where('library', '=', library)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();

  const sharedChangesAfter = (each: WatchedLibrary, library: string, after: number): Promise<ChangeRow[]> => {
    let rows = each.reads.get(after);
    if (!rows) {
      // One time limit for all: a timer for each of a thousand readers is much garbage at once.
      rows = within(RESPONSE_TIMEOUT, changesAfter(library, after), databaseUnavailable);
      each.reads.set(after, rows);
      // What failed, and what readers catch up with, is not kept.
      const forget = (): void => void (each.reads.get(after) === rows && each.reads.delete(after));
      rows.then((found) => found.length < PAGE || forget(), forget);
    }
    return rows;
  };

  async function* follow(library: string, start: number, signal: AbortSignal): AsyncGenerator<Change> {
    const each = watched.get(library) ?? { changeCount: 0, waiting: new Map(), reads: new Map(), readers: 0 };
    watched.set(library, each);
    each.readers++;
    try {
      let after = start;
      while (!signal.aborted) {
        const { changeCount } = each;
        const rows = await sharedChangesAfter(each, library, after).catch(unlessEnding(signal));
        if (!rows) return;
        // All readers are woken by the same change: whatever else the host has to answer comes between them.
        if (rows.length > 0) await takeTurn(nextTurn);
        for (const row of rows) {
          if (signal.aborted) return;
          after = row.sequence;
          const change = changeOf(row);
          yield change;
          // Who asks for what is kept of a library that was made again goes on.
          if (isEndOfLibrary(change) && (await isDeleted(library))) return;
        }
        if (rows.length > 0 || each.changeCount !== changeCount) continue;
        await nextChange(each, after, signal);
      }
    } finally {
      if (--each.readers === 0) watched.delete(library);
    }
  }

  return {
    async changes(library, { after, signal }) {
      const ending = AbortSignal.any([signal, closed.signal]);
      // Before the promise resolves: a change made after that has a later number.
      const start = await within(RESPONSE_TIMEOUT, startAfter(library, after), databaseUnavailable).catch(
        unlessEnding(ending),
      );
      return follow(library, start ?? 0, ending);
    },
    close() {
      unsubscribe();
      closed.abort();
    },
  };
}

/** A query that fails because the database is being closed ends a reader, who is told of nothing else. */
const unlessEnding =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };

function nextChange({ waiting }: WatchedLibrary, lastSeen: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end: Wake = (error) => {
      waiting.delete(end);
      signal.removeEventListener('abort', stop);
      if (error === undefined) resolve();
      else reject(error);
    };
    const stop = (): void => end();
    if (signal.aborted) return resolve();
    waiting.set(end, lastSeen);
    signal.addEventListener('abort', stop);
  });
}

const changeOf = ({ sequence, library, subject, kind, action, revision, at }: ChangeRow): Change => ({
  ...{ sequence, library, subject, revision, at },
  kind: kind as Change['kind'],
  action: action as Action,
});
