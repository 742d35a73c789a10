/** Takes customizations back: each page then shows the original again. What was there stays in the fork's history. */
import { versionId } from '../../content/addresses.js';
import type { Fork } from '../../content/fork.js';
import { DomainError } from '../../lib/domain-error.js';
import type { ContentService } from '../../content/content-service.js';
import type { Version } from '../../content/model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { parseVersionId } from '../../graphql/context/ids.js';

type ResetService = Pick<ContentService, 'versions' | 'save' | 'step'>;

/**
 * The original's view becomes the fork's next revision, and nothing of it is delivered any more. Of an orphan nothing is
 * saved, for there is nothing to save. A fork that somebody saved since it was listed is left alone.
 * @throws ConflictError, NotFoundError
 */
export async function resetFork(contentService: ResetService, fork: Fork, actor: PrincipalIdentity): Promise<Version> {
  const [origin, found] = await contentService.versions([parseVersionId(fork.forkOrigin), fork]);
  let now = found;
  let expected = fork.revision;
  if (origin && origin.deletedAt === null && now?.view !== origin.view) {
    now = await contentService.save(fork, origin.view, { actor, expected });
    expected = now.revision;
  }
  // Asked for even where nothing seems to be delivered: that is what tells whether somebody was faster.
  now = await contentService.step('unstage', fork, { actor, expected });
  return contentService.step('unpublish', fork, { actor, expected: now.revision });
}

export interface ResetReport {
  done(fork: Fork, now: Version): void;
  /** It is as it was, or what was done of it is done; the others go on. */
  failed(fork: Fork, why: string): void;
}

/** Does something with each, one after the other. Resolves with how many failed. @throws what is no fault of a fork. */
export async function eachFork(
  forks: readonly Fork[],
  act: (fork: Fork) => Promise<Version>,
  report: ResetReport,
): Promise<number> {
  let failures = 0;
  for (const fork of forks) {
    try {
      report.done(fork, await act(fork));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failures++;
      report.failed(fork, `${versionId(fork)}: ${error.message}`);
    }
  }
  return failures;
}
