/**
 * A session of the editor, without any of its looks: one target at a time, from idle through loading to ready, its text, and
 * the writes that the host is asked for (specification §4, §5). Nothing is written before the first save.
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
  /** Resolves with whether it is open: not when what was open stays so, or when it fails (`error`). */
  open(target: Target): Promise<boolean>;
  /** Resolves with whether it is closed. */
  close(): Promise<boolean>;
  /** Ends without asking, since the page took away what is edited; its journal is offered at the next opening. */
  abandon(): void;
  /** Answers whether it is done: not where the text would be longer than what the host takes. */
  dispatch(transaction: Transaction): boolean;
  run(command: Command): boolean;
  /** Back to what was saved, in one step that can be undone. */
  discard(): boolean;
  /** Takes up the draft that is offered (`restorable`); where it does not fit any more it is a conflict. */
  restore(): boolean;
  /** Deletes it. */
  dismiss(): void;
}

export function createSession(ports: SessionDependencies): Session {
  const core = createSessionCore(ports);
  const { set, notReady } = core;
  /** What goes on beside the editing, which is ready without it. */
  let beside: Promise<SessionPresence> | undefined;
  const others = (): Promise<SessionPresence> =>
    (beside ??= import('./presence').then(({ createSessionPresence: createOthers }) => createOthers(core)));
  const isNow = (run: Operation): boolean => core.run === run;

  async function open(target: Target): Promise<boolean> {
    if (core.run && isSameTarget(core.run.target, target)) return true;
    if (!(await close())) return false;
    const run: Operation = (core.run = { target, name: ports.name(), ended: new AbortController(), failures: 0 });
    set({ ...IDLE, state: 'loading', target });
    try {
      const [opening] = await Promise.all([find(run), ports.loaded()]);
      const kept = await ports.journal.find(opening.writeTarget.id);
      if (!isNow(run)) return false;
      const { version, forked, view } = opening;
      const [restorable = null, ...moreRestorable] = findRecoverableDrafts(kept, opening, ports.log);
      set({ state: 'ready', opening, version, forked, editor: createState(view), restorable, moreRestorable });
      beginJournal(core);
      void lookAround(run, opening);
      return true;
    } catch (error) {
      if (!isNow(run)) return false;
      end(run, { error: error as Error });
      return false;
    }
  }

  async function find(run: Operation): Promise<OpenSession> {
    const store = (run.store = await ports.store());
    const fork = forkId(run.target);
    const ids = [originalId(run.target), ...(fork === undefined ? [] : [fork])];
    const [original = null, own = null] = await store.find(ids);
    const isDraft = own !== null && (await isDraftFork(store, own, original));
    return openSession(run.target, original, own, isDraft);
  }

  function end(run: Operation, news: Partial<Snapshot> = {}): void {
    run.ended.abort();
    core.run = undefined;
    ports.journal.end(run.name);
    set({ ...IDLE, ...news });
    ports.restore(run.target);
  }

  async function close(): Promise<boolean> {
    const { run } = core;
    if (!run) return true;
    const { busy } = core.snapshot;
    // A write under way may still fail, and with it what it was to keep.
    if ((busy || isUnfinished(core.snapshot)) && !(await ports.confirm('ask.close'))) return false;
    if (isNow(run)) end(run);
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

  function command(which: Command): boolean {
    let isTaken = true;
    const take = (transaction: Transaction): void => void (isTaken = dispatch(transaction));
    return core.snapshot.editor ? which(core.snapshot.editor, take) && isTaken : notReady();
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
    const here = core.snapshot.editor!;
    const { editor, text } = restorable;
    // What the host has may be another text since this was offered.
    const fits = editor?.saved === here.saved;
    if (fits && !isChanged(here)) replaced(core, {}, editor);
    else {
      // What was typed is here, and written down, before its old journal goes; what was typed since is a step back.
      dispatch({ steps: diffText(here.text, text) });
      const conflict = restorable.conflict ?? {
        ...{ base: editor!.saved, mine: text, theirs: here.saved, current: core.snapshot.version },
      };
      if (!fits && text !== here.saved) set({ conflict });
    }
    forgetDraft();
    return true;
  }

  function dismiss(): void {
    forgetDraft();
  }

  /** The draft that is offered has been decided about; the next one is offered. */
  function forgetDraft(): void {
    const { restorable, moreRestorable } = core.snapshot;
    for (const name of restorable?.names ?? []) ports.journal.end(name);
    const [next = null, ...more] = moreRestorable;
    set({ restorable: next, moreRestorable: more });
  }

  async function lookAround(run: Operation, opening: OpenSession): Promise<void> {
    try {
      const { listen, compareOrigin } = await others();
      if (!isNow(run)) return;
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
    ...{ open, close, abandon, dispatch, run: command, discard, restore, dismiss },
    ...createSaving(core),
    compare: async () => (await others()).compare(),
    takeTheirs: async () => (await others()).takeTheirs(),
  };
}
