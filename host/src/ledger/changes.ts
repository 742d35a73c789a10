/** What happened, in order: rows with a number per library, written in the transaction of what they tell of. */
import type { Action, Change, VersionAddress } from '../domain/model.js';
import type { Database } from '../database/database.js';
import type { ChangeRow, Queries } from '../database/schema.js';
import { kindOf, subjectOf } from './documents.js';

/** Milliseconds for which changes are kept. */
export const KEPT = 7 * 24 * 3_600_000;
const PAGE = 100;

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

export interface ChangeFeed {
  changes(library: string, options: { after?: number; signal: AbortSignal }): AsyncIterable<Change>;
  /** Ends every iteration. */
  close(): void;
}

interface Watched {
  /** Grows with each piece of news, so that none is missed between a look and the wait for the next. */
  news: number;
  /** Who waits, with the last change each has seen. */
  readonly waiting: Map<() => void, number>;
  readers: number;
}

export function createChangeFeed(database: Database): ChangeFeed {
  const watched = new Map<string, Watched>();
  const over = new AbortController();

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

  const unlisten = database.listen((library) => {
    if (library !== undefined) wake(watched.get(library));
    // Where it fails there is another look soon.
    else if (watched.size > 0) lookForNews().catch(() => {});
  });

  const lastOf = async (library: string): Promise<number> => {
    const row = await database.read
      .selectFrom('sequences')
      .select('last')
      .where('library', '=', library)
      .executeTakeFirst();
    return row?.last ?? 0;
  };

  async function* follow(library: string, start: Promise<number>, signal: AbortSignal): AsyncGenerator<Change> {
    const each = watched.get(library) ?? { news: 0, waiting: new Map(), readers: 0 };
    watched.set(library, each);
    each.readers++;
    try {
      let after = await start;
      while (!signal.aborted) {
        const { news } = each;
        const rows = await database.read
          .selectFrom('changes')
          .selectAll()
          .where('library', '=', library)
          .where('sequence', '>', after)
          .orderBy('sequence')
          .limit(PAGE)
          .execute();
        for (const row of rows) {
          if (signal.aborted) return;
          after = row.sequence;
          yield changeOf(row);
        }
        if (rows.length === 0 && each.news === news) await nextNews(each, after, signal);
      }
    } finally {
      if (--each.readers === 0) watched.delete(library);
    }
  }

  return {
    changes(library, { after, signal }) {
      // Read now and not at the first step, since 'from now on' is said now.
      const start = after === undefined ? lastOf(library) : Promise.resolve(after);
      start.catch(() => {});
      return follow(library, start, AbortSignal.any([signal, over.signal]));
    },
    close() {
      unlisten();
      over.abort();
    },
  };
}

function nextNews({ waiting }: Watched, seen: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      waiting.delete(end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) return resolve();
    waiting.set(end, seen);
    signal.addEventListener('abort', end);
  });
}

const changeOf = ({ sequence, library, subject, kind, action, revision, at }: ChangeRow): Change => ({
  ...{ sequence, library, subject, revision, at },
  kind: kind as Change['kind'],
  action: action as Action,
});
