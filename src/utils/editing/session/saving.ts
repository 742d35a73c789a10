/** The writes of a session: it saves, resets a fork, retries after errors, and never overwrites the writes of others. */
import { ConflictError, NotFoundError } from '../../gateway/errors';
import type { Version } from '../../gateway';
import { applyTransaction, diffText, reopenState, type EditorState } from '../model/state';
import { RETRY } from './dependencies';
import { ForkDeletedError } from './open-session';
import { replaced, saved } from './recording';
import type { SessionCore, Operation } from './operation';
import { can, sameAs } from './snapshot';
import { commit, commitDraft, originalOf, reset, type Writing } from './writes';

export interface Saving {
  /** Commits, stages and publishes; resolves with whether the host has all changes. */
  save(): Promise<boolean>;
  /**
   * Commits without staging or publishing, so visitors still get the published revision. It is not retried
   * automatically. Resolves with the version; undefined if the user declines or the session can not save now.
   * @throws whatever the store throws; the edited text stays
   */
  saveDraft(): Promise<Version | undefined>;
  /** Resets a fork to its original, which the page then shows. */
  unfork(): Promise<boolean>;
  /** Resolves a conflict with a merged text, and saves it. */
  resolve(merged: string): Promise<boolean>;
}

type Busy = 'save' | 'unfork';

/** The state without an error. */
const NO_ERROR = { error: null, failed: null, retrying: false } as const;

