import type { Version } from '../../gateway';

/** Two texts that were changed since they were the same. Nothing is overwritten until the editor decides. */
export interface Conflict {
  /** What both began with. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** The host's state, which a merged text replaces; null while it has nothing. */
  readonly current: Version | null;
}
