/** What happened, in order: rows with a number per library, written in the transaction of what they tell of. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { kindOf, subjectOf } from '../addresses.js';
import type { Action, Change, VersionAddress } from '../model.js';
import type { ContentService } from '../content-service.js';
import { BadInputError, databaseUnavailable } from '../../lib/domain-error.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { within } from '../../lib/timeout.js';
import { yieldEvery } from '../../lib/yield-every.js';
import type { Database } from '../../db/database.js';
import type { ChangeRow, Queries } from '../../db/schema.js';

/** Milliseconds for which changes are kept. */
export const CHANGE_RETENTION = 7 * 24 * 3_600_000;
const PAGE = 100;
/** Cached reads of a library: that of a reader who is far behind holds a whole page. */
const MAX_READS = 10;
/** Milliseconds in which a database that is well answers, and in which it says whether there is news. */
const RESPONSE_TIMEOUT = 5_000;
const POLL_TIMEOUT = 2_000;
/** Looks in a row that may fail before readers are told that they hear nothing. */
const MAX_FAILURES = 2;
/** Changes that readers are told of in one iteration of the event loop: to tell its client takes each reader tenths of a millisecond. */
const CHANGES_PER_ITERATION = 2;

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

/** Has a library begin after the changes of the one that had its id before: whoever reads the new one is not told of those. */
export async function beginChanges(transaction: Queries, library: string): Promise<void> {
  await transaction
    .updateTable('sequences')
    .set(({ ref }) => ({ start: ref('last') }))
    .where('library', '=', library)
    .execute();
}

/** A stylesheet is deleted with its library, and that is the last thing that happens in it. */
export const isEndOfLibrary = ({ kind, action }: Pick<Change, 'kind' | 'action'>): boolean =>
  kind === 'stylesheet' && action === 'delete';

export interface ChangeFeed extends Pick<ContentService, 'changes'> {
  /** Ends every iteration. */
  close(): void;
}

/** A reader that waits for news. */
interface WaitingReader {
  /** The last change that the reader has seen. */
  readonly after: number;
  /** `changeCount` of the library when the wait began. */
  readonly changeCount: number;
  /** Ends the wait with what has changed. */
  end(changes: readonly Change[]): void;
  /** Ends it with what keeps news away. */
  fail(error: unknown): void;
}

interface WatchedLibrary {
  /** Grows with each piece of news, so that none is missed between a look and the wait for the next. */
  changeCount: number;
  readonly waiting: Set<WaitingReader>;
  /** Whether those who wait are being told of news. */
  isNotifying: boolean;
  /** Looks since the last news, by the change after which they look: readers who are equally far share one. */
  readonly reads: Map<number, Promise<readonly Change[]>>;
  readers: number;
}

