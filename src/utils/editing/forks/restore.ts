/** Restores a customization after a reset: the former text is in the fork's history. */
import type { Version, VersionStore } from '../../gateway';
import type { Fork } from '../../gateway/forks/forks';
import { NotFoundError } from '../../gateway/errors';
import { VersionMissingError } from '../session/open-session';
import type { ResetFork } from './reset';

/** Number of the original's revisions to search for the text of a reset: the host's maximum page size. */
const SEARCHED_REVISIONS = 100;

/**
 * Saves the last revision and each delivered one again, and delivers them as before.
 * @param session identifies this restore in the idempotency keys: a repeated one happens once
 * @throws ConflictError if the fork was saved since, and whatever else the store throws
 */
export async function restoreFork(
  store: VersionStore,
  { id, before, now }: ResetFork,
  session: string,
): Promise<Version> {
  let version = now;
  const runStep = async (
    name: string,
    step: (write: { expectedRevision: number; idempotencyKey: string }) => Promise<Version>,
  ) => {
    const { revision: expectedRevision } = version;
    version = await step({ expectedRevision, idempotencyKey: `${session}-${name}-${expectedRevision}` });
  };
  if (version.deletedAt !== null) await runStep('restore', (write) => store.restore(id, write));
  const { revision, staged, published } = before;
  const revisions = [...new Set([published ?? 0, staged ?? 0, revision])]
    .filter(Boolean)
    .sort((one, other) => one - other);
  /** The revision whose markup is now the last one. */
  let current = version.revision;
  for (const number of revisions) {
    if (number !== current) await runStep('revert', (write) => store.revert(id, number, write));
    current = number;
    if (number === staged) await runStep('stage', (write) => store.stage(id, write));
    if (number === published) await runStep('publish', (write) => store.publish(id, write));
  }
  return version;
}

/**
 * Returns the state of a fork before it was reset or deleted: its last revision.
 * If that is a text of the original, which a reset saves, it is the revision before.
 * @throws VersionMissingError, and whatever the store throws
 */
export async function findFormerState(
  store: VersionStore,
  { id, originId }: Pick<Fork, 'id' | 'originId'>,
): Promise<ResetFork> {
  const [[now], { items }] = await Promise.all([store.find([id]), store.history(id, { first: 2 })]);
  const [last, earlier] = items;
  if (!now || !last) throw new VersionMissingError(id, false);
  const isReset = earlier !== undefined && (await contentsOf(store, originId)).has(last.content);
  const { number } = isReset ? earlier : last;
  return { id, before: { revision: number, staged: number, published: number }, now };
}

async function contentsOf(store: VersionStore, id: string): Promise<ReadonlySet<string>> {
  try {
    const { items } = await store.history(id, { first: SEARCHED_REVISIONS });
    return new Set(items.map(({ content }) => content));
  } catch (error) {
    if (error instanceof NotFoundError) return new Set();
    throw error;
  }
}
