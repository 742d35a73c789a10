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
  readonly ports: SessionDependencies;
  snapshot: Snapshot;
  run: Operation | undefined;
  set(news: Partial<Snapshot>): void;
  /** Logs that an action came too early, and returns false (specification §8). */
  notReady(): false;
}

export function createSessionCore(ports: SessionDependencies): SessionCore {
  const core: SessionCore = {
    ports,
    snapshot: IDLE,
    run: undefined,
    set: (news) => ports.changed((core.snapshot = { ...core.snapshot, ...news })),
    notReady() {
      ports.log('Editor is not ready');
      return false;
    },
  };
  return core;
}
