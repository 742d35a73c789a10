/**
 * Versions in memory: for demos, for tests of editing code, and as the shortest reference for a product's own backend.
 * It fulfills the contract of the store, except that it does not outlive the page.
 */
import { addressOf, checkWrite, instanceOf, pageFrom, throwOperationError } from './memory-checks';
import { memoryPresence } from './memory-presence';
import type { Action, Change, ChangeListener, Revision, Stylesheet, Version, VersionStore, Write } from './store';

export interface MemoryOptions {
  /** Ids of the components that may have versions: `library/component`. */
  readonly components: readonly string[];
  readonly stylesheets?: readonly Stylesheet[];
  /** Author's name in histories; `Me` by default. */
  readonly author?: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

interface StoredVersion {
  version: Version;
  readonly revisions: Omit<Revision, 'state'>[];
}

/** The members of a version that a write may change. */
type Changed = Partial<Pick<Version, 'view' | 'staged' | 'published' | 'deletedAt' | 'forkOriginId'>>;

export function memoryVersions(options: MemoryOptions): VersionStore {
  const { components, stylesheets = [], author = 'Me', clock = Date.now } = options;
  const versions = new Map<string, StoredVersion>();
  /** The result of each write with an idempotency key. */
  const keys = new Map<string, { readonly operation: string; readonly result: Version }>();
  const sequences = new Map<string, number>();
  const listeners = new Map<string, Set<ChangeListener>>();

  const now = (): string => new Date(clock()).toISOString();
  const throwMissing = (id: string): never =>
    throwOperationError('NOT_FOUND', `There is no version '${id}'. Check the id.`);
  const throwDeleted = (id: string): never =>
    throwOperationError('NOT_FOUND', `Someone deleted the version '${id}': restore it first.`);

  const notifyListeners = (action: Action, { id, library, revision, modifiedAt: at }: Version): void => {
    const sequence = (sequences.get(library) ?? 0) + 1;
    sequences.set(library, sequence);
    const change: Change = { sequence, kind: 'VERSION', id, action, revision, at };
    for (const listener of [...(listeners.get(library) ?? [])]) {
      queueMicrotask(() => listeners.get(library)?.has(listener) && listener.change(change));
    }
  };

  /** Runs a write, or returns its first result if it is repeated. */
  const runOnce = (operation: readonly unknown[], write: Write, work: () => Version): Promise<Version> =>
    new Promise((resolve) => {
      checkWrite(write);
      const { idempotencyKey: key, expectedRevision } = write;
      const text = JSON.stringify([...operation, expectedRevision]);
      const previous = key === undefined ? undefined : keys.get(key);
      if (previous && previous.operation !== text) {
        throwOperationError(
          'IDEMPOTENCY_KEY_REUSED',
          `The idempotency key ${JSON.stringify(key)} belongs to another write. Use a new key for each write.`,
        );
      }
      const result = previous?.result ?? work();
      if (key !== undefined) keys.set(key, { operation: text, result });
      resolve(result);
    });

  /** Returns the version if the writer has seen its last revision. */
  const requireRevision = (id: string, expected: number): StoredVersion => {
    const stored = versions.get(id) ?? throwMissing(id);
    if (stored.version.revision === expected) return stored;
    const { view, forkOriginId, revision, staged, published, deletedAt, createdAt, modifiedAt, name } = stored.version;
    return throwOperationError(
      'CONFLICT',
      `version '${id}' is at revision ${revision}, not ${expected}: nothing changed. Read it again, then retry with the current revision.`,
      {
        expected,
        current: { id, name, view, forkOriginId, revision, staged, published, deletedAt, createdAt, modifiedAt },
      },
    );
  };

  const change = (action: Action, stored: StoredVersion, changed: Changed): Version => {
    const at = now();
    const revision = stored.version.revision + ('view' in changed ? 1 : 0);
    stored.version = { ...stored.version, ...changed, revision, modifiedAt: at };
    if (changed.view !== undefined) stored.revisions.push({ number: revision, content: changed.view, author, at });
    notifyListeners(action, stored.version);
    return stored.version;
  };

  const create = (action: Action, id: string, view: string, forkOriginId: string | null): Version => {
    const { library, component, name } = addressOf(id);
    const at = now();
    const version: Version = {
      ...{ id, library, component, name, view, forkOriginId, revision: 1 },
      ...{ staged: null, published: null, deletedAt: null, createdAt: at, modifiedAt: at },
    };
    versions.set(id, { version, revisions: [{ number: 1, content: view, author, at }] });
    notifyListeners(action, version);
    return version;
  };

  const save = (action: Action, id: string, view: string, expected: number): Version => {
    const { component } = addressOf(id);
    if (expected === 0 && !components.includes(component)) {
      throwOperationError('NOT_FOUND', `There is no component '${component}'. Check the id.`);
    }
    if (expected === 0 && !versions.has(id)) return create(action, id, view, null);
    const stored = requireRevision(id, expected);
    return stored.version.deletedAt === null ? change(action, stored, { view }) : throwDeleted(id);
  };

  /** Returns a write that changes a version's state; nothing is written if `isUnchanged` reports that it already has that state. */
  const step =
    (action: Action, changesOf: (version: Version) => Changed, isUnchanged: (version: Version) => boolean) =>
    (id: string, write: Write): Promise<Version> =>
      runOnce([action, id], write, () => {
        addressOf(id);
        const stored = requireRevision(id, write.expectedRevision);
        if (isUnchanged(stored.version)) return stored.version;
        const isDelivery = action === 'STAGE' || action === 'PUBLISH';
        return isDelivery && stored.version.deletedAt !== null
          ? throwDeleted(id)
          : change(action, stored, changesOf(stored.version));
      });
  const never = (): boolean => false;

  return {
    async find(ids) {
      for (const id of ids) addressOf(id, 'ids');
      return ids.map((id) => versions.get(id)?.version ?? null);
    },

    fork: (originId, instance, write) =>
      runOnce(['FORK', originId, instance], write, () => {
        const id = instanceOf(originId, instance);
        const origin = versions.get(originId)?.version ?? throwMissing(originId);
        if (origin.deletedAt !== null) throwDeleted(originId);
        if (write.expectedRevision === 0 && !versions.has(id)) return create('FORK', id, origin.view, originId);
        const stored = requireRevision(id, write.expectedRevision);
        if (stored.version.deletedAt === null) {
          throwOperationError('BAD_USER_INPUT', `instance '${instance}' is there already: save it instead.`, {
            argument: 'instance',
          });
        }
        return change('FORK', stored, { view: origin.view, deletedAt: null, forkOriginId: originId });
      }),

    save: (id, view, write) => runOnce(['SAVE', id, view], write, () => save('SAVE', id, view, write.expectedRevision)),
    stage: step('STAGE', ({ revision }) => ({ staged: revision }), never),
    publish: step('PUBLISH', ({ revision }) => ({ published: revision }), never),
    unstage: step(
      'UNSTAGE',
      () => ({ staged: null }),
      ({ staged }) => staged === null,
    ),
    unpublish: step(
      'UNPUBLISH',
      () => ({ published: null }),
      ({ published }) => published === null,
    ),
    remove: step(
      'DELETE',
      () => ({ deletedAt: now(), staged: null, published: null }),
      ({ deletedAt }) => deletedAt !== null,
    ),
    restore: step(
      'RESTORE',
      () => ({ deletedAt: null }),
      ({ deletedAt }) => deletedAt === null,
    ),

    revert: (id, to, write) =>
      runOnce(['REVERT', id, to], write, () => {
        addressOf(id);
        const { revisions } = versions.get(id) ?? throwMissing(id);
        const earlier = revisions.find(({ number }) => number === to);
        if (!earlier)
          return throwOperationError(
            'NOT_FOUND',
            `The version '${id}' has no revision ${to}. Choose one of its history.`,
          );
        return save('REVERT', id, earlier.content, write.expectedRevision);
      }),

    async history(id, page) {
      addressOf(id);
      const { version, revisions } = versions.get(id) ?? throwMissing(id);
      const { staged, published } = version;
      return pageFrom(
        revisions
          .map((each): Revision => {
            const state = each.number === published ? 'PUBLISHED' : each.number === staged ? 'STAGED' : 'SAVED';
            return { ...each, state };
          })
          .reverse(),
        page,
      );
    },

    async stylesheet(library) {
      return stylesheets.find(({ id }) => id === library) ?? null;
    },

    subscribe(library, listener) {
      const libraryListeners = listeners.get(library) ?? new Set();
      listeners.set(library, libraryListeners.add(listener));
      return () => void libraryListeners.delete(listener);
    },

    attend: memoryPresence(author, now),
  };
}
