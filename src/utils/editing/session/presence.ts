/**
 * Other users of an open version: who has it open, and what they save. If there are local changes, a remote revision is
 * only announced; the user then applies or compares it.
 */
import type { Change, Version } from '../../gateway';
import { applyTransaction, diffText, reopenState } from '../model/state';
import { ForkDeletedError, hasLiveFork, isDraftFork, type OpenSession } from './open-session';
import { findUpstreamChange } from './upstream';
import { replaced, saved } from './recording';
import type { SessionCore, Operation } from './operation';
import { hasChanges, sameAs, type NewerRevision } from './snapshot';
import { originalOf } from './writes';

export interface SessionPresence {
  /** Announces this session to other users, and subscribes to their changes until the operation ends. */
  listen(run: Operation): void;
  /** Reports how the original has changed since the fork was last saved. */
  compareOrigin(run: Operation, opening: OpenSession): Promise<void>;
  /** Reports a remote revision as a conflict; resolves with whether there is one. */
  compare(): Promise<boolean>;
  /** Replaces the local text with the remote revision, in one step that can be undone. */
  takeTheirs(): Promise<boolean>;
}

const resetIf = (isReset: boolean): Pick<NewerRevision, 'isReset'> => (isReset ? { isReset } : {});

export function createSessionPresence(core: SessionCore): SessionPresence {
  const { dependencies, set } = core;
  const isCurrent = (run: Operation): boolean => core.run === run;
  const knownRevision = (): number => core.snapshot.version?.revision ?? 0;
  const versionId = (): string => core.snapshot.opening!.writeTarget.id;

  function listen(run: Operation): void {
    const id = versionId();
    reading = Promise.resolve();
    const unsubscribe = run.store!.subscribe(run.target.library, {
      change: (change) => void (change.id === id && isCurrent(run) && onChange(run, change)),
      missed: () => inOrder(() => readNewest(run)),
      error: (error) => dependencies.log('The editor does not receive changes by others', error),
    });
    const stopAttending = run.store!.attend?.(id, (others) => isCurrent(run) && set({ others }));
    run.ended.signal.addEventListener('abort', () => {
      unsubscribe();
      stopAttending?.();
    });
  }

  /** Events that arrive together are read one after the other, so that the state after the last one counts. */
  let reading = Promise.resolve();
  const inOrder = (read: () => Promise<void>): void => void (reading = reading.then(read));

  function onChange(run: Operation, { action, revision, at }: Change): void {
    if (revision === knownRevision() && !core.snapshot.busy && isNews(action)) return inOrder(() => readDelivered(run));
    // A deletion adds no revision.
    if (action === 'DELETE') return inOrder(() => readNewest(run));
    // During a write this may be its own event, which arrives before the response.
    if (revision <= knownRevision()) return;
    if (core.snapshot.busy) set({ newer: { revision, at, author: null } });
    else if (hasChanges(core.snapshot) && !withdraws(action)) inOrder(() => showNewer(run, { revision, at }));
    else inOrder(() => readNewest(run));
  }

  /** Whether an event may end the delivery of the edited fork, as the last step of a reset does. */
  const withdraws = (action: Change['action']): boolean =>
    core.snapshot.forked && (action === 'UNPUBLISH' || action === 'UNSTAGE');

  /** Whether an event of the known revision reports that visitors get another one than the session knows. */
  function isNews(action: Change['action']): boolean {
    const { version } = core.snapshot;
    if (action === 'PUBLISH') return version?.published !== version?.revision;
    return (
      (action === 'UNPUBLISH' && version?.published !== null) || (action === 'UNSTAGE' && version?.staged !== null)
    );
  }

  /**
   * Reads the version again when its last revision is published: nothing is left to save then. A reset withdraws the
   * fork after its last revision: the place shows the original then.
   */
  async function readDelivered(run: Operation): Promise<void> {
    try {
      const [found] = await run.store!.find([versionId()]);
      if (found) await takeDelivered(run, found);
    } catch (error) {
      dependencies.log('Whether others have saved is not known', error);
    }
  }

  /** Whether a new session would edit a version as the fork of the page's own instance. */
  async function isForked({ store }: Operation, found: Version): Promise<boolean> {
    const opening = core.snapshot.opening!;
    return (
      opening.writeTarget.instance !== undefined &&
      (hasLiveFork(found) || isDraftFork(store!, found, await originalOf(store!, opening)))
    );
  }

  /** Applies what visitors get of the known revision, as a new session would. */
  async function takeDelivered(run: Operation, found: Version): Promise<void> {
    const forked = await isForked(run, found);
    if (!isCurrent(run) || core.snapshot.busy || found.revision !== knownRevision()) return;
    const { newer, forked: wasForked } = core.snapshot;
    const isReset = newer?.revision === found.revision && wasForked && !forked;
    set({ version: found, forked, ...(isReset ? { newer: { ...newer, isReset } } : {}) });
  }

  async function showNewer(run: Operation, { revision, at, isReset }: Omit<NewerRevision, 'author'>): Promise<void> {
    const author = await authorOf(run, revision);
    const announced = core.snapshot.newer?.revision ?? 0;
    if (isCurrent(run) && revision > knownRevision() && revision >= announced)
      set({ newer: { revision, at, author, ...resetIf(!!isReset) } });
  }

  /** Returns null if the author is unknown; the revision is announced anyway. */
  async function authorOf(run: Operation, revision: number): Promise<string | null> {
    try {
      const [last] = (await run.store!.history(versionId(), { first: 1 })).items;
      return last?.number === revision ? last.author : null;
    } catch {
      return null;
    }
  }

  /** Applies a remote revision if there are no local changes; otherwise announces it. */
  async function readNewest(run: Operation): Promise<void> {
    try {
      const [found] = await run.store!.find([versionId()]);
      if (!found || !isCurrent(run)) return;
      if (core.snapshot.forked && found.deletedAt !== null) return await onForkDeleted(run, found);
      if (found.revision === knownRevision()) return await takeDelivered(run, found);
      if (found.revision < knownRevision()) return;
      const { revision, modifiedAt: at } = found;
      const forked = await isForked(run, found);
      if (!isCurrent(run)) return;
      const reset = resetIf(core.snapshot.forked && !forked);
      if (hasChanges(core.snapshot)) return await showNewer(run, { revision, at, ...reset });
      const author = await authorOf(run, revision);
      const { busy } = core.snapshot;
      if (!isCurrent(run) || revision <= knownRevision()) return;
      const newer = { revision, at, author, ...reset };
      if (busy || hasChanges(core.snapshot)) return set({ newer });
      const changes = { version: found, forked, newer };
      replaced(core, changes, reopenState(core.snapshot.editor!, found.view));
    } catch (error) {
      dependencies.log('Whether others have saved is not known', error);
    }
  }

  /**
   * Reports that another user deleted the edited fork. Its text stays: compared with the original, which visitors get
   * now, it is a change, and saving it recreates the fork.
   */
  async function onForkDeleted(run: Operation, version: Version): Promise<void> {
    const original = await originalOf(run.store!, core.snapshot.opening!);
    const { forked, busy, opening, editor } = core.snapshot;
    // A write that is in progress reports the deletion itself.
    if (!isCurrent(run) || !forked || busy) return;
    const changes = { version, forked: false, newer: null, conflict: null, opening: { ...opening!, original } };
    saved(core, original?.view ?? editor!.saved, {
      ...changes,
      error: new ForkDeletedError(version.id),
      failed: 'save',
    });
  }

  /** Returns the host's version if it is newer than the local one. */
  async function findNewer(): Promise<Version | undefined> {
    const { run } = core;
    if (!run || core.snapshot.state !== 'ready' || core.snapshot.busy) return core.notReady() || undefined;
    try {
      const [found] = await run.store!.find([versionId()]);
      if (!isCurrent(run) || core.snapshot.busy) return undefined;
      // The host responds again. The error of a failed write stays until a write succeeds.
      if (!core.snapshot.failed) set({ error: null });
      if (found && found.revision > knownRevision()) return found;
      set({ newer: null });
    } catch (error) {
      if (isCurrent(run)) set({ error: error as Error });
    }
    return undefined;
  }

  async function compareOrigin(run: Operation, opening: OpenSession): Promise<void> {
    try {
      const origin = await findUpstreamChange(run.store!, opening);
      if (origin && isCurrent(run)) set({ origin });
    } catch (error) {
      dependencies.log('Whether the original went on is not known', error);
    }
  }

  return {
    ...{ listen, compareOrigin },
    async compare() {
      const current = await findNewer();
      if (!current) return false;
      const { text: mine, saved: base } = core.snapshot.editor!;
      if (mine === current.view) {
        saved(core, mine, sameAs(core.snapshot, current));
        return false;
      }
      set({ newer: null, conflict: { base, mine, theirs: current.view, current } });
      return true;
    },
    async takeTheirs() {
      const { run } = core;
      const version = await findNewer();
      if (!version || !run) return false;
      const forked = await isForked(run, version);
      if (!isCurrent(run) || core.snapshot.busy) return false;
      const editor = core.snapshot.editor!;
      const steps = diffText(editor.text, version.view);
      const next = steps.length ? applyTransaction(editor, { steps, time: dependencies.now() }) : editor;
      saved(core, version.view, { version, forked, newer: null, conflict: null }, next);
      return true;
    },
  };
}
