/** State that the modules of a session share: the current operation and its snapshot. */
import type { VersionStore } from '../../gateway';
import type { SessionDependencies } from './dependencies';
import { IDLE, type Snapshot } from './snapshot';
import type { Target } from './target';

/** One opened target, from its opening to its closing. */
export interface Operation {
  readonly target: Target;
  /** Unique name: it identifies the journal, and is part of the keys of the writes. */
  readonly name: string;
  readonly ended: AbortController;
  store?: VersionStore;
  /** Number of consecutive failed writes. */
  failures: number;
}

export interface SessionCore {
  readonly dependencies: SessionDependencies;
  snapshot: Snapshot;
  run: Operation | undefined;
  set(changes: Partial<Snapshot>): void;
  /** Logs that an action came too early, and returns false (specification §8). */
  notReady(): false;
}

export function createSessionCore(dependencies: SessionDependencies): SessionCore {
  const core: SessionCore = {
    dependencies,
    snapshot: IDLE,
    run: undefined,
    set: (changes) => dependencies.changed((core.snapshot = { ...core.snapshot, ...changes })),
    notReady() {
      dependencies.log('Editor is not ready');
      return false;
    },
  };
  return core;
}
