import type { Version } from '../../gateway';

/** Two texts that have diverged from a common base. Nothing is overwritten until the user decides. */
export interface Conflict {
  /** The common base of both texts. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** The host's state, which the merged text replaces; null while it has none. */
  readonly current: Version | null;
}
