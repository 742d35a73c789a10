/** Takes a customization back from a list of them: its page then shows the original again. */
import { FeaasError } from '../../../global/errors';
import type { Version, VersionStore } from '../../gateway';
import type { Fork } from '../../gateway/forks/forks';
import { VersionMissingError } from '../session/open-session';
import { reset } from '../session/writes';

/** Somebody saved or reset it since it was listed; nothing is written. */
export class ForkChangedError extends FeaasError {
  constructor(readonly id: string) {
    super('ForkChangedError', `The version '${id}' has changed since this list loaded. Load the list again.`);
  }
}

/** How a fork was delivered: numbers of its revisions. */
export type ForkRevisions = Pick<Version, 'revision' | 'staged' | 'published'>;

/** What was done, as far as giving it back needs it. */
export interface ResetFork {
  readonly id: string;
  readonly before: ForkRevisions;
  /** As it is since. */
  readonly now: Version;
}

/**
 * The origin's view becomes the fork's next revision, and nothing of it is delivered any more; of an orphan nothing is saved,
 * for there is nothing to save. What was there stays in its history.
 * @param session names this reset in the keys of its writes, so that a repeated one happens once
 * @throws ForkChangedError, VersionMissingError; ConflictError and whatever else the store throws.
 */
export async function resetFork(store: VersionStore, fork: Fork, session: string): Promise<ResetFork> {
  const { id, originId, name: instance } = fork;
  const [version, origin] = await store.find([id, originId]);
  if (!version) throw new VersionMissingError(id, false);
  const { revision, staged, published } = version;
  const isSame = revision === fork.revision && staged === fork.staged && published === fork.published;
  if (!isSame || version.deletedAt !== null) throw new ForkChangedError(id);
  const writing = { store, version, session, place: { id, instance, originalId: originId }, done() {} };
  const original = origin && origin.deletedAt === null ? origin : version;
  return { id, before: { revision, staged, published }, now: await reset(writing, original) };
}
