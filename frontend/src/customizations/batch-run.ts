/** Resets or restores many customizations, with progress and the outcome of each. */
import { findFormerState, restoreFork } from '../../../src/utils/editing/forks/restore';
import { resetFork, type ResetFork } from '../../../src/utils/editing/forks/reset';
import type { VersionStore } from '../../../src/utils/gateway/index';
import type { Fork } from '../../../src/utils/gateway/forks/forks';

export type Kind = 'reset' | 'back';

/** The outcome for one customization. */
export type Outcome =
  { readonly state: 'waiting' | 'reset' | 'back' } | { readonly state: 'failed'; readonly error: Error };

export interface BatchState {
  /** Outcomes by id, without those that were not processed. Always the same map. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The current or last action; null before the first. */
  readonly kind: Kind | null;
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Customizations that the last run has reset, which can be restored. */
  readonly undoable: readonly Fork[];
}

export interface BatchRun {
  /** Replaced on each change. */
  readonly state: BatchState;
  /** Processes all customizations, unless a run is in progress. Resolves when it is done or stopped. */
  run(kind: Kind, forks: readonly Fork[]): Promise<void>;
  /** Stops after the requests in progress. The remaining customizations are unchanged. */
  stop(): void;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** Parallel requests, limited since others use the host, too. */
const CONCURRENCY = 3;

/** @param createId creates an id of a run, for the keys of its writes */
export function createBatchRun(store: VersionStore, createId: () => string): BatchRun {
  const listeners = new Set<() => void>();
  const outcomes = new Map<string, Outcome>();
  /** Customizations that were reset here and not restored, by id. */
  const resets = new Map<string, ResetFork>();
  let state: BatchState = {
    ...{ outcomes, kind: null, isRunning: false, total: 0, done: 0, failed: 0, undoable: [] },
  };
  let isStopped = false;
  const set = (changes: Partial<BatchState>): void => {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };

  async function processFork(kind: Kind, fork: Fork, session: string): Promise<Outcome> {
    const { id } = fork;
    try {
      if (kind === 'reset') resets.set(id, await resetFork(store, fork, session));
      else {
        await restoreFork(store, resets.get(id) ?? (await findFormerState(store, fork)), session);
        resets.delete(id);
      }
      return { state: kind };
    } catch (error) {
      return { state: 'failed', error: error as Error };
    }
  }

  return {
    get state() {
      return state;
    },
    async run(kind, forks) {
      if (state.isRunning || forks.length === 0) return;
      isStopped = false;
      const session = createId();
      const before = new Map(outcomes);
      const undoable: Fork[] = [];
      for (const { id } of forks) outcomes.set(id, { state: 'waiting' });
      set({ kind, isRunning: true, total: forks.length, done: 0, failed: 0, undoable });
      const entries = forks.entries();
      const worker = async (): Promise<void> => {
        for (;;) {
          const result = isStopped ? undefined : entries.next();
          if (!result || result.done) return;
          const [index, fork] = result.value;
          const outcome = await processFork(kind, fork, `${session}-${index}`);
          outcomes.set(fork.id, outcome);
          if (outcome.state === 'reset') undoable.push(fork);
          if (outcome.state === 'failed') set({ failed: state.failed + 1 });
          else set({ done: state.done + 1 });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      // Customizations that were not processed get their previous outcome back.
      for (const { id } of forks) {
        if (outcomes.get(id)?.state !== 'waiting') continue;
        const previous = before.get(id);
        if (previous) outcomes.set(id, previous);
        else outcomes.delete(id);
      }
      set({ isRunning: false });
    },
    stop: () => void (isStopped = true),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
