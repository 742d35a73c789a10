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
const PAGE_SIZE = 100;
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
  const watchedLibraries = new Map<string, WatchedLibrary>();
  const closed = new AbortController();
  const semaphore = createSemaphore(CHANGES_PER_ITERATION);
  let isPolling = false;
  let failures = 0;

  const wake = (library: string, watched = watchedLibraries.get(library)): void => {
    if (!watched) return;
    watched.changeCount++;
    watched.reads.clear();
    if (!watched.isNotifying) void notifyReaders(library, watched);
  };

  /**
   * Notifies a few readers per iteration of the event loop, so that the host can handle other requests. A reader that
   * has not been notified holds no changes in memory. It gets all changes since its last one together.
   */
  const notifyReaders = async (library: string, watched: WatchedLibrary): Promise<void> => {
    watched.isNotifying = true;
    const yieldIfDue = yieldEvery(CHANGES_PER_ITERATION);
    try {
      let changeCount: number;
      do {
        changeCount = watched.changeCount;
        for (const reader of [...watched.waiting]) {
          if (reader.changeCount === watched.changeCount || !watched.waiting.has(reader)) continue;
          const changes = await sharedChangesAfter(watched, library, reader.after).catch((error: unknown) => {
            // Readers at the same position wait for the same query.
            for (const other of [...watched.waiting]) if (other.after === reader.after) other.fail(error);
          });
          // The reader may have ended meanwhile.
          if (!changes?.length || !watched.waiting.has(reader)) continue;
          reader.end(changes);
          await yieldIfDue();
        }
      } while (changeCount !== watched.changeCount);
    } finally {
      watched.isNotifying = false;
    }
  };

  /** One query for all watched libraries, if it is unknown which of them changed. */
  const findChanges = async (): Promise<void> => {
    const rows = await database.read
      .selectFrom('sequences')
      .selectAll()
      .where('library', 'in', [...watchedLibraries.keys()])
      .execute();
    for (const { library, last } of rows) {
      const watched = watchedLibraries.get(library);
      if (watched && [...watched.waiting].some(({ after }) => after < last)) wake(library, watched);
    }
  };

  /** Detects that notifications are lost. Otherwise readers would keep stale content without noticing. */
  const poll = async (): Promise<void> => {
    if (isPolling || watchedLibraries.size === 0) return;
    isPolling = true;
    try {
      await within(POLL_TIMEOUT, findChanges(), databaseUnavailable);
      failures = 0;
    } catch (error) {
      if (++failures < MAX_FAILURES) return;
      for (const { waiting } of watchedLibraries.values()) for (const reader of [...waiting]) reader.fail(error);
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

  const changesAfter = async (library: string, after: number, limit = PAGE_SIZE): Promise<readonly Change[]> => {
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

  const sharedChangesAfter = (watched: WatchedLibrary, library: string, after: number): Promise<readonly Change[]> => {
    let changes = watched.reads.get(after);
    if (!changes) {
      // One shared timeout: a timer for each of a thousand readers would be much garbage at once.
      changes = within(RESPONSE_TIMEOUT, changesAfter(library, after), databaseUnavailable);
      watched.reads.set(after, changes);
      const [oldest] = watched.reads.keys();
      if (watched.reads.size > MAX_READS) watched.reads.delete(oldest!);
      // Failed reads are not cached.
      changes.catch(() => watched.reads.get(after) === changes && watched.reads.delete(after));
    }
    return changes;
  };

  async function* follow(library: string, start: number, signal: AbortSignal): AsyncGenerator<Change> {
    const watched = watchedLibraries.get(library) ?? {
      ...{ changeCount: 0, waiting: new Set(), isNotifying: false, reads: new Map(), readers: 0 },
    };
    watchedLibraries.set(library, watched);
    watched.readers++;
    let waiting: WaitingReader | undefined;
    // One listener for all waits: at each change, a thousand readers start to wait again.
    const stop = (): void => waiting?.end([]);
    signal.addEventListener('abort', stop);
    const nextChanges = (after: number): Promise<readonly Change[]> =>
      new Promise((resolve, reject) => {
        const finish = (): void => {
          watched.waiting.delete(reader);
          waiting = undefined;
        };
        const reader: WaitingReader = {
          ...{ after, changeCount: watched.changeCount },
          end(changes) {
            finish();
            resolve(changes);
          },
          fail(error) {
            finish();
            reject(error);
          },
        };
        watched.waiting.add(reader);
        waiting = reader;
      });
    try {
      let after = start;
      while (!signal.aborted) {
        const { changeCount } = watched;
        let changes = await sharedChangesAfter(watched, library, after);
        if (signal.aborted) return;
        let hasTurn = false;
        if (changes.length === 0 && watched.changeCount === changeCount) {
          changes = await nextChanges(after);
          hasTurn = true;
        }
        for (const change of changes) {
          // Readers that catch up, and bursts of changes, must not block the event loop.
          if (!hasTurn) await semaphore(nextIteration);
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
      if (--watched.readers === 0) watchedLibraries.delete(library);
    }
  }

  return {
    async changes(library, { after, signal }) {
      const endSignal = AbortSignal.any([signal, closed.signal]);
      // Before the promise resolves, so that a change made afterwards has a greater number.
      const start = await within(RESPONSE_TIMEOUT, startAfter(library, after), databaseUnavailable).catch(
        ignoreIfAborted(endSignal),
      );
      return follow(library, start ?? 0, endSignal);
    },
    close() {
      unsubscribe();
      closed.abort();
    },
  };
}

/** If a query fails because the database is being closed, the reader ends without an error. */
const ignoreIfAborted =
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