export function createSaving(core: SessionCore): Saving {
  const { dependencies, set } = core;
  const isCurrent = (run: Operation): boolean => core.run === run;
  /** The latest write; never rejects. */
  let lastWrite: Promise<boolean> = Promise.resolve(true);

  const writing = (run: Operation): Writing => ({
    store: run.store!,
    writeTarget: core.snapshot.opening!.writeTarget,
    version: core.snapshot.version,
    session: run.name,
    page: dependencies.page?.(),
    done: (version) => isCurrent(run) && onStepDone(version),
    isWanted: () => isCurrent(run),
  });

  /** Updates the snapshot after the host has completed a step. */
  function onStepDone(version: Version): void {
    const { newer } = core.snapshot;
    set({ version, newer: newer && newer.revision > version.revision ? newer : null });
  }

  /** Runs one write at a time. On failure the text stays, and the error is reported. Resolves with whether all steps are done. */
  async function write(busy: Busy, run: Operation, work: () => Promise<boolean>): Promise<boolean> {
    // The error stays until a write succeeds: a message that flickers with each retry is unreadable.
    set({ busy, ...(core.snapshot.retrying ? {} : NO_ERROR) });
    try {
      const isDone = await work();
      run.failures = 0;
      if (isCurrent(run)) set({ busy: null, ...NO_ERROR });
      else dependencies.onLateWrite?.();
      return isDone;
    } catch (error) {
      const deleted = error instanceof NotFoundError && isCurrent(run) ? await deletedFork(run) : undefined;
      if (!isCurrent(run)) dependencies.log('A write failed after its editor closed', error);
      else if (deleted) {
        const failure = { error: new ForkDeletedError(deleted.id, error), failed: 'save', retrying: false } as const;
        set({ busy: null, ...failure, version: deleted, forked: false });
      } else if (error instanceof ConflictError) onConflict(error as ConflictError<Version>, busy);
      else {
        set({ busy: null, error: error as Error, failed: busy, retrying: dependencies.isTransient(error) });
        if (core.snapshot.retrying) void retry(busy, run);
      }
      return false;
    }
  }

  /** Returns the edited fork if it was deleted. */
  async function deletedFork({ store }: Operation): Promise<Version | undefined> {
    const { id, instance } = core.snapshot.opening!.writeTarget;
    if (instance === undefined) return undefined;
    const [found] = await store!.find([id]).catch(() => []);
    return found && found.deletedAt !== null ? found : undefined;
  }

  /** Retries with exponential backoff, until the write succeeds or the user acts. */
  async function retry(busy: Busy, run: Operation): Promise<void> {
    const failedError = core.snapshot.error;
    await dependencies.wait(Math.min(RETRY.first * 2 ** run.failures++, RETRY.most), run.ended.signal);
    if (!isCurrent(run) || core.snapshot.error !== failedError || core.snapshot.busy) return;
    await (busy === 'save' ? deliver(run) : resetToOriginal(run));
  }

  /** Handles a conflict. The common base is the last saved text. Without local changes, the remote text is shown. */
  function onConflict(error: ConflictError<Version>, busy: Busy): void {
    const { current } = error;
    const { text: mine, saved: base } = core.snapshot.editor!;
    // Nothing was reset: the user sees the remote text first, and can then reset again.
    const errorState = busy === 'unfork' ? { ...NO_ERROR, error, failed: busy } : NO_ERROR;
    const changes = { busy: null, newer: null, ...errorState };
    if (mine === base)
      replaced(core, { ...changes, version: current }, reopenState(core.snapshot.editor!, current.view));
    else if (mine === current.view) saved(core, mine, { ...changes, ...sameAs(core.snapshot, current) });
    else set({ ...changes, conflict: { base, mine, theirs: current.view, current } });
  }

  /** Returns the editor state with another text, in one step that can be undone. */
  function withText(editor: EditorState, text: string): EditorState {
    const steps = diffText(editor.text, text);
    return steps.length ? applyTransaction(editor, { steps, time: dependencies.now() }) : editor;
  }

  /** Returns the current operation if it can write now. */
  const ready = (): Operation | undefined =>
    core.snapshot.state === 'ready' && !core.snapshot.busy ? core.run : (core.notReady(), undefined);

  const isSaving = (): boolean => core.snapshot.busy === 'save' || core.snapshot.busy === 'draft';

  async function save(): Promise<boolean> {
    const { run: initialRun } = core;
    // Changes that are typed during a save are saved after it.
    while (isSaving()) await lastWrite;
    if (core.run !== initialRun) return false;
    const run = ready();
    if (!run) return false;
    if (!can(core.snapshot).save) return !core.snapshot.conflict;
    if (makesFork() && !(await dependencies.confirm('ask.save'))) return false;
    return isCurrent(run) && !core.snapshot.busy && deliver(run);
  }

  const makesFork = (): boolean => core.snapshot.opening!.writeTarget.instance !== undefined && !core.snapshot.forked;

  const deliver = (run: Operation): Promise<boolean> =>
    (lastWrite = write('save', run, async () => {
      const { text } = core.snapshot.editor!;
      const version = await commit(writing(run), text);
      if (isCurrent(run))
        saved(core, text, { version, forked: core.snapshot.opening!.writeTarget.instance !== undefined });
      return version.view === text && version.published === version.revision;
    }));

  async function saveDraft(): Promise<Version | undefined> {
    const { run: initialRun } = core;
    while (isSaving()) await lastWrite;
    const run = core.run === initialRun ? ready() : undefined;
    if (!run || core.snapshot.conflict) return undefined;
    if (makesFork() && !(await dependencies.confirm('ask.save'))) return undefined;
    if (!isCurrent(run) || core.snapshot.busy) return undefined;
    set({ busy: 'draft' });
    const { text } = core.snapshot.editor!;
    const work = commitDraft(writing(run), text);
    lastWrite = work.then(
      () => true,
      () => false,
    );
    try {
      const version = await work;
      const forked = core.snapshot.opening?.writeTarget.instance !== undefined;
      if (isCurrent(run)) saved(core, text, { version, forked, busy: null, ...NO_ERROR });
      return version;
    } catch (error) {
      if (isCurrent(run)) set({ busy: null });
      throw error;
    }
  }

  async function unfork(): Promise<boolean> {
    const run = ready();
    if (!run || !can(core.snapshot).unfork || !(await dependencies.confirm('ask.unfork'))) return false;
    return isCurrent(run) && !core.snapshot.busy && resetToOriginal(run);
  }

  const resetToOriginal = (run: Operation): Promise<boolean> =>
    write('unfork', run, async () => {
      const opening = core.snapshot.opening!;
      const original = (await originalOf(run.store!, opening))!;
      const context = writing(run);
      const version = await reset({ ...context, version: context.version! }, original);
      if (!isCurrent(run)) return true;
      const { view } = original;
      const nextOpening = { ...opening, original, version, view, forked: false };
      // Notices about the fork no longer apply.
      const changes = { origin: null, newer: null, version, opening: nextOpening, forked: false };
      // The user may have typed meanwhile: undo restores that text.
      saved(core, view, changes, withText(core.snapshot.editor!, view));
      dependencies.restore(run.target);
      return true;
    });

  async function resolve(merged: string): Promise<boolean> {
    const { conflict, editor } = core.snapshot;
    const run = ready();
    if (!run) return false;
    if (!conflict) return core.notReady();
    const { current, theirs } = conflict;
    saved(core, theirs, { conflict: null, version: current, newer: null }, withText(editor!, merged));
    return deliver(run);
  }

  return { save, saveDraft, unfork, resolve };
}
