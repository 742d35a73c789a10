import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import { isEndOfLibrary } from '../../content/entries/change-feed.js';
import type { Action, Change } from '../../content/model.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';

/** Milliseconds until a content service that failed is asked again. */
const RETRY_MILLISECONDS = 1_000;

/** Milliseconds that a visitor waits for a content service whose word is not needed for an answer. */
const RESPONSE_TIMEOUT = 500;

/** Milliseconds between looks at whether a blob has been written, at first and at last. */
const FIRST_WAIT = 25;
const MAX_WAIT = 1_000;

/** What leaves every delivered blob as it was. */
const UNDELIVERED_ACTIONS: ReadonlySet<Action> = new Set<Action>(['fork', 'save', 'revert', 'restore']);

export interface CacheInvalidator {
  /** Keys of the blobs that a change is about. */
  keysOf(change: Change): readonly string[];
  /** Drops what is kept under a key. */
  key(key: string): void;
  all(): void;
}

export interface CacheInvalidation {
  /** Whether what is kept under a key is what the store has: its library is followed, and nothing is under way for it. */
  isCurrent(library: string, key: string): boolean;
  /** Follows a library from now on; false if there never was one of that name. Never fails: then nothing is current. */
  follow(library: string): Promise<boolean>;
  close(): void;
}

interface FollowedLibrary {
  /** False until nothing can be missed. */
  live: boolean;
  /** Keys whose blobs are not yet known to be written, each with a mark of the last change that is about it. */
  readonly outdated: Map<string, object>;
  /** Keys that are still to be written. */
  readonly open: () => Promise<ReadonlySet<string>>;
  readonly end: AbortController;
}

/** Drops kept content when the content service tells of a change, by whichever host; all of it when the content service stops telling. */
export function createCacheInvalidation(
  contentService: ContentService,
  invalidate: CacheInvalidator,
  log: Log,
): CacheInvalidation {
  const followed = new Map<string, FollowedLibrary>();
  const pendingFollows = new Map<string, Promise<boolean>>();
  let closed = false;
  let retryAt = 0;
  /** That the content service is away is worth one line, not one per visitor. */
  let isReported = false;

  const unfollow = (library: string, each: FollowedLibrary): boolean => {
    if (closed || followed.get(library) !== each) return false;
    followed.delete(library);
    each.end.abort();
    invalidate.all();
    return true;
  };

  const onFailure = (library: string, each: FollowedLibrary, why: unknown): void => {
    if (!unfollow(library, each)) return;
    retryAt = Date.now() + RETRY_MILLISECONDS;
    const reason = why instanceof Error ? why.message : String(why);
    log.warn(
      `The host does not receive changes of library '${library}', so it reads the content again each time. Check the database. ${reason}`,
    );
  };

  const onChange = async (each: FollowedLibrary, change: Change): Promise<void> => {
    if (UNDELIVERED_ACTIONS.has(change.action)) return;
    await waitForKeys(each, invalidate.keysOf(change), change);
  };

  /** Keeps keys outdated until their blobs are written. One that can not be written holds up no other. */
  const waitForKeys = async (each: FollowedLibrary, keys: readonly string[], mark: object): Promise<void> => {
    for (const key of keys) {
      each.outdated.set(key, mark);
      invalidate.key(key);
    }
    for (let wait = FIRST_WAIT; keys.length > 0; wait = Math.min(wait * 2, MAX_WAIT)) {
      const open = await each.open();
      for (const key of keys) {
        if (open.has(key) || each.outdated.get(key) !== mark) continue;
        // Who read before the blob was written has kept nothing since, but may have begun to.
        invalidate.key(key);
        each.outdated.delete(key);
      }
      keys = keys.filter((key) => each.outdated.get(key) === mark);
      if (keys.length > 0) await sleep(wait, undefined, { signal: each.end.signal, ref: false });
    }
  };

  const run = async (library: string, each: FollowedLibrary): Promise<void> => {
    const failed = (error: unknown): void => (each.end.signal.aborted ? undefined : onFailure(library, each, error));
    try {
      const changes = await contentService.changes(library, { signal: each.end.signal });
      // What was written before is told of by nobody, so this looks afterwards.
      const begin = async (): Promise<void> => {
        const waiting = waitForKeys(each, [...(await each.open())], {});
        each.live = true;
        await waiting;
      };
      begin().catch(failed);
      let isDeleted = false;
      for await (const change of changes) {
        onChange(each, change).catch(failed);
        isDeleted = isEndOfLibrary(change);
      }
      if (isDeleted) unfollow(library, each);
      else failed('They ended.');
    } catch (error) {
      failed(error);
    }
  };

  const begin = async (library: string): Promise<boolean> => {
    try {
      const state = await within(RESPONSE_TIMEOUT, contentService.libraryState(library), databaseUnavailable);
      isReported = false;
      // Of what is deleted, tombstones are read anew each time.
      if (state !== 'there') return state === 'deleted';
    } catch (error) {
      retryAt = Date.now() + RETRY_MILLISECONDS;
      const why = `Could not read library '${library}'; the host continues to deliver its content.`;
      if (!isReported) log.warn(`${why} ${String(error)}`);
      isReported = true;
      return true;
    }
    if (closed) return true;
    const open = shared(() => contentService.openDeliveries(library));
    const each: FollowedLibrary = { live: false, outdated: new Map(), open, end: new AbortController() };
    followed.set(library, each);
    void run(library, each);
    return true;
  };

  return {
    isCurrent(library, key) {
      const each = followed.get(library);
      return each !== undefined && each.live && !each.outdated.has(key);
    },
    async follow(library) {
      if (closed || followed.has(library) || Date.now() < retryAt) return true;
      let found = pendingFollows.get(library);
      if (!found) {
        found = begin(library).finally(() => pendingFollows.delete(library));
        pendingFollows.set(library, found);
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
function shared<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const now = call().finally(() => {
      if (running === now) running = undefined;
    });
    running = now;
    return now;
  };
  return () => (running ? (next ??= running.then(start, start)) : start());
}
