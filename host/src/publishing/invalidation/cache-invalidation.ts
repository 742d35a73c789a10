import { databaseAway } from '../../lib/domain-error.js';
import type { Ledger } from '../../content/content-service.js';
import type { Action, Change } from '../../content/model.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';

/** Milliseconds until a ledger that failed is asked again. */
const PATIENCE = 1_000;

/** Milliseconds that a visitor waits for a ledger whose word is not needed for an answer. */
const ANSWER = 500;

/** What leaves every delivered blob as it was. */
const NOT_DELIVERED: ReadonlySet<Action> = new Set<Action>(['fork', 'save', 'revert', 'restore']);

export interface Forget {
  /** Drops what is kept of the subject of a change. */
  subject(change: Change): void;
  all(): void;
}

export interface ChangeWatch {
  /** Whether what is kept of a subject is what the store has: its library is followed, and nothing is under way. */
  isCurrent(library: string, subject: string): boolean;
  /** Follows a library from now on; false if there is none of that name. Never fails: then nothing is current. */
  follow(library: string): Promise<boolean>;
  close(): void;
}

interface Followed {
  /** False until nothing can be missed. */
  live: boolean;
  /** Subjects that changed, with the change after which their blobs are not yet known to be written. */
  readonly outdated: Map<string, Change>;
  readonly end: AbortController;
}

/** Drops kept content when the ledger tells of a change, by whichever host; all of it when the ledger stops telling. */
export function createChangeWatch(ledger: Ledger, forget: Forget, log: Log): ChangeWatch {
  const followed = new Map<string, Followed>();
  const asking = new Map<string, Promise<boolean>>();
  const delivered = shared(() => ledger.delivered());
  let closed = false;
  let silentUntil = 0;
  /** That the ledger is away is worth one line, not one per visitor. */
  let told = false;

  const lose = (library: string, each: Followed, why: unknown): void => {
    if (closed || followed.get(library) !== each) return;
    followed.delete(library);
    each.end.abort();
    forget.all();
    silentUntil = Date.now() + PATIENCE;
    const reason = why instanceof Error ? why.message : String(why);
    log.warn(`Changes of library '${library}' are not heard of; its content is read anew each time. ${reason}`);
  };

  const hear = async (each: Followed, change: Change): Promise<void> => {
    if (NOT_DELIVERED.has(change.action)) return;
    const { subject } = change;
    each.outdated.set(subject, change);
    forget.subject(change);
    await delivered();
    // Who read before the blob was written has kept nothing since, but may have begun to.
    forget.subject(change);
    if (each.outdated.get(subject) === change) each.outdated.delete(subject);
  };

  const run = async (library: string, each: Followed): Promise<void> => {
    const failed = (error: unknown): void => lose(library, each, error);
    try {
      const changes = await ledger.changes(library, { signal: each.end.signal });
      // What was written before is told of by nobody: it has to be there first, so this looks afterwards.
      delivered().then(() => (each.live = true), failed);
      for await (const change of changes) hear(each, change).catch(failed);
      failed('They ended.');
    } catch (error) {
      failed(error);
    }
  };

  const begin = async (library: string): Promise<boolean> => {
    try {
      if (!(await within(ANSWER, ledger.library(library), databaseAway))) return false;
      told = false;
    } catch (error) {
      silentUntil = Date.now() + PATIENCE;
      const why = `Library '${library}' can not be looked up; what is delivered of it is read all the same.`;
      if (!told) log.warn(`${why} ${String(error)}`);
      told = true;
      return true;
    }
    if (closed) return true;
    const each: Followed = { live: false, outdated: new Map(), end: new AbortController() };
    followed.set(library, each);
    void run(library, each);
    return true;
  };

  return {
    isCurrent(library, subject) {
      const each = followed.get(library);
      return each !== undefined && each.live && !each.outdated.has(subject);
    },
    async follow(library) {
      if (closed || followed.has(library) || Date.now() < silentUntil) return true;
      let found = asking.get(library);
      if (!found) {
        found = begin(library).finally(() => asking.delete(library));
        asking.set(library, found);
      }
      return found;
    },
    close() {
      closed = true;
      for (const { end } of followed.values()) end.abort();
      followed.clear();
    },
  };
}

/** One call at a time for all who ask; who asks during one gets the next, since it must begin after the asking. */
function shared(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    const now = call().finally(() => {
      if (running === now) running = undefined;
    });
    running = now;
    return now;
  };
  return () => (running ? (next ??= running.then(start, start)) : start());
}
