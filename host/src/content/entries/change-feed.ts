/** What happened, in order: rows with a number per library, written in the transaction of what they tell of. */
import { kindOf, subjectOf } from '../addresses.js';
import type { Action, Change, VersionAddress } from '../model.js';
import type { Ledger } from '../content-service.js';
import { BadInputError, databaseAway } from '../../lib/domain-error.js';
import { within } from '../../lib/timeout.js';
import type { Database } from '../../db/database.js';
import type { ChangeRow, Queries } from '../../db/schema.js';

/** Milliseconds for which changes are kept. */
export const KEPT = 7 * 24 * 3_600_000;
const PAGE = 100;
/** Milliseconds in which a database that is well answers, and in which it says whether there is news. */
const ANSWER = 5_000;
const LOOK = 2_000;
/** Looks in a row that may fail before readers are told that they hear nothing. */
const FAILURES = 2;

/**
 * Numbers are given out under the lock of the library's counter, which is kept until the commit: a reader that sees
 * one has seen all before it. So this is the last thing a transaction does.
 */
export async function addChange(
  transaction: Queries,
  address: VersionAddress,
  { action, revision, at }: { action: Action; revision: number; at: number },
): Promise<void> {
  const { library } = address;
  const { last } = await transaction
    .updateTable('sequences')
    .set(({ ref, eb }) => ({ last: eb(ref('last'), '+', 1) }))
    .where('library', '=', library)
    .returning('last')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('changes')
    .values({ library, sequence: last, subject: subjectOf(address), kind: kindOf(address), action, revision, at })
    .execute();
}

export interface ChangeFeed extends Pick<Ledger, 'changes'> {
  /** Ends every iteration. */
  close(): void;
}

/** Ends a wait: there is news, or an error that keeps it away. */
type Tell = (error?: unknown) => void;

interface Watched {
  /** Grows with each piece of news, so that none is missed between a look and the wait for the next. */
  news: number;
  /** Who waits, with the last change each has seen. */
  readonly waiting: Map<Tell, number>;
  readers: number;
}

export function createChangeFeed(database: Database): ChangeFeed {
  const watched = new Map<string, Watched>();
  const over = new AbortController();
  let looking = false;
  let failures = 0;

  const wake = (each: Watched | undefined): void => {
    if (!each) return;
    each.news++;
    for (const tell of [...each.waiting.keys()]) tell();
  };

  /** One look for everybody, where it is not known who has news. */
  const lookForNews = async (): Promise<void> => {
    const rows = await database.read
      .selectFrom('sequences')
      .selectAll()
      .where('library', 'in', [...watched.keys()])
      .execute();
    for (const { library, last } of rows) {
      const each = watched.get(library);
      if (each && [...each.waiting.values()].some((seen) => seen < last)) wake(each);
    }
  };

  /** What waits for news that can not come would take for current what others have changed since. */
  const look = async (): Promise<void> => {
    if (looking || watched.size === 0) return;
    looking = true;
    try {
      await within(LOOK, lookForNews(), databaseAway);
      failures = 0;
    } catch (error) {
      if (++failures < FAILURES) return;
      for (const { waiting } of watched.values()) for (const tell of [...waiting.keys()]) tell(error);
    } finally {
      looking = false;
    }
  };

  const unlisten = database.listen((library) => {
    if (library === undefined) void look();
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

  /** Where to go on. @throws BadInputError where changes since are not known: the reader would take old content for current. */
  const placeOf = async (library: string, after: number | undefined): Promise<number> => {
    // It asks for whatever is kept.
    if (after === 0) return after;
    // Before the changes: one that is made meanwhile is the next.
    const last = await lastOf(library);
    if (after === undefined || after === last) return last;
    const [next] = after < last ? await changesAfter(library, after, 1) : [];
    if (next?.sequence === after + 1) return after;
    throw new BadInputError(
      `What happened in the library "${library}" after ${after} is not known: the host was restored from a backup, or no ` +
        'longer keeps it. Read anew what you show, and subscribe without "after".',
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

  async function* follow(library: string, start: number, signal: AbortSignal): AsyncGenerator<Change> {
    const each = watched.get(library) ?? { news: 0, waiting: new Map(), readers: 0 };
    watched.set(library, each);
    each.readers++;
    try {
      let after = start;
      while (!signal.aborted) {
        const { news } = each;
        const rows = await within(ANSWER, changesAfter(library, after), databaseAway);
        for (const row of rows) {
          if (signal.aborted) return;
          after = row.sequence;
          yield changeOf(row);
        }
        if (rows.length > 0 || each.news !== news) continue;
        await nextNews(each, after, signal);
      }
    } finally {
      if (--each.readers === 0) watched.delete(library);
    }
  }

  return {
    async changes(library, { after, signal }) {
      // Before the promise resolves: a change made after that has a later number.
      const start = await within(ANSWER, placeOf(library, after), databaseAway);
      return follow(library, start, AbortSignal.any([signal, over.signal]));
    },
    close() {
      unlisten();
      over.abort();
    },
  };
}

function nextNews({ waiting }: Watched, seen: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end: Tell = (error) => {
      waiting.delete(end);
      signal.removeEventListener('abort', stop);
      if (error === undefined) resolve();
      else reject(error);
    };
    const stop = (): void => end();
    if (signal.aborted) return resolve();
    waiting.set(end, seen);
    signal.addEventListener('abort', stop);
  });
}

const changeOf = ({ sequence, library, subject, kind, action, revision, at }: ChangeRow): Change => ({
  ...{ sequence, library, subject, revision, at },
  kind: kind as Change['kind'],
  action: action as Action,
});
