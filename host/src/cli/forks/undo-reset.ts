/** Gives pages their customizations back: what a reset took stays in the fork's history. */
import { versionId } from '../../content/addresses.js';
import type { Fork } from '../../content/fork.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { Ledger } from '../../content/content-service.js';
import type { Version } from '../../content/model.js';
import type { Actor } from '../../auth/identity.js';
import { parseVersionId } from '../../graphql/context/ids.js';

/** Revisions of an original that a reset is looked for in. */
const LOOKED_AT = 100;

/**
 * The last revision is delivered again; where that is the original's, as a reset saves it, the one before.
 * @throws ConflictError, NotFoundError
 */
export async function giveBackFork(ledger: Ledger, fork: Fork, actor: Actor): Promise<Version> {
  const { items } = await ledger.history(fork, { first: 2 });
  const [last, earlier] = items;
  if (!last) throw new NotFoundError(`There is no version '${versionId(fork)}'.`);
  let expected = fork.revision;
  if (fork.deletedAt !== null) await ledger.step('restore', fork, { actor, expected });
  if (earlier && (await originals(ledger, fork)).has(last.content))
    expected = (await ledger.revert(fork, earlier.number, { actor, expected })).revision;
  await ledger.step('stage', fork, { actor, expected });
  return ledger.step('publish', fork, { actor, expected });
}

async function originals(ledger: Ledger, { forkOrigin }: Fork): Promise<ReadonlySet<string>> {
  try {
    const { items } = await ledger.history(parseVersionId(forkOrigin), { first: LOOKED_AT });
    return new Set(items.map(({ content }) => content));
  } catch (error) {
    if (error instanceof NotFoundError) return new Set();
    throw error;
  }
}
