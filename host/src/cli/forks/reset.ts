/** Resets customizations, so that pages show the original again. The customization stays in the fork's history. */
import { versionId } from '../../content/addresses.js';
import type { Fork } from '../../content/fork.js';
import { DomainError } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import type { Version } from '../../content/model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { parseVersionId } from '../../graphql/context/ids.js';

type ResetService = Pick<ContentService, 'versions' | 'save' | 'step'>;

/**
 * Saves the original's markup as the fork's next revision, and withdraws everything delivered. For an orphan nothing is
 * saved, because there is no original. A fork that was saved since it was listed is not changed.
 * @throws ConflictError, NotFoundError
 */
export async function resetFork(contentService: ResetService, fork: Fork, actor: PrincipalIdentity): Promise<Version> {
  const [origin, found] = await contentService.versions([parseVersionId(fork.forkOrigin), fork]);
  let version = found;
  let expected = fork.revision;
  if (origin && origin.deletedAt === null && version?.view !== origin.view) {
    version = await contentService.save(fork, origin.view, { actor, expected });
    expected = version.revision;
  }
  // Runs even if nothing seems to be delivered, because it detects concurrent changes.
  version = await contentService.step('unstage', fork, { actor, expected });
  return contentService.step('unpublish', fork, { actor, expected: version.revision });
}

export interface ResetReport {
  done(fork: Fork, version: Version): void;
  /** The fork is unchanged, or partly reset. The others continue. */
  failed(fork: Fork, reason: string): void;
}

/** Applies an action to each fork. Resolves with the number of failures. @throws errors not specific to a fork. */
export async function eachFork(
  forks: readonly Fork[],
  apply: (fork: Fork) => Promise<Version>,
  report: ResetReport,
): Promise<number> {
  let failures = 0;
  for (const fork of forks) {
    try {
      report.done(fork, await apply(fork));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failures++;
      report.failed(fork, `${versionId(fork)}: ${error.message}`);
    }
  }
  return failures;
}