export function createChangeFeed(database: Database): ChangeFeed {
  const watched = new Map<string, WatchedLibrary>();
  const closed = new AbortController();
  const takeTurn = createSemaphore(CHANGES_PER_ITERATION);
  let isPolling = false;
  let failures = 0;

  const wake = (library: string, each = watched.get(library)): void => {
    if (!each) return;
    each.changeCount++;
    each.reads.clear();
    if (!each.isNotifying) void notifyReaders(library, each);
  };

  /**
   * Some in each iteration of the event loop: whatever else the host has to answer comes between them. A reader that waits
   * for its turn has nothing in memory of the change, and is told of all changes since at once.
   */
  const notifyReaders = async (library: string, each: WatchedLibrary): Promise<void> => {
    each.isNotifying = true;
    const yieldIfDue = yieldEvery(CHANGES_PER_ITERATION);
    try {
      let changeCount: number;
      do {
        changeCount = each.changeCount;
        for (const reader of [...each.waiting]) {
          if (reader.changeCount === each.changeCount || !each.waiting.has(reader)) continue;
          const changes = await sharedChangesAfter(each, library, reader.after).catch((error: unknown) => {
            // Others who are as far wait for the same.
            for (const other of [...each.waiting]) if (other.after === reader.after) other.fail(error);
          });
          // It may have ended meanwhile.
          if (!changes?.length || !each.waiting.has(reader)) continue;
          reader.end(changes);
          await yieldIfDue();
        }
      } while (changeCount !== each.changeCount);
    } finally {
      each.isNotifying = false;
    }
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
      if (each && [...each.waiting].some(({ after }) => after < last)) wake(library, each);
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
      for (const { waiting } of watched.values()) for (const reader of [...waiting]) reader.fail(error);
    } finally {
      isPolling = false;
    }
  };

  const unsubscribe = database.subscribe((library) => {
    if (library === undefined) void poll();
    else wake(library);
  });

  const rangeOf = async (library: string): Promise<{ readonly start: number; readonly last: number }> => {
    const row = await database.read
      .selectFrom('sequences')
      .select(['start', 'last'])
      .where('library', '=', library)
      .executeTakeFirst();
    return row ?? { start: 0, last: 0 };
  };

  const isDeleted = async (library: string): Promise<boolean> => {
    const query = database.read.selectFrom('libraries').select('id').where('id', '=', library);
    return (await query.where('deleted_at', 'is not', null).executeTakeFirst()) !== undefined;
  };

  /** Whether the library that a reader follows is gone, also where there is another one of its id by now. */
  const hasEnded = async (library: string, { sequence }: Change): Promise<boolean> =>
    (await isDeleted(library)) || sequence <= (await rangeOf(library)).start;

  /** Where to go on. @throws BadInputError where changes since are not known: the reader would take old content for current. */
  const startAfter = async (library: string, after: number | undefined): Promise<number> => {
    // Before the changes: one that is made meanwhile is the next.
    const { start, last } = await rangeOf(library);
    // It asks for whatever is kept.
    if (after === 0) return start;
    if (after === undefined || after === last) return last;
    const [next] = start <= after && after < last ? await changesAfter(library, after, 1) : [];
    if (next?.sequence === after + 1) return after;
    throw new BadInputError(
      `The host does not know all changes of the library "${library}" after ${after}: it runs on a restored backup, or ` +
        'has removed older changes. Read the content again, and subscribe without "after".',
      'after',
    );
  };

  const changesAfter = async (library: string, after: number, limit = PAGE): Promise<readonly Change[]> => {
    const rows = await database.read
      .selectFrom('changes')
      .selectAll()
      .where('library', '=', library)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(changeOf);
  };

  const sharedChangesAfter = (each: WatchedLibrary, library: string, after: number): Promise<readonly Change[]> => {
    let changes = each.reads.get(after);
    if (!changes) {
      // One time limit for all: a timer for each of a thousand readers is much garbage at once.
      changes = within(RESPONSE_TIMEOUT, changesAfter(library, after), databaseUnavailable);
      each.reads.set(after, changes);
      const [oldest] = each.reads.keys();
      if (each.reads.size > MAX_READS) each.reads.delete(oldest!);
      // What failed is not kept.
      changes.catch(() => each.reads.get(after) === changes && each.reads.delete(after));
    }
    return changes;
  };

  async function* follow(library: string, start: number, signal: AbortSignal): AsyncGenerator<Change> {
    const each = watched.get(library) ?? {
      ...{ changeCount: 0, waiting: new Set(), isNotifying: false, reads: new Map(), readers: 0 },
    };
    watched.set(library, each);
    each.readers++;
    let waiting: WaitingReader | undefined;
    // One for all waits: at each change, a thousand readers begin to wait again.
    const stop = (): void => waiting?.end([]);
    signal.addEventListener('abort', stop);
    const nextChanges = (after: number): Promise<readonly Change[]> =>
      new Promise((resolve, reject) => {
        const finish = (): void => {
          each.waiting.delete(reader);
          waiting = undefined;
        };
        const reader: WaitingReader = {
          ...{ after, changeCount: each.changeCount },
          end(changes) {
            finish();
            resolve(changes);
          },
          fail(error) {
            finish();
            reject(error);
          },
        };
        each.waiting.add(reader);
        waiting = reader;
      });
    try {
      let after = start;
      while (!signal.aborted) {
        const { changeCount } = each;
        let changes = await sharedChangesAfter(each, library, after);
        if (signal.aborted) return;
        let hasTurn = false;
        if (changes.length === 0 && each.changeCount === changeCount) {
          changes = await nextChanges(after);
          hasTurn = true;
        }
        for (const change of changes) {
          // Readers who catch up, and many changes at once, must not keep the host from all else.
          if (!hasTurn) await takeTurn(nextIteration);
          hasTurn = false;
          if (signal.aborted) return;
          after = change.sequence;
          yield change;
          if (isEndOfLibrary(change) && (await hasEnded(library, change))) return;
        }
      }
    } catch (error) {
      // The database is being closed.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
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

const changeOf = ({ sequence, library, subject, kind, action, revision, at }: ChangeRow): Change => ({
  sequence,
  library,
  subject,
  revision,
  at,
  kind: kind as Change['kind'],
  action: action as Action,
});
