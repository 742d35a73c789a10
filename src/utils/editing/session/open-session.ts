/**
 * What opening a component means (specification §4): its fork, a fork that is deleted and begins again, a fork that is not
 * there yet, or the original. Nothing is written by it.
 */
import type { Version, VersionStore } from '../../gateway';
import { FeaasError } from '../../../global/errors';
import { revisionsOf } from './revisions';
import { forkId, originalId, type Target } from './target';

/** There is nothing to edit; `id` is what was looked for. */
export class VersionMissingError extends FeaasError {
  constructor(
    readonly id: string,
    deleted: boolean,
  ) {
    super(
      'VersionMissingError',
      deleted ? `Someone deleted the version '${id}'. Restore it first.` : `There is no version '${id}'. Check the id.`,
    );
  }
}

/** Where an edit goes. */
export interface WriteTarget {
  /** Id of the version that is written. */
  readonly id: string;
  /** Name of the fork; undefined where the original itself is edited. */
  readonly instance: string | undefined;
  readonly originalId: string;
}

export interface OpenSession {
  readonly writeTarget: WriteTarget;
  /** As the host has it: a fork may be made from it, or go back to it. Null where only its fork is left. */
  readonly original: Version | null;
  /** What is written, as the host has it; null while there is none. */
  readonly version: Version | null;
  /** The text that editing begins with. */
  readonly view: string;
  /** The page shows a fork. */
  readonly forked: boolean;
}

/** A fork that pages are given, or that somebody has begun: not one that was reset (unfork) or deleted. */
export const hasLiveFork = ({ deletedAt, staged, published }: Version): boolean =>
  deletedAt === null && (staged !== null || published !== null);

/** Whether a fork that nobody is given has a text of its own: it was saved and not delivered yet, and not reset to its original. */
export async function isDraftFork(store: VersionStore, fork: Version, original: Version | null): Promise<boolean> {
  if (fork.deletedAt !== null || hasLiveFork(fork)) return false;
  if (!original || fork.view === original.view) return false;
  // A fork that was reset has the view that its original had then.
  for await (const { content } of revisionsOf(store, original.id)) if (content === fork.view) return false;
  return true;
}

/**
 * @param fork what there is under the instance's name
 * @param isDraft whether it is edited although no page is given it ({@link isDraftFork})
 * @throws VersionMissingError
 */
export function openSession(
  target: Target,
  original: Version | null,
  fork: Version | null,
  isDraft = false,
): OpenSession {
  const from = originalId(target);
  const own = forkId(target);
  if (own !== undefined && fork && (isDraft || hasLiveFork(fork))) {
    const place = { id: own, instance: target.instance, originalId: from };
    return { writeTarget: place, original, version: fork, view: fork.view, forked: true };
  }
  if (!original || original.deletedAt !== null) throw new VersionMissingError(from, original !== null);
  // What is a fork itself is edited as it is.
  if (own !== undefined && original.forkOriginId === null) {
    const place = { id: own, instance: target.instance, originalId: from };
    return { writeTarget: place, original, version: fork, view: original.view, forked: false };
  }
  const place = { id: from, instance: undefined, originalId: from };
  return { writeTarget: place, original, version: original, view: original.view, forked: false };
}
