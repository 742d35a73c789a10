/** Resets a customization from a list; its page then shows the original again. */
import { FeaasError } from '../../../global/errors';
import type { Version, VersionStore } from '../../gateway';
import type { Fork } from '../../gateway/forks/forks';
import { VersionMissingError } from '../session/open-session';
import { reset } from '../session/writes';

/** The fork was saved or reset since it was listed; nothing is written. */
export class ForkChangedError extends FeaasError {
  constructor(readonly id: string) {
    super('ForkChangedError', `The version '${id}' has changed since this list loaded. Load the list again.`);
  }
}

/** The delivery of a fork, as numbers of its revisions. */
export type ForkRevisions = Pick<Version, 'revision' | 'staged' | 'published'>;

/** The result of a reset, with what is needed to undo it. */
export interface ResetFork {
  readonly id: string;
  readonly before: ForkRevisions;
  /** The version after the reset. */
  readonly now: Version;
}

/**
 * Saves the origin's markup as the fork's next revision, and withdraws the fork. An orphan keeps its text, since it has
 * no origin. The former text stays in the fork's history.
 * @param session identifies this reset in the idempotency keys, so that a repeated reset happens once
 * @throws ForkChangedError, VersionMissingError; ConflictError and whatever else the store throws
 */
export async function resetFork(store: VersionStore, fork: Fork, session: string): Promise<ResetFork> {
  const { id, originId, name: instance } = fork;
  const [version, origin] = await store.find([id, originId]);
  if (!version) throw new VersionMissingError(id, false);
  const { revision, staged, published } = version;
  const isSame = revision === fork.revision && staged === fork.staged && published === fork.published;
  if (!isSame || version.deletedAt !== null) throw new ForkChangedError(id);
  const writing = { store, version, session, writeTarget: { id, instance, originalId: originId }, done() {} };
  const original = origin && origin.deletedAt === null ? origin : version;
  return { id, before: { revision, staged, published }, now: await reset(writing, original) };
}
