/** Restores customizations: the fork's history still contains what a reset replaced. */
import { versionId } from '../../content/addresses.js';
import type { Fork } from '../../content/fork.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import type { Version } from '../../content/model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { parseVersionId } from '../../graphql/context/ids.js';

/** Revisions of an original that are searched for a reset. */
const MAX_REVISIONS = 100;

/**
 * Delivers the last revision again; if it equals the original, as after a reset, the one before it.
 * @throws ConflictError, NotFoundError
 */
export async function undoReset(
  contentService: ContentService,
  fork: Fork,
  actor: PrincipalIdentity,
): Promise<Version> {
  const { items } = await contentService.history(fork, { first: 2 });
  const [last, earlier] = items;
  if (!last) throw new NotFoundError(`There is no version '${versionId(fork)}'. Check the id.`);
  let expected = fork.revision;
  if (fork.deletedAt !== null) await contentService.step('restore', fork, { actor, expected });
  if (earlier && (await originalContents(contentService, fork)).has(last.content))
    expected = (await contentService.revert(fork, earlier.number, { actor, expected })).revision;
  await contentService.step('stage', fork, { actor, expected });
  return contentService.step('publish', fork, { actor, expected });
}

async function originalContents(contentService: ContentService, { forkOrigin }: Fork): Promise<ReadonlySet<string>> {
  try {
    const { items } = await contentService.history(parseVersionId(forkOrigin), { first: MAX_REVISIONS });
    return new Set(items.map(({ content }) => content));
  } catch (error) {
    if (error instanceof NotFoundError) return new Set();
    throw error;
  }
}
