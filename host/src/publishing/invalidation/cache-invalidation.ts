import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../../lib/clock.js';
import { databaseUnavailable } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import { isEndOfLibrary } from '../../content/entries/change-feed.js';
import type { Action, Change } from '../../content/model.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';

/** Milliseconds until the next attempt after the content service failed. */
const RETRY_MILLISECONDS = 1_000;

/** Milliseconds that a request waits for the content service if its result is optional. */
const RESPONSE_TIMEOUT = 500;

/** Milliseconds between checks whether a blob has been written, first and at most. */
const FIRST_WAIT = 25;
const MAX_WAIT = 1_000;

/** Actions that do not change delivered blobs. */
const UNDELIVERED_ACTIONS: ReadonlySet<Action> = new Set<Action>(['fork', 'save', 'revert', 'restore']);

export interface CacheInvalidator {
  /** The keys of the blobs that a change concerns. */
  keysOf(change: Change): readonly string[];
  /** Removes a key from the cache. */
  key(key: string): void;
  all(): void;
}

export interface CacheInvalidation {
  /** Whether cached content of a key is current: its library is followed, and no change of the key is in progress. */
  isCurrent(library: string, key: string): boolean;
  /** Follows a library's changes. False if it never existed. Never rejects; on failure nothing is current. */
  follow(library: string): Promise<boolean>;
  close(): void;
}

interface FollowedLibrary {
  /** False until no change can be missed. */
  live: boolean;
  /** Keys whose blobs may not be written yet. Each value is a token of the last change that concerns the key. */
  readonly outdated: Map<string, object>;
  /** Reads the keys that are not written yet. */
  readonly open: () => Promise<ReadonlySet<string>>;
  readonly end: AbortController;
}

/** Removes cached content when any host changes it. Removes all of it when the stream of changes fails. */
export function createCacheInvalidation(
  contentService: ContentService,
  invalidate: CacheInvalidator,
  log: Log,
): CacheInvalidation {
  const followedLibraries = new Map<string, FollowedLibrary>();
  const pendingFollows = new Map<string, Promise<boolean>>();
  let isClosed = false;
  /** Of the monotonic clock. */
  let retryAt = -Infinity;
  /** Whether an unavailable content service has been logged, so that it is logged once and not per request. */
  let isReported = false;

  const unfollow = (library: string, followed: FollowedLibrary): boolean => {
    if (isClosed || followedLibraries.get(library) !== followed) return false;
    followedLibraries.delete(library);
    followed.end.abort();
    invalidate.all();
    return true;
  };

  const fail = (library: string, followed: FollowedLibrary, error: unknown): void => {
    if (!unfollow(library, followed)) return;
    retryAt = monotonicClock() + RETRY_MILLISECONDS;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      `The host does not receive changes of library '${library}', so it reads the content again each time. Check the database. ${reason}`,
    );
  };

  const onChange = async (followed: FollowedLibrary, change: Change): Promise<void> => {
    if (UNDELIVERED_ACTIONS.has(change.action)) return;
    await waitForKeys(followed, invalidate.keysOf(change), change);
  };

  /** Marks keys as outdated until their blobs are written. A failing key does not delay others. */
  const waitForKeys = async (followed: FollowedLibrary, keys: readonly string[], token: object): Promise<void> => {
    for (const key of keys) {
      followed.outdated.set(key, token);
      invalidate.key(key);
    }
    for (let wait = FIRST_WAIT; keys.length > 0; wait = Math.min(wait * 2, MAX_WAIT)) {
      const open = await followed.open();
      for (const key of keys) {
        if (open.has(key) || followed.outdated.get(key) !== token) continue;
        // A reader may have begun before the blob was written and would cache the old content.
        invalidate.key(key);
        followed.outdated.delete(key);
      }
      keys = keys.filter((key) => followed.outdated.get(key) === token);
      if (keys.length > 0) await sleep(wait, undefined, { signal: followed.end.signal, ref: false });
    }
  };

  const run = async (library: string, followed: FollowedLibrary): Promise<void> => {
    const failed = (error: unknown): void => (followed.end.signal.aborted ? undefined : fail(library, followed, error));
    try {
      const changes = await contentService.changes(library, { signal: followed.end.signal });
      // The stream does not report earlier changes, so read the open deliveries after it begins.
      const catchUp = async (): Promise<void> => {
        const waiting = waitForKeys(followed, [...(await followed.open())], {});
        followed.live = true;
        await waiting;
      };
      catchUp().catch(failed);
      let isDeleted = false;
      for await (const change of changes) {
        onChange(followed, change).catch(failed);
        isDeleted = isEndOfLibrary(change);
      }
      if (isDeleted) unfollow(library, followed);
      else failed('They ended.');
    } catch (error) {
      failed(error);
    }
  };

  const startFollowing = async (library: string): Promise<boolean> => {
    try {
      const state = await within(RESPONSE_TIMEOUT, contentService.libraryState(library), databaseUnavailable);
      isReported = false;
      // Tombstones of a deleted library are not cached.
      if (state !== 'there') return state === 'deleted';
    } catch (error) {
      retryAt = monotonicClock() + RETRY_MILLISECONDS;
      const message = `Could not read library '${library}'; the host continues to deliver its content.`;
      if (!isReported) log.warn(`${message} ${String(error)}`);
      isReported = true;
      return true;
    }
    if (isClosed) return true;
    const open = shareCalls(() => contentService.openDeliveries(library));
    const followed: FollowedLibrary = { live: false, outdated: new Map(), open, end: new AbortController() };
    followedLibraries.set(library, followed);
    void run(library, followed);
    return true;
  };

  return {
    isCurrent(library, key) {
      const followed = followedLibraries.get(library);
      return followed !== undefined && followed.live && !followed.outdated.has(key);
    },
    async follow(library) {
      if (isClosed || followedLibraries.has(library) || monotonicClock() < retryAt) return true;
      let pending = pendingFollows.get(library);
      if (!pending) {
        pending = startFollowing(library).finally(() => pendingFollows.delete(library));
        pendingFollows.set(library, pending);
      }
      return pending;
    },
    close() {
      isClosed = true;
      for (const { end } of followedLibraries.values()) end.abort();
      followedLibraries.clear();
    },
  };
}

/** Shares one call between callers. A caller during a running call gets the next one, which begins after the request. */
function shareCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const current = call().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  };
  return () => (running ? (next ??= running.then(start, start)) : start());
}
