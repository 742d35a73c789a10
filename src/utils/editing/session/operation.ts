/** What the parts of a session share: what is open right now, and how it looks. */
import type { VersionStore } from '../../gateway';
import type { SessionDependencies } from './dependencies';
import { IDLE, type Snapshot } from './snapshot';
import type { Target } from './target';

/** From the opening of a target to its closing. */
export interface Operation {
  readonly target: Target;
  /** Unlike that of any other: of its journal, and in the keys of its writes. */
  readonly name: string;
  readonly ended: AbortController;
  store?: VersionStore;
  /** Writes that failed, one after the other. */
  failures: number;
}

export interface SessionCore {
  readonly ports: SessionDependencies;
  snapshot: Snapshot;
  run: Operation | undefined;
  set(news: Partial<Snapshot>): void;
  /** Logs that an action came too early; false (specification §8). */
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
