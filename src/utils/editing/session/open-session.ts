/**
 * Decides what opening a component edits (specification §4): its fork, a deleted fork that begins again, a fork that
 * does not exist yet, or the original. Nothing is written.
 */
import type { Version, VersionStore } from '../../gateway';
import { FeaasError } from '../../../global/errors';
import { revisionsOf } from './revisions';
import { forkId, originalId, type Target } from './target';

/** There is no version to edit; `id` is the requested one. */
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

/** Another user deleted the edited fork. Saving it again recreates it. */
export class ForkDeletedError extends FeaasError {
  constructor(id: string, cause?: unknown) {
    super('ForkDeletedError', `Someone deleted the customization '${id}'. Save again to create it.`, { cause });
  }
}

/** The version that an edit writes. */
export interface WriteTarget {
  /** Id of the version. */
  readonly id: string;
  /** Name of the fork; undefined if the original itself is edited. */
  readonly instance: string | undefined;
  readonly originalId: string;
}

export interface OpenSession {
  readonly writeTarget: WriteTarget;
  /** The original on the host, from which a fork is created or to which it is reset. Null if only its fork is left. */
  readonly original: Version | null;
  /** The edited version on the host; null until it exists. */
  readonly version: Version | null;
  /** The markup that editing begins with. */
  readonly view: string;
  /** Whether an existing fork is edited. */
  readonly forked: boolean;
}

/** Whether a fork is staged or published: not if it was reset (unfork) or deleted. */
export const hasLiveFork = ({ deletedAt, staged, published }: Version): boolean =>
  deletedAt === null && (staged !== null || published !== null);

/** Whether an undelivered fork has its own text: it was saved, not delivered yet, and not reset to its original. */
export async function isDraftFork(store: VersionStore, fork: Version, original: Version | null): Promise<boolean> {
  if (fork.deletedAt !== null || hasLiveFork(fork)) return false;
  if (!original || fork.view === original.view) return false;
  // A reset gives a fork the markup that its original has at that time.
  for await (const { content } of revisionsOf(store, original.id)) if (content === fork.view) return false;
  return true;
}

/**
 * @param fork the version with the instance's name, if any
 * @param isDraft whether the fork is edited although it is not delivered ({@link isDraftFork})
 * @throws VersionMissingError
 */
export function openSession(
  target: Target,
  original: Version | null,
  fork: Version | null,
  isDraft = false,
): OpenSession {
  const originId = originalId(target);
  const ownId = forkId(target);
  if (ownId !== undefined && fork && (isDraft || hasLiveFork(fork))) {
    const writeTarget = { id: ownId, instance: target.instance, originalId: originId };
    return { writeTarget, original, version: fork, view: fork.view, forked: true };
  }
  if (!original || original.deletedAt !== null) throw new VersionMissingError(originId, original !== null);
  // An original that is itself a fork is edited directly.
  if (ownId !== undefined && original.forkOriginId === null) {
    const writeTarget = { id: ownId, instance: target.instance, originalId: originId };
    return { writeTarget, original, version: fork, view: original.view, forked: false };
  }
  const writeTarget = { id: originId, instance: undefined, originalId: originId };
  return { writeTarget, original, version: original, view: original.view, forked: false };
}
