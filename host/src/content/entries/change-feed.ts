/** The change feed: rows with a sequence number per library, written in the transaction of the change. */
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

/** Milliseconds for which changes are retained. */
export const CHANGE_RETENTION = 7 * 24 * 3_600_000;
const PAGE = 100;
/** Maximum cached reads per library. A reader that is far behind caches a whole page. */
const MAX_READS = 10;
/** Timeouts in milliseconds: for responses of the database, and for a poll for changes. */
const RESPONSE_TIMEOUT = 5_000;
const POLL_TIMEOUT = 2_000;
/** Consecutive failed polls before readers get an error. */
const MAX_FAILURES = 2;
/** Readers notified per iteration of the event loop. Each one takes tenths of a millisecond to write to its client. */
const CHANGES_PER_ITERATION = 2;

/**
 * Assigns sequence numbers under the lock of the library's counter, which is held until the commit. A reader that sees
 * a number has seen all earlier ones. Make this the last statement of a transaction, because of the lock.
 */
export async function addChange(
  transaction: Queries,
  address: VersionAddress,
  { action, revision, at }: { action: Action; revision: number; at: number },
): Promise<void> {
  await addChanges(transaction, address.library, [{ ...address, action, revision, at }]);
}

type NewChange = VersionAddress & Pick<Change, 'action' | 'revision' | 'at'>;

/** Adds several changes of one library. */
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

/** Starts a library after the changes of a deleted library with the same id, so that its readers do not get those. */
export async function beginChanges(transaction: Queries, library: string): Promise<void> {
  await transaction
    .updateTable('sequences')
    .set(({ ref }) => ({ start: ref('last') }))
    .where('library', '=', library)
    .execute();
}

/** Deleting the stylesheet is the last change of a deleted library. */
export const isEndOfLibrary = ({ kind, action }: Pick<Change, 'kind' | 'action'>): boolean =>
  kind === 'stylesheet' && action === 'delete';

export interface ChangeFeed extends Pick<ContentService, 'changes'> {
  /** Ends every iteration. */
  close(): void;
}

/** A reader that waits for changes. */
interface WaitingReader {
  /** The last change that the reader has seen. */
  readonly after: number;
  /** `changeCount` of the library when the wait began. */
  readonly changeCount: number;
  /** Ends the wait with the changes. */
  end(changes: readonly Change[]): void;
  /** Ends the wait with an error. */
  fail(error: unknown): void;
}

/** A library with waiting readers. */
interface WatchedLibrary {
  /** Incremented per notification, so that a change between a read and the following wait is not missed. */
  changeCount: number;
  readonly waiting: Set<WaitingReader>;
  /** Whether waiting readers are being notified. */
  isNotifying: boolean;
  /** Reads since the last notification, by the sequence number they start after. Readers at the same position share one. */
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
   * Notifies a few readers per iteration of the event loop, so that the host can handle other requests. A reader that
   * has not been notified holds no changes in memory. It gets all changes since its last one together.
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
            // Readers at the same position wait for the same query.
            for (const other of [...each.waiting]) if (other.after === reader.after) other.fail(error);
          });
          // The reader may have ended meanwhile.
          if (!changes?.length || !each.waiting.has(reader)) continue;
          reader.end(changes);
          await yieldIfDue();
        }
      } while (changeCount !== each.changeCount);
    } finally {
      each.isNotifying = false;
    }
  };

  /** One query for all watched libraries, if it is unknown which of them changed. */
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

  /** Detects that notifications are lost. Otherwise readers would keep stale content without noticing. */
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

  /** Whether the library of a reader was deleted, even if a new one has its id. */
  const hasEnded = async (library: string, { sequence }: Change): Promise<boolean> =>
    (await isDeleted(library)) || sequence <= (await rangeOf(library)).start;

  /** The start position. @throws BadInputError if later changes are missing: the reader would keep stale content. */
  const startAfter = async (library: string, after: number | undefined): Promise<number> => {
    // Read before the changes: a change that is made meanwhile comes next.
    const { start, last } = await rangeOf(library);
    // 0 requests all retained changes.
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
      // One shared timeout: a timer for each of a thousand readers would be much garbage at once.
      changes = within(RESPONSE_TIMEOUT, changesAfter(library, after), databaseUnavailable);
      each.reads.set(after, changes);
      const [oldest] = each.reads.keys();
      if (each.reads.size > MAX_READS) each.reads.delete(oldest!);
      // Failed reads are not cached.
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
    // One listener for all waits: at each change, a thousand readers start to wait again.
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
          // Readers that catch up, and bursts of changes, must not block the event loop.
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
      // Before the promise resolves, so that a change made afterwards has a greater number.
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

/** If a query fails because the database is being closed, the reader ends without an error. */
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
