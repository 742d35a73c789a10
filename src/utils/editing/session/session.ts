/**
 * A session of the editor, without user interface: one target at a time, its state (idle, loading, ready), its text,
 * and its writes to the host (specification §4, §5). Nothing is written before the first save.
 */
import { discard as discardChanges } from '../model/commands/undo';
import { createState, diffText, isChanged, type Command, type Transaction } from '../model/state';
import { findRecoverableDrafts } from './journal';
import { isDraftFork, openSession, type OpenSession } from './open-session';
import type { SessionPresence } from './presence';
import type { SessionDependencies } from './dependencies';
import { apply, beginJournal, replaced } from './recording';
import { createSessionCore, type Operation } from './operation';
import { createSaving, type Saving } from './saving';
import { IDLE, isUnfinished, type Snapshot } from './snapshot';
import { forkId, isSameTarget, originalId, type Target } from './target';

export interface Session extends Saving, Pick<SessionPresence, 'compare' | 'takeTheirs'> {
  readonly snapshot: Snapshot;
  /** Resolves with whether it is open: false if the previous target stays open, or on failure (`error`). */
  open(target: Target): Promise<boolean>;
  /** Resolves with whether it is closed. */
  close(): Promise<boolean>;
  /** Ends without confirmation, because the page removed the edited element. An unsaved draft is offered at the next opening. */
  abandon(): void;
  /** Returns whether the transaction was applied: false if the text would exceed the host's limit, or nothing is open. */
  dispatch(transaction: Transaction): boolean;
  run(command: Command): boolean;
  /** Restores the saved text, in one step that can be undone. */
  discard(): boolean;
  /** Restores the offered draft (`restorable`). A draft that no longer fits becomes a conflict. */
  restore(): boolean;
  /** Deletes the offered draft. */
  dismiss(): void;
}

export function createSession(ports: SessionDependencies): Session {
  const core = createSessionCore(ports);
  const { set, notReady } = core;
  /** Presence, loaded lazily: editing does not depend on it. */
  let presence: Promise<SessionPresence> | undefined;
  const loadPresence = (): Promise<SessionPresence> =>
    (presence ??= import('./presence').then(({ createSessionPresence: createOthers }) => createOthers(core)));
  const isCurrent = (run: Operation): boolean => core.run === run;

  async function open(target: Target): Promise<boolean> {
    if (core.run && isSameTarget(core.run.target, target)) return true;
    if (!(await close())) return false;
    const run: Operation = (core.run = { target, name: ports.name(), ended: new AbortController(), failures: 0 });
    set({ ...IDLE, state: 'loading', target });
    try {
      const [opening] = await Promise.all([find(run), ports.loaded()]);
      const sessions = await ports.journal.find(opening.writeTarget.id);
      if (!isCurrent(run)) return false;
      const { version, forked, view } = opening;
      const [restorable = null, ...moreRestorable] = findRecoverableDrafts(sessions, opening, ports.log);
      set({ state: 'ready', opening, version, forked, editor: createState(view), restorable, moreRestorable });
      beginJournal(core);
      void watchOthers(run, opening);
      return true;
    } catch (error) {
      if (!isCurrent(run)) return false;
      end(run, { error: error as Error });
      return false;
    }
  }

  async function find(run: Operation): Promise<OpenSession> {
    const store = (run.store = await ports.store());
    const fork = forkId(run.target);
    const ids = [originalId(run.target), ...(fork === undefined ? [] : [fork])];
    const [original = null, forkVersion = null] = await store.find(ids);
    const isDraft = forkVersion !== null && (await isDraftFork(store, forkVersion, original));
    return openSession(run.target, original, forkVersion, isDraft);
  }

  function end(run: Operation, changes: Partial<Snapshot> = {}): void {
    run.ended.abort();
    core.run = undefined;
    ports.journal.end(run.name);
    set({ ...IDLE, ...changes });
    ports.restore(run.target);
  }

  async function close(): Promise<boolean> {
    const { run } = core;
    if (!run) return true;
    const { busy } = core.snapshot;
    // A pending write may still fail, and its changes would be lost.
    if ((busy || isUnfinished(core.snapshot)) && !(await ports.confirm('ask.close'))) return false;
    if (isCurrent(run)) end(run);
    return true;
  }

  function abandon(): void {
    const { run } = core;
    if (!run) return;
    if (isUnfinished(core.snapshot)) {
      run.ended.abort();
      core.run = undefined;
      ports.journal.leave(run.name);
      set(IDLE);
      ports.restore(run.target);
    } else end(run);
  }

  const dispatch = (transaction: Transaction): boolean =>
    core.snapshot.editor ? apply(core, transaction) : notReady();

  function runCommand(command: Command): boolean {
    let isApplied = true;
    const onDispatch = (transaction: Transaction): void => void (isApplied = dispatch(transaction));
    return core.snapshot.editor ? command(core.snapshot.editor, onDispatch) && isApplied : notReady();
  }

  function discard(): boolean {
    const { editor } = core.snapshot;
    if (!editor) return notReady();
    discardChanges(editor, dispatch);
    return true;
  }

  function restore(): boolean {
    const { restorable } = core.snapshot;
    if (!restorable) return false;
    const current = core.snapshot.editor!;
    const { editor, text } = restorable;
    // The host's text may have changed since the draft was offered.
    const isSameBase = editor?.saved === current.saved;
    if (isSameBase && !isChanged(current)) replaced(core, {}, editor);
    else {
      // The draft is applied and recorded before its old journal is deleted. Undo restores what was typed since.
      dispatch({ steps: diffText(current.text, text) });
      const conflict = restorable.conflict ?? {
        ...{ base: editor!.saved, mine: text, theirs: current.saved, current: core.snapshot.version },
      };
      if (!isSameBase && text !== current.saved) set({ conflict });
    }
    forgetDraft();
    return true;
  }

  function dismiss(): void {
    forgetDraft();
  }

  /** Ends the journals of the offered draft, and offers the next one. */
  function forgetDraft(): void {
    const { restorable, moreRestorable } = core.snapshot;
    for (const name of restorable?.names ?? []) ports.journal.end(name);
    const [next = null, ...remaining] = moreRestorable;
    set({ restorable: next, moreRestorable: remaining });
  }

  async function watchOthers(run: Operation, opening: OpenSession): Promise<void> {
    try {
      const { listen, compareOrigin } = await loadPresence();
      if (!isCurrent(run)) return;
      listen(run);
      await compareOrigin(run, opening);
    } catch (error) {
      ports.log('The editor does not receive changes by others', error);
    }
  }

  return {
    get snapshot() {
      return core.snapshot;
    },
    ...{ open, close, abandon, dispatch, run: runCommand, discard, restore, dismiss },
    ...createSaving(core),
    compare: async () => (await loadPresence()).compare(),
    takeTheirs: async () => (await loadPresence()).takeTheirs(),
  };
}
