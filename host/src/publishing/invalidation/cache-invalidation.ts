import { databaseUnavailable } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import type { Action, Change } from '../../content/model.js';
import { within } from '../../lib/timeout.js';
import type { Log } from '../../lib/log.js';

/** Milliseconds until a content service that failed is asked again. */
const RETRY_MILLISECONDS = 1_000;

/** Milliseconds that a visitor waits for a content service whose word is not needed for an answer. */
const RESPONSE_TIMEOUT = 500;

/** What leaves every delivered blob as it was. */
const UNDELIVERED_ACTIONS: ReadonlySet<Action> = new Set<Action>(['fork', 'save', 'revert', 'restore']);

export interface CacheInvalidator {
  /** Drops what is kept of the subject of a change. */
  subject(change: Change): void;
  all(): void;
}

export interface CacheInvalidation {
  /** Whether what is kept of a subject is what the store has: its library is followed, and nothing is under way. */
  isCurrent(library: string, subject: string): boolean;
  /** Follows a library from now on; false if there is none of that name. Never fails: then nothing is current. */
  follow(library: string): Promise<boolean>;
  close(): void;
}

interface FollowedLibrary {
  /** False until nothing can be missed. */
  live: boolean;
  /** Subjects that changed, with the change after which their blobs are not yet known to be written. */
  readonly outdated: Map<string, Change>;
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
  const delivered = shared(() => contentService.delivered());
  let closed = false;
  let retryAt = 0;
  /** That the content service is away is worth one line, not one per visitor. */
  let isReported = false;

  const unfollow = (library: string, each: FollowedLibrary, why: unknown): void => {
    if (closed || followed.get(library) !== each) return;
    followed.delete(library);
    each.end.abort();
    invalidate.all();
    retryAt = Date.now() + RETRY_MILLISECONDS;
    const reason = why instanceof Error ? why.message : String(why);
    log.warn(`Changes of library '${library}' are not heard of; its content is read anew each time. ${reason}`);
  };

  const onChange = async (each: FollowedLibrary, change: Change): Promise<void> => {
    if (UNDELIVERED_ACTIONS.has(change.action)) return;
    const { subject } = change;
    each.outdated.set(subject, change);
    invalidate.subject(change);
    await delivered();
    // Who read before the blob was written has kept nothing since, but may have begun to.
    invalidate.subject(change);
    if (each.outdated.get(subject) === change) each.outdated.delete(subject);
  };

  const run = async (library: string, each: FollowedLibrary): Promise<void> => {
    const failed = (error: unknown): void => unfollow(library, each, error);
    try {
      const changes = await contentService.changes(library, { signal: each.end.signal });
      // What was written before is told of by nobody: it has to be there first, so this looks afterwards.
      delivered().then(() => (each.live = true), failed);
      for await (const change of changes) onChange(each, change).catch(failed);
      failed('They ended.');
    } catch (error) {
      failed(error);
    }
  };

  const begin = async (library: string): Promise<boolean> => {
    try {
      if (!(await within(RESPONSE_TIMEOUT, contentService.library(library), databaseUnavailable))) return false;
      isReported = false;
    } catch (error) {
      retryAt = Date.now() + RETRY_MILLISECONDS;
      const why = `Library '${library}' can not be looked up; what is delivered of it is read all the same.`;
      if (!isReported) log.warn(`${why} ${String(error)}`);
      isReported = true;
      return true;
    }
    if (closed) return true;
    const each: FollowedLibrary = { live: false, outdated: new Map(), end: new AbortController() };
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
